// Attack: put words of one's own wherever an account takes some, delete each, and read every byte that is left: in the
// database's files, a backup made then, and the log.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate, openMigrated } from '#server/cli/migrate.ts';
import { backUpSqlite } from '#server/db/backup.ts';
import type { Database } from '#server/db/open.ts';
import { sweepRegistrations } from '#server/domain/registration/sweep.ts';
import { sweep } from '#server/domain/sweep.ts';
import { parseEnv } from '#server/env.ts';
import type { NewSource } from '#shared/contract/source.ts';
import { DAY, MINUTE } from '#shared/time.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { type Client, makeClient, makeOwner, makeShop, type Shop } from '#tests/support/client.ts';
import { addCsvSource, fileOf, HEADER, importCsv, ROW } from '#tests/support/csv-files.ts';
import { freshPostgres } from '#tests/support/databases.ts';
import { memoryLog } from '#tests/support/embed.ts';
import { openSqlite } from '#tests/support/full-database.ts';
import { paidRegistrations } from '#tests/support/paid-registration.ts';
import { makePaymentsStage } from '#tests/support/payments.ts';
import { startRegistration, stepOf, verify } from '#tests/support/registration.ts';
import { startSmtp } from '#tests/support/smtp.ts';
import { soon } from '#tests/support/soon.ts';
import { temporaryFolder } from '#tests/support/stages.ts';

let folder: string;
let file: string;
let database: Database;
let app: TestApp;
let smtp: Awaited<ReturnType<typeof startSmtp>>;
beforeEach(async () => {
  folder = temporaryFolder();
  file = join(folder, 'proofbell.db');
  database = await openSqlite(file);
  smtp = await startSmtp();
  const env = { DATA_DIR: folder, CONTACT_EMAIL: 'desk@oak.example', SMTP_URL: `smtp://127.0.0.1:${smtp.port}` };
  app = makeTestApp(database, env);
});
afterEach(async () => {
  await app.stop();
  await database.close();
  await smtp.stop();
});

const PASSWORD = 'correct horse';

/** All that a minute does by itself. */
async function minute(): Promise<void> {
  await app.running.removals.finish();
  await app.running.mailer.flush();
  await sweepRegistrations(app.running);
  await sweep(app.deps);
}

/** @returns the words (`zqxjv…7`, in small letters: longer than chance writes into tokens) that are anywhere in the files, in a new backup or in the log. */
async function words(): Promise<string[]> {
  await backUpSqlite(`file:${file}`, join(folder, 'copy.db'));
  // But for the reserve: random bytes say anything.
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const names = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('-reserve'));
  const files = names.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'));
  expect(files.length).toBeGreaterThanOrEqual(4);
  rmSync(join(folder, 'copy.db'));
  return wordsIn([...files, ...names.map(({ name }) => name), logged()]);
}

function wordsIn(texts: string[]): string[] {
  const found = texts.flatMap((text) => text.match(/zqxjv[a-z]{2,40}?(?:7|qzz)/gi) ?? []);
  return [...new Set(found.map((word) => word.toLowerCase().replace(/qzz$/, '7')))].sort();
}

/** What the log has, but for the emails that it has in place of a mail server: SECURITY.md says that they stay. */
const logged = () => JSON.stringify(app.logged.filter(({ msg }) => msg !== 'mail written to the outbox'));

const event = (id: string, more: object) => ({
  id,
  kind: 'purchase',
  occurredAt: new Date(app.clock.now() - 7_200_000).toISOString(),
  ...more,
});

/** Who bought, and what: with words that begin alike. */
function purchase(prefix: string) {
  const word = (part: string) => `${prefix}${part}7`;
  // No place has a digit.
  const place = (part: string) => `${prefix}${part}Qzz`;
  return event(word('Id'), {
    actor: { firstName: word('First'), lastName: word('Last'), city: place('City'), region: place('Region') },
    subject: { name: word('Product'), url: `https://oak.example/${word('Link')}` },
    text: word('Text'),
    reference: word('Reference'),
  });
}
const wordsOf = (prefix: string, ...left: string[]) =>
  ['City', 'First', 'Id', 'Last', 'Link', 'Product', 'Reference', 'Region', 'Text']
    .filter((part) => !left.includes(part))
    .map((part) => `${prefix}${part}7`.toLowerCase());

