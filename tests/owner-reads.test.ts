// On SQLite, what owners read at length runs on readers (db/readers.ts): the connection that visitors depend on reads no
// event, no delivery and no count for them.
import { beforeEach, expect, it } from 'vitest';
import type { NewSource } from '#shared/contract/source.ts';
import { makeTestApp } from './support/app.ts';
import { makeOwner } from './support/client.ts';
import { freshSqliteFile } from './support/databases.ts';
import { makeEventShop } from './support/event-shop.ts';
import { watchQueries } from './support/queries.ts';
import { soon } from './support/soon.ts';
import { allTests } from './support/stages.ts';

/** Of which there may be millions. */
const LONG = /"name":"(events|deliveries|stats_\w+)"/g;

const stage = allTests(async () => {
  const found: string[] = [];
  const database = await freshSqliteFile();
  const db = watchQueries(database.db, (node) => {
    for (const [, table = ''] of node.matchAll(LONG)) found.push(table);
    return undefined;
  });
  const app = makeTestApp({ ...database, db });
  const own = await makeEventShop(app);
  await own.send(own.purchase('a'));
  const { body } = await own.owner.post<{ source: NewSource }>(`${own.site}/sources`, { kind: 'webhook' });
  // It reads events by itself.
  await app.running.projector.stop();
  const stop = async () => {
    await app.stop();
    await database.close();
  };
  return { app, own, found, source: body.source.id, stop };
});
beforeEach(() => {
  stage.found.length = 0;
});

const range = '90d';
const CALLS: [procedure: string, input: object][] = [
  ['events.list', {}],
  ['events.list', { search: 'ana' }],
  ['events.list', { state: 'not-shown' }],
  ['events.aggregate', { measure: 'distinct', kind: 'purchase', window: 'month' }],
  ['events.aggregate', { measure: 'displays', window: 'month' }],
  ['sources.deliveries', {}],
  ['stats.site', { range }],
  ['stats.csv', { range, by: 'notification' }],
  ['stats.cost', {}],
  ['reports.preview', { range }],
  ['reports.previewCsv', { range, by: 'notification' }],
];
const OF_ACCOUNT: [procedure: string, input: object][] = [
  ['stats.account', { range }],
  ['stats.accountCsv', { range, by: 'site' }],
  ['stats.summary', {}],
];

async function ask(procedure: string, input: object): Promise<void> {
  const { status } = await stage.own.owner.procedure('query', procedure, input);
  expect(status).toBe(200);
}

it.each(CALLS)('%s %j', async (procedure, more) => {
  const ofSource = procedure === 'sources.deliveries' && { sourceId: stage.source };
  await ask(procedure, { siteId: stage.own.shop.site.id, ...ofSource, ...more });
  expect(stage.found).toEqual([]);
});

it('what needs attention on a site', async () => {
  await ask('sites.attention', { id: stage.own.shop.site.id });
  expect(stage.found).toEqual([]);
});

it.each(OF_ACCOUNT)('%s', async (procedure, input) => {
  await ask(procedure, input);
  expect(stage.found).toEqual([]);
});

it('the export of an account, and a page of each of its lists', async () => {
  const { own, source } = stage;
  const lists = ['notificationDays', 'deviceDays', 'pageDays', 'costDays'].map(
    (list) => `/${own.shop.site.id}/${list}`,
  );
  for (const path of ['', ...lists, `/${source}/events`, `/${source}/deliveries`])
    expect((await own.owner.get(`/api/auth/export${path}`)).status).toBe(200);
  expect(stage.found).toEqual([]);
});

it('and what it does read is seen', async () => {
  await stage.own.owner.post(`${stage.own.site}/forget`, { reference: '#nobody', dryRun: true });
  expect(stage.found).toContain('events');
});

it('more calls of an account than may wait are a 503 with Retry-After, and all others are answered', async () => {
  const { app, own } = stage;
  const other = await makeOwner(app, 'other@shop.example');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const holding = app.deps.readers.alone(() => held);
  const refused: (string | null)[] = [];
  const list = async () => {
    const { status, headers } = await own.owner.get(`${own.site}/events`);
    if (status === 503) refused.push(headers.get('retry-after'));
    return status;
  };
  const calls = Array.from({ length: 25 }, list);
  await soon(() => refused).toEqual(Array(5).fill('5'));
  const others = other.procedure('query', 'stats.summary', {});
  release();
  await holding;
  expect((await Promise.all(calls)).filter((status) => status === 200)).toHaveLength(20);
  expect((await others).status).toBe(200);
});
