// Attack: fill the server's memory with deliveries that never end, keep shops' deliveries out by connections that declare
// much and send nothing, and keep visitors waiting with many large ones at once.
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { NewSource } from '#shared/contract/source.ts';
import { HOOK_BODY_MAX_BYTES } from '#shared/limits.ts';
import { SECOND } from '#shared/time.ts';
import { makeTestApp } from '#tests/support/app.ts';
import { type Client, makeOwner, makeShop, type Shop } from '#tests/support/client.ts';
import { freshSqlite } from '#tests/support/databases.ts';
import { hmac } from '#tests/support/deliveries.ts';
import { eachTest } from '#tests/support/stages.ts';

const app = eachTest(async () => makeTestApp(await freshSqlite()));

/** @param length of what is sent at once. @returns a body that sends so much and never ends, and whether it is being read. */
function endless(length = HOOK_BODY_MAX_BYTES) {
  let isRead = false;
  let end = () => {};
  const body = new ReadableStream<Uint8Array>(
    {
      start(stream) {
        end = () => stream.close();
      },
      pull(stream) {
        if (!isRead && length > 0) stream.enqueue(new Uint8Array(length));
        isRead = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, isRead: () => isRead, end: () => end() };
}
const send = (id: string, body: BodyInit, headers: Record<string, string> = {}) =>
  app.fetch(`/api/hooks/${id}`, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);

async function newSource(email: string): Promise<{ owner: Client; shop: Shop; source: NewSource }> {
  const owner = await makeOwner(app, email);
  const shop = await makeShop(owner);
  return { owner, shop, source: shop.source };
}

const at = () => String(Math.floor(app.clock.now() / SECOND));
/** Headers that look like a proof, of whoever has no secret. */
const forged = () => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': at(),
  'webhook-signature': `v1,${'A'.repeat(43)}=`,
});
/** @returns the status and Retry-After of a correctly signed delivery. */
async function deliver({ id, secret }: NewSource, body: string) {
  const signed = hmac(Buffer.from((secret ?? '').slice('whsec_'.length), 'base64'), `m.${at()}.${body}`, 'base64');
  const headers = { 'webhook-id': 'm', 'webhook-timestamp': at(), 'webhook-signature': `v1,${signed}` };
  const response = await send(id, body, headers);
  return [response.status, response.headers.get('retry-after')];
}
const SMALL = '{"test":true}';
const LARGE = JSON.stringify({ test: true, note: 'x'.repeat(1_000_000) });

it('holds no body for an address that nobody has', async () => {
  const { body, isRead } = endless();
  expect((await send('nowhere', body)).status).toBe(404);
  expect(isRead()).toBe(false);
});

it('lets everybody deliver while connections are open that declare much and send nothing', async () => {
  const { source } = await newSource('ana@shop.example');
  const silent: ReturnType<typeof endless>[] = [];
  const answers: Promise<Response>[] = [];
  for (const name of ['m1', 'm2', 'm3', 'm4']) {
    const own = await newSource(`${name}@shop.example`);
    for (const headers of [{}, forged()])
      for (let n = 0; n < 8; n++) {
        const one = endless(0);
        silent.push(one);
        answers.push(send(own.source.id, one.body, { ...headers, 'content-length': String(HOOK_BODY_MAX_BYTES) }));
      }
    while (!silent.every(({ isRead }) => isRead())) await setImmediate();
    expect(await deliver(own.source, LARGE)).toEqual([200, null]);
  }
  for (const body of [SMALL, LARGE]) expect(await deliver(source, body)).toEqual([200, null]);
  for (const { end } of silent) end();
  await Promise.all(answers);
});

it('holds no large body whose headers prove nothing', async () => {
  const { source } = await newSource('ana@shop.example');
  const late = { ...forged(), 'webhook-timestamp': String(Number(at()) - 600) };
  const tries = [{}, late, { ...forged(), 'webhook-signature': 'v1,short' }, { authorization: 'Bearer whsec_x' }];
  const held = Array.from({ length: 36 }, () => endless());
  const answers = held.map(({ body }, n) => send(source.id, body, tries[n % tries.length]));
  while (!held.every(({ isRead }) => isRead())) await setImmediate();
  expect(await deliver(source, LARGE)).toEqual([200, null]);
  for (const { end } of held) end();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(held.map(() => 401));
});

it('holds so much of large ones that may be proven and no more, and always lets small ones in', async () => {
  const { source, owner, shop } = await newSource('ana@shop.example');
  const other = await newSource('ben@shop.example');
  const held = Array.from({ length: 8 }, () => endless());
  const answers = held.map(({ body }) => send(source.id, body, forged()));
  while (!held.every(({ isRead }) => isRead())) await setImmediate();
  // The owner's sources share what they have.
  const second = await owner.post<{ source: NewSource }>(`/api/sites/${shop.site.id}/sources`, { kind: 'webhook' });
  for (const own of [source, second.body.source]) {
    expect(await deliver(own, LARGE)).toEqual([503, '30']);
    expect(await deliver(own, SMALL)).toEqual([200, null]);
    const bearer = await send(own.id, SMALL, { authorization: `Bearer ${own.secret}` });
    expect(bearer.status).toBe(200);
  }
  expect(await deliver(other.source, LARGE)).toEqual([200, null]);
  // Those that broke off leave their room, and the owner hears of what was not taken.
  for (const { end } of held) end();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(held.map(() => 401));
  expect(await deliver(source, LARGE)).toEqual([200, null]);
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
