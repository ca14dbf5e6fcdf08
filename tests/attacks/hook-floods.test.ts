// Attack: fill the server's memory with deliveries that never end, and keep visitors waiting with many large ones at once.
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { NewSource } from '#shared/contract/source.ts';
import { HOOK_BODY_MAX_BYTES } from '#shared/limits.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { type Client, makeOwner, makeShop, type Shop } from '#tests/support/client.ts';
import { freshSqlite } from '#tests/support/databases.ts';

let app: TestApp;
beforeEach(async () => {
  app = makeTestApp(await freshSqlite());
});
afterEach(() => app.stop());

/** @returns a body that goes on for as long as it is read, and how much of it was. */
function endless() {
  let bytes = 0;
  let end = () => {};
  const body = new ReadableStream<Uint8Array>(
    {
      start(stream) {
        end = () => stream.close();
      },
      pull(stream) {
        if (bytes >= HOOK_BODY_MAX_BYTES) return;
        bytes += HOOK_BODY_MAX_BYTES;
        stream.enqueue(new Uint8Array(HOOK_BODY_MAX_BYTES));
      },
    },
    { highWaterMark: 0 },
  );
  return { body, read: () => bytes, end: () => end() };
}
const send = (id: string, body: BodyInit, headers: Record<string, string> = {}) =>
  app.fetch(`/api/hooks/${id}`, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);

async function newSource(email: string): Promise<{ owner: Client; shop: Shop; source: NewSource }> {
  const owner = await makeOwner(app, email);
  const shop = await makeShop(owner);
  return { owner, shop, source: shop.source };
}

it('holds no body for an address that nobody has', async () => {
  const { body, read } = endless();
  expect((await send('nowhere', body)).status).toBe(404);
  expect(read()).toBe(0);
});

it('holds so much of what never ends and no more, and leaves room for other owners', async () => {
  const { source, owner, shop } = await newSource('ana@shop.example');
  const other = await newSource('ben@shop.example');
  const held = Array.from({ length: 8 }, endless);
  const answers = held.map(({ body }) => send(source.id, body));
  while (held.some(({ read }) => read() === 0)) await setImmediate();
  // The owner's sources share what they have.
  const second = await owner.post<{ source: NewSource }>(`/api/sites/${shop.site.id}/sources`, { kind: 'webhook' });
  for (const id of [source.id, second.body.source.id]) {
    const refused = await send(id, '{}', { authorization: `Bearer ${source.secret}` });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
  }
  expect((await send(other.source.id, '{}', { authorization: `Bearer ${other.source.secret}` })).status).toBe(200);
  // Those that broke off leave their room, and the owner hears of what was not taken.
  for (const { end } of held) end();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(held.map(() => 401));
  expect((await send(source.id, '{}', { authorization: `Bearer ${source.secret}` })).status).toBe(200);
  await app.deps.hookFailures.write(app.deps.db);
  const failures = await app.deps.db.selectFrom('sources').select(['id', 'failures']).execute();
  expect(failures.find(({ id }) => id === second.body.source.id)?.failures).toBe(1);
});

it('reads large ones one after the other, and lets others in between', async () => {
  const { source } = await newSource('ana@shop.example');
  const event = { id: '1', kind: 'purchase', occurredAt: new Date(app.clock.now()).toISOString() };
  const body = JSON.stringify({ ...event, metadata: { list: Array.from({ length: 60_000 }, (_, n) => `entry ${n}`) } });
  expect(body.length).toBeGreaterThan(600_000);
  const { vendors } = app.deps;
  const perTurn = [0];
  const check: typeof vendors.check = (...args) => {
    perTurn.push((perTurn.pop() ?? 0) + 1);
    return vendors.check(...args);
  };
  Object.assign(app.deps, { vendors: { ...vendors, check } });
  let isDone = false;
  const watch = (async () => {
    while (!isDone) {
      await setImmediate();
      perTurn.push(0);
    }
  })();
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => send(source.id, body, { authorization: `Bearer ${source.secret}` })),
  );
  isDone = true;
  await watch;
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(perTurn.reduce((sum, checks) => sum + checks, 0)).toBe(answers.length);
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(2);
});
