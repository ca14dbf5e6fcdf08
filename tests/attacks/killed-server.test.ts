// Attack: kill the server in the middle of an import, of its undoing, or of the deletion of a source.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Import, ImportList } from '#shared/contract/import.ts';
import type { NewSource } from '#shared/contract/source.ts';
import { EVENT_MESSAGES } from '#shared/event-messages.ts';
import { DAY } from '#shared/time.ts';
import { type Client, makeClient, makeShop, type Shop } from '#tests/support/client.ts';
import { addCsvSource, fileOf, importCsv } from '#tests/support/csv-files.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { soon } from '#tests/support/soon.ts';
import { temporaryFolder } from '#tests/support/stages.ts';

const ROWS = 3_000;
/** How long a moment to kill at may take to come, in milliseconds. */
const MOMENT = 30_000;
const ANA = { email: 'ana@shop.example', password: 'a horse of her own' };

let folder: string;
let server: ServerProcess;
let file: BetterSqlite3.Database;
let owner: Client;
let shop: Shop;
let source: NewSource;

const start = async () => {
  server = await startServer(folder, { env: { PUBLIC_URL: 'http://proofbell.test' } });
  owner = makeClient(server);
};

beforeEach(async () => {
  folder = temporaryFolder();
  await start();
  await owner.post('/api/auth/register', ANA);
  const path = join(folder, 'proofbell.db');
  // Stands in for the emailed link and a paid plan.
  const writer = new BetterSqlite3(path, { timeout: 10_000 });
  writer.exec("update users set email_verified = 1, granted_plan = 'growth'");
  writer.close();
  file = new BetterSqlite3(path, { readonly: true, timeout: 10_000 });
  shop = await makeShop(owner);
  source = await addCsvSource(owner, shop.site.id);
});
afterEach(async () => {
  file.close();
  await server.end('SIGKILL');
});

const count = (table: string, where = 'true') =>
  Number(file.prepare(`select count(*) from ${table} where ${where}`).pluck().get());
const own = () => count('events', `source_id = '${source.id}'`);
const others = () => count('events', `source_id <> '${source.id}'`);
const path = () => `/api/sites/${shop.site.id}/sources/${source.id}`;

/** Kills the server as soon as the database is in the middle of it, and starts another one. */
async function killWhen(isMiddle: () => boolean): Promise<void> {
  const end = performance.now() + MOMENT;
  while (!isMiddle()) {
    if (performance.now() > end) throw new Error('the moment never came');
    await pause(1);
  }
  await server.end('SIGKILL');
  expect(isMiddle()).toBe(true);
  await start();
  await owner.post('/api/auth/login', ANA);
}

/** A file of recent orders: with the real clock. */
const csv = () => fileOf(ROWS).replaceAll('2026-03-10T09:00:00Z', new Date(Date.now() - DAY).toISOString());

async function importAll(): Promise<Import> {
  const { body } = await importCsv(owner, source, csv());
  expect(body.import).toMatchObject({ state: 'done' });
  expect(own()).toBe(ROWS);
  return body.import;
}
const isPart = () => own() > 0 && own() < ROWS;

it('an undoing is finished by the next start', { tags: ['long'] }, async () => {
  const { id } = await importAll();
  const before = others();
  const undone = owner.delete(`${path()}/imports/${id}`).catch(() => null);
  await killWhen(isPart);
  await undone;
  await soon(() => [own(), count('imports'), others()]).toEqual([0, 0, before]);
  await importAll();
});

it('the deletion of a source is finished by the next start', { tags: ['long'] }, async () => {
  await importAll();
  const before = others();
  const deleted = owner.delete(path()).catch(() => null);
  await killWhen(isPart);
  await deleted;
  expect((await owner.get(path())).status).toBe(404);
  await soon(() => [own(), count('removals'), others()]).toEqual([0, 0, before]);
});

it('an import says right after the next start that it was interrupted, and brings nothing twice', {
  tags: ['long'],
}, async () => {
  const broken = importCsv(owner, source, csv()).catch(() => null);
  await killWhen(isPart);
  await broken;
  const listed = async () => (await owner.get<ImportList>(`${path()}/imports`)).body.imports;
  await soon(async () => (await listed()).map(({ state, reason }) => [state, reason])).toEqual([
    ['stopped', EVENT_MESSAGES.csvLeft],
  ]);
  const [left] = await listed();
  expect(left?.accepted).toBe(own());
  const { accepted, duplicates } = (await importCsv(owner, source, csv())).body.import;
  expect([accepted + duplicates, duplicates, own()]).toEqual([ROWS, left?.accepted, ROWS]);
});
