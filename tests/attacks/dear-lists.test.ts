// Attack: an owner whose lists are as long as they may be, and who asks for ten of them at once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLS_PER_REQUEST, NOTIFICATIONS_MAX } from '#shared/limits.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { type Client, makeOwner, makeShop, type Shop } from '#tests/support/client.ts';
import { freshSqlite } from '#tests/support/databases.ts';
import { expectCheap, longestTurn, TURN_GOAL } from '#tests/support/thread-cost.ts';

let app: TestApp;
let owner: Client;
let shop: Shop;
beforeAll(async () => {
  app = makeTestApp(await freshSqlite());
  owner = await makeOwner(app);
  shop = await makeShop(owner);
});
afterAll(() => app.stop());

/** 4 KiB of metadata in as many keys as fit, and 4 KiB of style sheet. */
const LARGEST = {
  metadata: Object.fromEntries(Array.from({ length: 560 }, (_, at) => [at.toString(36), 0])),
  appearance: { customCSS: `a{${'b:c;'.repeat(1_000)}}` },
};

/** Fills the widget with copies of one notification. */
async function fill(count: number, more: object): Promise<void> {
  const path = `/api/widgets/${shop.widget.id}/notifications`;
  const { db } = app.deps;
  await db.deleteFrom('notifications').execute();
  expect((await owner.post(path, { type: 'custom', message: 'Hello', ...more })).status).toBe(201);
  const row = await db.selectFrom('notifications').selectAll().executeTakeFirstOrThrow();
  for (let at = 1; at < count; at += 20)
    await db
      .insertInto('notifications')
      .values(Array.from({ length: Math.min(20, count - at) }, (_, n) => ({ ...row, id: `copy-${at + n}` })))
      .execute();
}

const asBatch = (path: string, input: unknown, count = CALLS_PER_REQUEST) => {
  const inputs = Object.fromEntries(Array.from({ length: count }, (_, at) => [at, { json: input }]));
  return { path: `/api/trpc/${Array(count).fill(path).join()}?batch=1`, inputs: JSON.stringify(inputs) };
};
/** The app itself, without the client's own work of reading the answer. */
const ask = async (method: string, path: string, body?: string) => {
  const { csrfToken } = (await owner.get<{ csrfToken: string }>('/api/csrf-token')).body;
  const cookie = [...owner.cookies].map((pair) => pair.join('=')).join('; ');
  const headers = { cookie, 'x-csrf-token': csrfToken, 'content-type': 'application/json' };
  return () => app.fetch(path, { method, headers, ...(body !== undefined && { body }) });
};

describe.each([
  ['as many as there may be', NOTIFICATIONS_MAX, {}],
  ['300 of the largest', 300, LARGEST],
] as const)('%s', (what, count, more) => {
  beforeAll(() => fill(count, more));

  it('as a list', async () => {
    const send = await ask('GET', `/api/widgets/${shop.widget.id}/notifications`);
    expect(((await (await send()).json()) as { notifications: unknown[] }).notifications).toHaveLength(count);
    await expectCheap(what, TURN_GOAL, () => longestTurn(send));
  });

  // What the app asks for becomes text in one go.
  it.skipIf(more === LARGEST)('by tRPC', async () => {
    const input = encodeURIComponent(JSON.stringify({ json: { widgetId: shop.widget.id } }));
    const send = await ask('GET', `/api/trpc/notifications.list?input=${input}`);
    await expectCheap(`${what} by tRPC`, TURN_GOAL, () => longestTurn(send));
  });
});

describe('a batch', () => {
  beforeAll(() => fill(100, {}));

  it('of lists', async () => {
    const { path, inputs } = asBatch('notifications.list', { widgetId: shop.widget.id });
    const send = await ask('GET', `${path}&input=${encodeURIComponent(inputs)}`);
    expect((await send()).status).toBe(200);
    await expectCheap('a batch of lists', TURN_GOAL, () => longestTurn(send));
  });

  const notification = { type: 'custom', message: 'Hello' };
  it.each([
    ['notifications of 4 KiB of style sheet', 'notifications.create', { ...notification, ...LARGEST }, [200]],
    [
      'unknown keys',
      'notifications.create',
      Object.fromEntries(Array.from({ length: 2_300 }, (_, at) => [`k${at}`, 0])),
      [400],
    ],
  ] as const)('of %s', async (what, procedure, input, statuses) => {
    const body = { widgetId: shop.widget.id, ...input };
    const { path, inputs } = asBatch(procedure, body);
    const send = await ask('POST', path, inputs);
    expect(statuses).toContain((await send()).status);
    await expectCheap(what, TURN_GOAL, () => longestTurn(send));
  });
});