const letters = (n: number) => [...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('');

/** Adds 1,500 notifications, lets each of them grow, in no order, and deletes three of four. */
const growAndDelete = (database: Database) =>
  database.db.transaction().execute(async (db) => {
    const row = await db.selectFrom('notifications').selectAll().executeTakeFirstOrThrow();
    const word = (n: number) => `${n % 4 ? 'Zqxjvgr' : 'Zqxjvst'}${letters(n)}7`;
    for (let n = 0; n < 1_500; n++) {
      const values = { ...row, id: `grown-${n}`, message: word(n) };
      await db.insertInto('notifications').values(values).execute();
    }
    const mixed = Array.from({ length: 1_500 }, (_, n) => (n * 7_919) % 1_500);
    for (const n of mixed) {
      const message = `${word(n)} ${'bought the desk '.repeat(4 + (n % 14))}`;
      await db.updateTable('notifications').set({ message }).where('id', '=', `grown-${n}`).execute();
    }
    const gone = mixed.filter((n) => n % 4).map((n) => `grown-${n}`);
    for (const id of gone) await db.deleteFrom('notifications').where('id', '=', id).execute();
  });

async function addNotification(owner: Client, { widget, site }: Shop): Promise<string> {
  const path = `/api/widgets/${widget.id}/notifications`;
  const notification = {
    type: 'purchase',
    title: 'ZqxjvTitle7',
    message: 'ZqxjvMessage7',
    name: 'ZqxjvLabel7',
    image: '/ZqxjvImage7',
  };
  const { body } = await owner.post<{ notification: { id: string } }>(path, {
    ...notification,
    metadata: { a: 'ZqxjvMeta7' },
  });
  await app.deps.writeTallies([
    {
      ...{ siteId: site.id, widgetId: widget.id, notificationId: body.notification.id, page: '/ZqxjvPage7' },
      ...{ hour: '2026-03-10T10:00:00.000Z', day: '2026-03-10', device: 'mobile' },
      ...{ displays: 1, clicks: 0, dismissals: 0 },
    },
  ]);
  return `${path}/${body.notification.id}`;
}

/** What stays while the account does. */
const KEPT = ['zqxjvcompany7', 'zqxjvdisplay7', 'zqxjvintegration7', 'zqxjvowner7', 'zqxjvsite7'];
/** Of events that were only retracted, the shop's own id stays as their receipt. */
const RECEIPTS = ['zqxjvretractedid7'];
const WAITING = ['zqxjvnewcomer7', 'zqxjvsender7', 'zqxjvwords7', 'zqxjvwriter7'];
const DELETABLE = [
  ...[
    'zqxjvtitle7',
    'zqxjvmessage7',
    'zqxjvlabel7',
    'zqxjvimage7',
    'zqxjvmeta7',
    'zqxjvtemplate7',
    'zqxjvwording7',
    'zqxjvreport7',
    'zqxjvkey7',
  ],
  ...['zqxjvdraft7', 'zqxjvstyle7', 'zqxjvagent7', 'zqxjvhook7', 'zqxjvrow7', 'zqxjvbuyer7', 'zqxjvtown7'],
  ...['ZqxjvForgotten', 'ZqxjvDelivered'].flatMap((prefix) => wordsOf(prefix)),
  ...wordsOf('ZqxjvRetracted', 'Id'),
];

/**
 * Makes one of each kind that can be deleted.
 * @returns the owner, and what deletes all of it but the account.
 */
async function makeOfEachKind() {
  const owner = await makeOwner(app, 'zqxjvowner7@oak.example');
  const shop = await makeShop(owner, 'ZqxjvSite7');
  const site = `/api/sites/${shop.site.id}`;
  const ids = async <T>(path: string, body: object) => (await owner.post<T>(path, body)).body;

  await owner.put('/api/auth/me', {
    displayName: 'ZqxjvDisplay7',
    companyName: 'ZqxjvCompany7',
    integrations: ['ZqxjvIntegration7'],
  });
  const notification = await addNotification(owner, shop);
  const template = {
    name: 'ZqxjvTemplate7',
    category: 'sales',
    type: 'purchase',
    settings: { message: 'ZqxjvWording7' },
  };
  const own = await ids<{ template: { id: string } }>('/api/templates', template);
  const { report } = await ids<{ report: { id: string } }>(`${site}/reports`, { name: 'ZqxjvReport7' });
  const { apiKey } = await ids<{ apiKey: { id: string } }>('/api/api-keys', { name: 'ZqxjvKey7', scope: 'read' });
  const draft = {
    url: 'https://oak.example/',
    settings: { appearance: { customCSS: '.ZqxjvDraft7 { color: red; }' } },
  };
  await owner.post(`${site}/inspection-link`, draft);
  const styled = (customCSS: string) =>
    owner.put(`/api/widgets/${shop.widget.id}/settings`, { settings: { appearance: { customCSS } } });
  await styled('.ZqxjvStyle7 { color: red; }');
  await makeClient(app).call(
    'POST',
    '/api/auth/login',
    { email: 'zqxjvowner7@oak.example', password: PASSWORD },
    {
      'user-agent': 'ZqxjvAgent7/1.0',
    },
  );
  await owner.post(`${site}/events`, { events: [purchase('ZqxjvForgotten'), purchase('ZqxjvRetracted')] });
  const hook = (await ids<{ source: NewSource }>(`${site}/sources`, { kind: 'webhook', name: 'ZqxjvHook7' })).source;
  await owner.post(`${site}/sources/${hook.id}/capture`);
  const headers = { authorization: `Bearer ${hook.secret}`, 'content-type': 'application/json' };
  const delivered = { method: 'POST', headers, body: JSON.stringify(purchase('ZqxjvDelivered')) };
  expect((await app.fetch(`/api/hooks/${hook.id}`, delivered)).status).toBe(200);
  const files = await addCsvSource(owner, shop.site.id);
  const rows = `${HEADER}\n${ROW.replace('o-1', 'ZqxjvRow7').replace('Ana', 'ZqxjvBuyer7').replace('Lisbon', 'ZqxjvTownQzz')}`;
  const imported = (await importCsv(owner, files, `${rows}\nZqxjvRefused7,ZqxjvKind7,ZqxjvTime7`)).body.import;
  await owner.post('/api/auth/forgot-password', { email: 'zqxjvowner7@oak.example' });
  await makeClient(app).post('/api/contact', {
    name: 'ZqxjvWriter7',
    email: 'zqxjvsender7@oak.example',
    message: 'ZqxjvWords7',
  });
  await makeClient(app).post('/api/registration', { email: 'zqxjvnewcomer7@oak.example' });

  async function deleteAll(): Promise<void> {
    const { sessions } = (await owner.get<{ sessions: { id: string; isCurrent: boolean }[] }>('/api/auth/sessions'))
      .body;
    const deletions = [
      owner.delete(notification),
      owner.delete(`/api/templates/${own.template.id}`),
      owner.delete(`${site}/reports/${report.id}`),
      owner.delete(`/api/api-keys/${apiKey.id}`),
      owner.delete(`/api/auth/sessions/${sessions.find(({ isCurrent }) => !isCurrent)?.id}`),
      owner.delete(`${site}/sources/${hook.id}`),
      owner.delete(`${site}/sources/${files.id}/imports/${imported.id}`),
      owner.post(`${site}/forget`, { reference: 'ZqxjvForgottenReference7' }),
      owner.post(`${site}/events/ZqxjvRetractedId7/retract`),
      styled(''),
    ];
    for (const { status } of await Promise.all(deletions)) expect([200, 204]).toContain(status);
  }
  return { owner, deleteAll };
}

/** Deletes the account, and lets all time pass that anything of it is kept. */
async function deleteAccount(owner: Client): Promise<void> {
  await owner.post('/api/auth/confirm', { password: PASSWORD });
  expect((await owner.delete('/api/auth/me')).status).toBe(204);
  // Messages to the operator are kept for 90 days, registrations that came to nothing for 60 after their end.
  for (const days of [0, 91, 61]) {
    app.clock.advance(days * DAY);
    await minute();
  }
}

it('what is deleted is in no file, no backup and no log once its minute is over', async () => {
  const { owner, deleteAll } = await makeOfEachKind();
  expect(await words()).toEqual(expect.arrayContaining([...KEPT, ...RECEIPTS, ...WAITING, ...DELETABLE]));
  await deleteAll();
  // Later than a deleted notification can be restored, and than a draft ends.
  app.clock.advance(11 * MINUTE);
  await minute();
  const left = await words();
  expect(left.filter((word) => DELETABLE.includes(word))).toEqual([]);
  expect(left).toEqual(expect.arrayContaining([...KEPT, ...RECEIPTS]));
  await deleteAccount(owner);
  expect(await words()).toEqual([]);
});

it('who is forgotten while owners export, page after page without a pause, is in no file once the minute is over', {
  tags: ['long'],
}, async () => {
  let pages = 0;
  let isOver = false;
  /** Whoever exports what came in a file: readers read nearly all the time. */
  async function makeExporter(name: string) {
    const owner = await makeOwner(app, `${name}@oak.example`);
    const { site } = await makeShop(owner);
    const source = await addCsvSource(owner, site.id);
    const rows = fileOf(800).replaceAll('Ana', `Zqxjv${name}7`);
    expect((await importCsv(owner, source, rows)).body.import.accepted).toBe(800);
    const read = async () => {
      let after: string | null = null;
      while (!isOver) {
        const from: string = after === null ? '' : `?after=${encodeURIComponent(after)}`;
        const { status, body } = await owner.get<{ next: string | null }>(
          `/api/auth/export/${source.id}/events${from}`,
        );
        // On a busy machine a statement may take longer than it may.
        expect([200, 503]).toContain(status);
        after = status === 200 ? body.next : null;
        if (status === 200) pages++;
      }
    };
    return { owner, site, read };
  }
  const { owner, site, read } = await makeExporter('gone');
  const other = await makeExporter('kept');
  const exporting = Promise.all([read(), read(), other.read()]);
  await soon(() => pages).toBeGreaterThan(4);
  expect((await owner.post(`/api/sites/${site.id}/forget`, { email: 'ana@shop.example' })).body).toEqual({
    retracted: 800,
  });
  const before = pages;
  await minute();
  const left = await words();
  const during = pages - before;
  isOver = true;
  await exporting;
  expect(left.filter((word) => word.startsWith('zqxjvgone') || word.startsWith('zqxjvkept'))).toEqual(['zqxjvkept7']);
  expect(during).toBeGreaterThan(0);
});

it('an account with a plan leaves nothing at the provider of test mode, and its saved emails for a day', async () => {
  await app.stop();
  const stage = await makePaymentsStage(database, { DATA_DIR: folder });
  app = { ...stage.app, stop: stage.stop };
  const { pay } = paidRegistrations(() => stage);
  const owner = await startRegistration(app, { email: 'zqxjvpaid7@oak.example', plan: 'growth', cycle: 'monthly' });
  const sessionId = (await pay(owner)).body.checkout?.id ?? '';
  await stage.pay(sessionId);
  await pay(owner, { sessionId });
  await stepOf(owner, 'create-user', { password: PASSWORD });
  await verify(app, owner);
  await owner.client.post('/api/auth/forgot-password', { email: owner.email });
  await app.running.mailer.flush();
  const holders = async () => {
    const rows = await database.db.selectFrom('sandbox_objects').select(['type', 'data']).execute();
    return [...new Set(rows.filter(({ data }) => data.includes('zqxjvpaid7')).map(({ type }) => type))].sort();
  };
  expect(await holders()).toEqual(['customer', 'event', 'invoice']);

  await owner.client.post('/api/auth/confirm', { password: PASSWORD });
  expect((await owner.client.delete('/api/auth/me')).status).toBe(204);
  await stage.jobs.flush();
  await stage.deliver();
  app.clock.advance(11 * MINUTE);
  await stage.sandbox.catchUp();
  expect(await holders()).toEqual([]);
  await minute();
  expect(readdirSync(join(folder, 'outbox')).filter((name) => name.includes('zqxjvpaid7'))).not.toEqual([]);
  // The last was saved just now: the one that says that the account is gone.
  app.clock.advance(DAY + MINUTE);
  await stage.sandbox.catchUp();
  await minute();
  expect(await words()).toEqual([]);
});

it('of thousands of rows between others that stay, and of rows that grew, few copies are left in split pages, until they are overwritten', {
  tags: ['long'],
}, async () => {
  const owner = await makeOwner(app);
  const shop = await makeShop(owner);
  const [gone, kept] = [await addCsvSource(owner, shop.site.id), await addCsvSource(owner, shop.site.id)];
  // In no order, so that rows come between others, and pages are split.
  // x: goes; k: is kept. What is left depends on how pages split, and so on how long the words are.
  const fileOf = (name: 'x' | 'k', from: number) => {
    const rows = Array.from({ length: 1_500 }, (_, n) => {
      const place = (((from + n) * 7_919) % 30_011) / 30_011;
      const word = `Zqxjv${name}${letters(n)}7`;
      const at = new Date(app.clock.now() - place * 20 * DAY).toISOString();
      const row = ROW.replace('o-1', `${place}-Zqxjvid${name}${letters(n)}7`).replace('2026-03-10T09:00:00Z', at);
      return row.replace('Ana', word).replace('Lisbon', word);
    });
    return [HEADER, ...rows].join('\n');
  };
  const { id } = (await importCsv(owner, gone, fileOf('x', 0))).body.import;
  await importCsv(owner, kept, fileOf('k', 1_500));
  const found = async (name: string) => (await words()).filter((word) => word.startsWith(`zqxjv${name}`)).length;
  expect([await found('x'), await found('k')]).toEqual([1_500, 1_500]);
  expect((await owner.delete(`/api/sites/${shop.site.id}/sources/${gone.id}/imports/${id}`)).status).toBe(204);
  await growAndDelete(database);
  await minute();
  expect([await found('x'), await found('k')]).toEqual([0, 1_500]);
  // SECURITY.md says so.
  expect(await found('idx')).toBeLessThan(1_500 / 50);
  expect(await found('gr')).toBeLessThan(1_125 / 50);
  await app.stop();
  await database.close();
  const env = parseEnv({ DATA_DIR: folder, PUBLIC_URL: 'http://proofbell.test' });
  await migrate(env, memoryLog().log, true, 'always');
  database = await openSqlite(file);
  app = makeTestApp(database, { DATA_DIR: folder });
  expect([await found('idx'), await found('gr'), await found('idk')]).toEqual([0, 0, 1_500]);
});

it('what an earlier version deleted is gone after the first start of this one, once', async () => {
  const old = join(folder, 'old');
  const env = parseEnv({ DATA_DIR: old, PUBLIC_URL: 'http://proofbell.test', HOST: '127.0.0.1' });
  const { log, lines } = memoryLog();
  const start = async () => (await openMigrated(env, log, false, 0)).close();
  await start();
  const path = join(old, 'proofbell.db');
  const earlier = new BetterSqlite3(path);
  earlier.exec(
    "pragma user_version = 0; create table a (b text); insert into a values ('ZqxjvEarlier7'); delete from a",
  );
  earlier.close();
  const has = () => readFileSync(path, 'latin1').includes('ZqxjvEarlier7');
  expect(has()).toBe(true);
  await start();
  await start();
  expect(has()).toBe(false);
  expect(lines.filter(({ msg }) => String(msg).includes('has been overwritten'))).toHaveLength(1);
});

it('on PostgreSQL what is deleted is in no file of a table once ANALYZE and VACUUM FULL have run', {
  tags: ['long'],
}, async () => {
  await app.stop();
  const postgres = await freshPostgres();
  const run = async <T>(text: string) => (await sql.raw<T>(text).execute(postgres.db)).rows;
  try {
    app = makeTestApp(postgres, { DATA_DIR: folder, CONTACT_EMAIL: 'desk@oak.example' });
    const { owner, deleteAll } = await makeOfEachKind();
    const [place] = await run<{ root: string; id: number }>(
      "select current_setting('data_directory') as root, oid as id from pg_database where datname = current_database()",
    );
    const tables = join(place?.root ?? '', 'base', String(place?.id));
    const stored = async () => {
      await run('checkpoint');
      return wordsIn([...readdirSync(tables).map((name) => readFileSync(join(tables, name), 'latin1')), logged()]);
    };
    await run('analyze');
    expect(await stored()).toEqual(expect.arrayContaining([...KEPT, ...WAITING, ...DELETABLE]));
    await deleteAll();
    app.clock.advance(11 * MINUTE);
    await minute();
    // The planner's statistics are samples of values.
    await run('analyze');
    // It keeps what a transaction that runs meanwhile could still see, such as autovacuum's own ANALYZE.
    const afterVacuum = async () => {
      await run('vacuum full');
      return stored();
    };
    await soon(async () => (await afterVacuum()).filter((word) => DELETABLE.includes(word))).toEqual([]);
    await deleteAccount(owner);
    expect(readdirSync(join(folder, 'outbox'))).toEqual([]);
    // Of an empty table ANALYZE keeps what it knew.
    await run('delete from pg_statistic');
    await soon(afterVacuum).toEqual([]);
  } finally {
    await app.stop();
    await postgres.close();
    app = makeTestApp(database, { DATA_DIR: folder });
  }
});
