// Attack: look for what was deleted in every byte that the installation keeps: the database's file, its write-ahead log, a
// new backup, and for what people said of themselves in the log, too.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { backUpSqlite } from '#server/db/backup.ts';
import { emptyLog, rebuildOnce } from '#server/db/deleted-bytes.ts';
import { migrate } from '#server/db/migrate.ts';
import { type Database, openDatabase } from '#server/db/open.ts';
import { sweep } from '#server/domain/sweep.ts';
import type { Source } from '#shared/contract/source.ts';
import { DAY, isoNow, MINUTE } from '#shared/time.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { PASSWORD } from '#tests/support/auth.ts';
import { type Client, makeClient, makeOwner, makeShop } from '#tests/support/client.ts';
import { fillAccount } from '#tests/support/full-account.ts';

let folder: string;
let file: string;
let database: Database;
let app: TestApp;
let owner: Client;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'proofbell-deleted-'));
  file = join(folder, 'proofbell.db');
  database = openDatabase(`file:${file}`);
  await migrate(database);
  app = makeTestApp(database, { CONTACT_EMAIL: 'support@proofbell.test' });
  owner = await makeOwner(app, 'ana@shop.example');
});
afterEach(async () => {
  await app.stop();
  await database.close();
  rmSync(folder, { recursive: true });
});

/** @returns every text of at least ten letters in the database's rows. */
async function texts(): Promise<string[]> {
  const tables = await database.db.introspection.getTables();
  const all: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(database.db);
    for (const row of rows) {
      all.push(...Object.values(row).filter((value): value is string => typeof value === 'string' && value.length > 9));
    }
  }
  return all;
}

/** @returns all that is on disk, and a backup made now. */
async function bytes(): Promise<Buffer> {
  await backUpSqlite(`file:${file}`, join(folder, 'copy.db'));
  return Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));
}

/** Rows have a long text on several pages. */
const startOf = (text: string) => Buffer.from(text).subarray(0, 200);

/** Shows that what rows said before `remove`, and none says after it, is in no byte. @returns those texts */
async function expectGone(remove: () => Promise<void>): Promise<string[]> {
  const before = [...new Set(await texts())];
  await remove();
  await app.deps.removals.finish();
  await sweep(app.deps);
  const left = (await texts()).join('\n');
  const gone = before.filter((text) => !left.includes(text));
  const found = await bytes();
  expect(gone.filter((text) => found.includes(startOf(text)))).toEqual([]);
  return gone;
}

it('an account, with all that it had', async () => {
  await fillAccount(app, owner);
  const gone = await expectGone(async () => {
    await owner.post('/api/auth/confirm', { password: PASSWORD });
    expect((await owner.delete('/api/auth/me')).status).toBe(204);
  });
  // Of its sites, events, deliveries, sources and files; and there is more.
  for (const text of ['https://oak.example/ana.png', 'https://oak.example/stool', 'Not valid JSON', 'copy.example'])
    expect(gone).toContain(text);
  expect(gone.length).toBeGreaterThan(60);
});

it('a notification, a template, a source with its events, an API key, a session and a site', async () => {
  const { site, widget, notification, template, apiKey } = await makeShop(owner);
  await owner.post(`/api/sites/${site.id}/events`, {
    events: [
      {
        kind: 'purchase',
        id: 'the-id-of-an-order',
        occurredAt: isoNow(app.clock),
        actor: { firstName: 'Zoraida-Maria' },
      },
    ],
  });
  const { sources } = (await owner.get<{ sources: Source[] }>(`/api/sites/${site.id}/sources`)).body;
  const source = sources.find(({ kind }) => kind === 'api');
  // A site keeps its last one of this kind.
  expect((await owner.post(`/api/sites/${site.id}/sources`, { kind: 'api', name: 'Another' })).status).toBe(201);
  const remove = async (path: string) => expect((await owner.delete(path)).status).toBe(204);
  await expectGone(() => remove(`/api/templates/${template.id}`));
  await expectGone(() => remove(`/api/api-keys/${apiKey.id}`));
  expect(await expectGone(() => remove(`/api/sites/${site.id}/sources/${source?.id}`))).toContain('Zoraida-Maria');
  await remove(`/api/widgets/${widget.id}/notifications/${notification.id}`);
  const gone = await expectGone(async () => app.clock.advance(11 * MINUTE));
  expect(gone).toContain(notification.message);
  await expectGone(() => remove(`/api/sites/${site.id}`));
  await expectGone(async () => {
    await owner.post('/api/auth/logout');
  });
});

it('somebody who was forgotten, and a message to the operator of 90 days ago; in the log, too', async () => {
  const { site } = await makeShop(owner);
  const person = ['Zoraida-Maria', 'Quistgaard', 'Lower Slaughter', 'order-of-zoraida', 'zoraida@q.example'] as const;
  const [firstName, lastName, city, reference, email] = person;
  const actor = { firstName, lastName, city, email };
  const event = { kind: 'purchase', id: 'event-of-zoraida', reference, occurredAt: isoNow(app.clock), actor };
  await owner.post(`/api/sites/${site.id}/events`, { events: [event] });
  const message = 'A message that is kept for ninety days';
  await makeClient(app).post('/api/contact', { email: 'ben@q.example', message });
  expect(await texts()).toContain(message);
  const gone = await expectGone(async () => {
    await owner.post(`/api/sites/${site.id}/forget`, { email });
    app.clock.advance(91 * DAY);
  });
  expect(gone).toEqual(expect.arrayContaining([firstName, message]));
  const found = `${(await bytes()).toString('latin1')}${JSON.stringify(app.logged)}`;
  expect([...person, 'event-of-zoraida', message, 'ben@q.example'].filter((text) => found.includes(text))).toEqual([]);
});

it('what a version deleted that did not overwrite it, once and unless that would take minutes', async () => {
  const old = new BetterSqlite3(file);
  old.pragma('secure_delete = off');
  old.exec("create table old (text text); insert into old values ('a name of long ago'); delete from old");
  old.close();
  await emptyLog(database);
  const isThere = () => readFileSync(file).includes('a name of long ago');
  expect(isThere()).toBe(true);
  expect(rebuildOnce(database, 1)).toBe(true);
  expect(isThere()).toBe(true);
  expect(rebuildOnce(database)).toBe(false);
  expect(isThere()).toBe(false);
  if (database.dialect === 'sqlite') expect(database.writer.pragma('user_version', { simple: true })).toBe(1);
});
