import { expect, test, vi } from 'vitest';
import { HEALTH_TIMEOUT } from '#shared/limits.ts';
import { createReach } from './reach.ts';

function setUp(answer: () => Promise<Response>, isOnline = () => true) {
  const asked: string[] = [];
  const send: typeof fetch = (url, init) => {
    asked.push(String(url));
    if (init?.signal?.aborted) return Promise.reject(init.signal.reason);
    return answer();
  };
  return { asked, reach: createReach({ send, isOnline }) };
}

test('a healthy server means that the call was lost on the way', async () => {
  const { asked, reach } = setUp(async () => Response.json({ status: 'ok' }));
  expect(await reach.findTrouble()).toBe('network-error');
  expect(asked).toEqual(['/api/health']);
});

test.each([
  ['answers that it is not well', async () => new Response('', { status: 503 })],
  ['refuses the connection', () => Promise.reject(new TypeError('Failed to fetch'))],
])('a server that %s is the server’s trouble', async (_what, answer) => {
  expect(await setUp(answer).reach.findTrouble()).toBe('backend-unavailable');
});

test('a server that is silent for three seconds is the server’s trouble', async () => {
  const clocks = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort(new Error('too long')));
  expect(await setUp(async () => Response.json({})).reach.findTrouble()).toBe('backend-unavailable');
  expect(clocks.mock.calls).toEqual([[HEALTH_TIMEOUT]]);
});

test('a browser without a connection need not ask', async () => {
  const { asked, reach } = setUp(
    async () => Response.json({}),
    () => false,
  );
  expect(await reach.findTrouble()).toBe('network-error');
  expect(asked).toEqual([]);
});

test('a connection that goes while asking is the connection’s trouble', async () => {
  let isOnline = true;
  const { reach } = setUp(
    async () => {
      isOnline = false;
      throw new TypeError('Failed to fetch');
    },
    () => isOnline,
  );
  expect(await reach.findTrouble()).toBe('network-error');
});

test('many who want to know ask once, and later again', async () => {
  const { asked, reach } = setUp(async () => Response.json({}));
  await Promise.all([reach.findTrouble(), reach.findTrouble()]);
  expect(asked).toHaveLength(1);
  await reach.findTrouble();
  expect(asked).toHaveLength(2);
});
