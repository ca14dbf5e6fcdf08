// Attack: kill a server on PostgreSQL in the middle of an import, of undoing it or of deleting its source, where another
// server may be doing it.
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Database, openDatabase } from '#server/db/open.ts';
import type { Import, ImportList } from '#shared/contract/import.ts';
import type { NewSource } from '#shared/contract/source.ts';
import { EVENT_MESSAGES } from '#shared/event-messages.ts';
import { DAY, MINUTE } from '#shared/time.ts';
import { SECRET } from '#tests/support/app.ts';
import { type Client, makeClient, makeShop, type Shop } from '#tests/support/client.ts';
import { addCsvSource, fileOf, importCsv } from '#tests/support/csv-files.ts';
import { createPostgres } from '#tests/support/databases.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { soon } from '#tests/support/soon.ts';
import { temporaryFolder } from '#tests/support/stages.ts';

const ROWS = 2_000;
/** How long a moment to kill at may take to come, in milliseconds. */
const MOMENT = 30_000;
const ANA = { email: 'ana@shop.example', password: 'a horse of her own' };

let folder: string;
let url: string;
let database: Database;
let server: ServerProcess;
let owner: Client;
let shop: Shop;
let source: NewSource;

/** @param shift how far its clock is ahead, in milliseconds. */
async function start(shift = 0): Promise<void> {
  const env = {
    DATABASE_URL: url,
    SECRET_KEY: SECRET,
    PUBLIC_URL: 'http://proofbell.test',
    CLOCK_SHIFT: String(shift),
  };
  server = await startServer(folder, { env, nodeArgs: ['--import', './tests/support/shifted-clock.ts'] });
  owner = makeClient(server);
}

beforeEach(async () => {
  folder = temporaryFolder();
  url = await createPostgres('proofbell_template');
  database = openDatabase(url);
  await start();
  await owner.post('/api/auth/register', ANA);
  // Stands in for the emailed link and a paid plan.
  await database.db.updateTable('users').set({ email_verified: 1, granted_plan: 'growth' }).execute();
  shop = await makeShop(owner);
  source = await addCsvSource(owner, shop.site.id);
});
afterEach(async () => {
  await server.end('SIGKILL');
  await database.close();
});

async function own(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from events where source_id = ${source.id}`.execute(
    database.db,
  );
  return Number(rows[0]?.n);
}
const path = () => `/api/sites/${shop.site.id}/sources/${source.id}`;
const csv = () => fileOf(ROWS).replaceAll('2026-03-10T09:00:00Z', new Date(Date.now() - DAY).toISOString());
const listed = async () =>
  (await owner.get<ImportList>(`${path()}/imports`)).body.imports.map(({ state, reason }) => [state, reason]);

/** Kills the server as soon as the database is in the middle of it. */
async function killInTheMiddle(): Promise<void> {
  const isMiddle = async () => {
    const count = await own();
    return count > 0 && count < ROWS;
  };
  const end = performance.now() + MOMENT;
  while (!(await isMiddle())) {
    if (performance.now() > end) throw new Error('the moment never came');
    await pause(1);
  }
  await server.end('SIGKILL');
  expect(await isMiddle()).toBe(true);
}

async function restart(shift = 0): Promise<void> {
  await start(shift);
  await owner.post('/api/auth/login', ANA);
}

it('an import is another server’s for two minutes, then says that it was interrupted, and brings nothing twice', {
  tags: ['long'],
  timeout: 120_000,
}, async () => {
  const broken = importCsv(owner, source, csv()).catch(() => null);
  await killInTheMiddle();
  await broken;
  await restart();
  expect(await listed()).toEqual([['running', null]]);
  await server.end();
  await restart(2 * MINUTE + 1);
  await soon(listed).toEqual([['stopped', EVENT_MESSAGES.csvLeft]]);
  const left = await own();
  const { accepted, duplicates } = (await importCsv(owner, source, csv())).body.import;
  expect([accepted + duplicates, duplicates, await own()]).toEqual([ROWS, left, ROWS]);
});

it('an undoing is finished by the next start', { tags: ['long'] }, async () => {
  const { id } = (await importCsv(owner, source, csv())).body.import as Import;
  expect(await own()).toBe(ROWS);
  const undone = owner.delete(`${path()}/imports/${id}`).catch(() => null);
  await killInTheMiddle();
  await undone;
  await restart();
  await soon(async () => [await own(), (await listed()).length]).toEqual([0, 0]);
});

it('the deletion of a source is finished by the next start', { tags: ['long'] }, async () => {
  await importCsv(owner, source, csv());
  expect(await own()).toBe(ROWS);
  const deleted = owner.delete(path()).catch(() => null);
  await killInTheMiddle();
  await deleted;
  await restart();
  expect((await owner.get(path())).status).toBe(404);
  await soon(own).toBe(0);
  const removals = () => database.db.selectFrom('removals').select('id').execute();
  await soon(removals).toEqual([]);
});
