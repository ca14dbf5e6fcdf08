import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { WIDGET_BEHAVIOR } from '#shared/embed/defaults.ts';
import type * as Load from './load.ts';
import { STORED_FOR } from './load.ts';
import { makeStore } from './memory.ts';

const network = { fetch: (): Promise<Response> => Promise.reject() };
let askBackend: typeof Load.askBackend;
let payloadOf: typeof Load.payloadOf;
// The widget keeps the fetch of the moment when it was loaded.
beforeAll(async () => {
  vi.stubGlobal('fetch', () => network.fetch());
  vi.resetModules();
  ({ askBackend, payloadOf } = await import('./load.ts'));
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const good = {
  v: 2,
  widget: { behavior: WIDGET_BEHAVIOR, style: '.region{}' },
  notifications: [{ id: 'n', type: 'custom', message: 'Hello', timestamp: '2026-01-01T00:00:00.000Z' }],
  token: 't',
};
const answer = (status: number, body: unknown) => () =>
  Promise.resolve(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }));
const ok = answer(200, good);
const down = () => Promise.reject(new TypeError('Failed to fetch'));

/** @returns a visitor's browser with blocked storage, so that values are held in memory. */
function browser() {
  const store = makeStore(() => {
    throw new Error('blocked');
  }, '');
  let time = 1_700_000_000_000;
  return {
    async load(backend: () => Promise<Response>) {
      network.fetch = backend;
      return payloadOf(await askBackend('https://proofbell.test/api/embed/s'), store, time, (run) => run());
    },
    pass(ms: number) {
      time += ms;
    },
  };
}

test('a good answer contains the payload', async () => {
  expect(await browser().load(ok)).toEqual(good);
});

test.each([
  ['cannot be reached', down],
  ['fails', answer(500, '{}')],
  ['is too busy', answer(429, '{}')],
  ['answers HTML', answer(200, '<!doctype html>')],
  ['breaks off', () => Promise.resolve(new Response(new ReadableStream({ pull: (stream) => stream.error('cut') })))],
  ['answers a later version', answer(200, { ...good, v: 3 })],
])('if the backend %s there is nothing, or the last good payload for a day', async (_what, fetch) => {
  const { load, pass } = browser();
  expect(await load(fetch)).toBeNull();
  await load(ok);
  pass(STORED_FOR - 1);
  expect(await load(fetch)).toEqual(good);
  pass(1);
  expect(await load(fetch)).toBeNull();
});

test.each([404, 403])('a %i erases the last good payload', async (status) => {
  const { load } = browser();
  await load(ok);
  expect(await load(answer(status, { code: 'not-found' }))).toBeNull();
  expect(await load(down)).toBeNull();
});

test('a payload from the future, after a clock change, is not trusted', async () => {
  const { load, pass } = browser();
  await load(ok);
  pass(-1);
  expect(await load(down)).toBeNull();
});

test.each([
  ['without its time', JSON.stringify(good)],
  ['of version 0', `1699999999999 ${JSON.stringify({ ...good, v: 0 })}`],
  ['with its end cut off', `1699999999999 ${JSON.stringify(good).slice(0, -9)}`],
  ['that is HTML', '1699999999999 <!doctype html>'],
  ['that is one number', '17'],
  ['that is empty', ''],
])('a kept payload %s is nothing', (_what, text) => {
  const store = makeStore(() => {
    throw new Error('blocked');
  }, '');
  store.set('payload', text);
  expect(payloadOf([], store, 1_700_000_000_000, (run) => run())).toBeNull();
});
