// On SQLite's only thread, others have their turn between two statements (db/sqlite-driver.ts): so each touches few rows,
// however many there are to be looked at, changed or deleted.
import type { KyselyPlugin } from 'kysely';
import { expect, it } from 'vitest';
import { makeProjector } from '#server/domain/events/projector.ts';
import { EVENT_RETENTION_DAYS_MAX } from '#shared/limits.ts';
import { DAY } from '#shared/time.ts';
import { makeTestApp } from './support/app.ts';
import { addSource } from './support/client.ts';
import { addCsvSource, fileOf, importCsv } from './support/csv-files.ts';
import { freshSqlite } from './support/databases.ts';
import { deliverShopify, SHOP_SECRET, shopifyOrder } from './support/deliveries.ts';
import { makeEventShop } from './support/event-shop.ts';
import { soon } from './support/soon.ts';
import { eachTest } from './support/stages.ts';

/** Rows of a statement, at most, and many more than that for each job. */
const ROWS_MAX = 200;
const MANY = 650;

const stage = eachTest(async () => {
  /** The most rows that a statement read or changed, and all of them. */
  const rows = { most: 0, all: 0 };
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const touched = Math.max(result.rows.length, Number(result.numAffectedRows ?? 0n));
      rows.all += touched;
      rows.most = Math.max(rows.most, touched);
      return result;
    },
  };
  const database = await freshSqlite();
  const app = makeTestApp({ ...database, db: database.db.withPlugin(plugin) });
  const own = await makeEventShop(app);
  const source = await addCsvSource(own.owner, own.shop.site.id);
  const path = `${own.site}/sources/${source.id}`;
  const events = () => database.db.selectFrom('events').select('retracted_at').execute();
  const stop = async () => {
    await app.stop();
    await database.close();
  };
  return { app, own, source, path, rows, events, stop };
});
const bring = async () => {
  const { status, body } = await importCsv(stage.own.owner, stage.source, fileOf(MANY));
  expect([status, body.import.accepted]).toEqual([200, MANY]);
  return body.import.id;
};
/** One is the shop's own. */
const areGone = () => soon(async () => (await stage.events()).length).toBeLessThan(2);

/** What is done, and until it is done, with the id of the file that all events came in. */
const JOBS: [what: string, work: (importId: string) => Promise<unknown>][] = [
  [
    'undoing a file',
    async (importId) => {
      expect((await stage.own.owner.delete(`${stage.path}/imports/${importId}`)).status).toBe(204);
      await areGone();
    },
  ],
  [
    'deleting a source',
    async () => {
      expect((await stage.own.owner.delete(stage.path)).status).toBe(204);
      await areGone();
    },
  ],
  [
    'forgetting the person of all orders',
    async () => {
      expect((await stage.own.owner.post(`${stage.own.site}/forget`, { email: 'ana@shop.example' })).status).toBe(200);
      const left = async () => (await stage.events()).filter((event) => event.retracted_at === null).length;
      await soon(left).toBeLessThan(2);
    },
  ],
  [
    'deleting what is kept no longer',
    async () => {
      stage.app.clock.advance((EVENT_RETENTION_DAYS_MAX + 1) * DAY);
      await makeProjector(stage.app.deps).eachMinute(new AbortController().signal);
      await areGone();
    },
  ],
];

it('importing a file touches few rows in a statement', async () => {
  Object.assign(stage.rows, { most: 0, all: 0 });
  await bring();
  expect(stage.rows.all).toBeGreaterThanOrEqual(MANY);
  expect(stage.rows.most).toBeLessThanOrEqual(ROWS_MAX);
});

it.each(JOBS)('%s touches few rows in a statement', async (_what, work) => {
  const importId = await bring();
  Object.assign(stage.rows, { most: 0, all: 0 });
  await work(importId);
  expect(stage.rows.all).toBeGreaterThanOrEqual(MANY);
  expect(stage.rows.most).toBeLessThanOrEqual(ROWS_MAX);
});

it('a delivery of an order takes four statements beside the commit that it shares', async () => {
  const { app, own } = stage;
  const { id } = await addSource(own.owner, own.shop.site.id, { kind: 'shopify', secret: SHOP_SECRET });
  let statements = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      statements++;
      return result;
    },
  };
  const { run } = app.deps.groupCommit;
  app.deps.groupCommit = { run: (lane, size, work) => run(lane, size, (db) => work(db.withPlugin(plugin))) };
  const at = new Date(app.clock.now()).toISOString();
  const deliver = (n: number) => deliverShopify(app, id, 'orders/paid', shopifyOrder(n, at));
  expect(await Promise.all([1, 2, 3].map(deliver))).toEqual([200, 200, 200]);
  // Whether the source is there, what was retracted before, the event, and what the log says of it.
  expect(statements).toBe(3 * 4);
});
