import { expect, test, vi } from 'vitest';
import { createHealthCheck } from './transport.ts';

function setUp(answer: () => Promise<Response>, isOnline = () => true) {
  const asked: string[] = [];
  const send: typeof fetch = (url, init) => {
    asked.push(String(url));
    if (init?.signal?.aborted) return Promise.reject(init.signal.reason);
    return answer();
  };
  return { asked, checkHealth: createHealthCheck({ send, isOnline }) };
}

test('a healthy server means that the call was lost on the way', async () => {
  const { asked, checkHealth } = setUp(async () => Response.json({ status: 'ok' }));
  expect(await checkHealth()).toBe('network-error');
  expect(asked).toEqual(['/api/health']);
});

test.each([
  ['answers with an error', async () => new Response('', { status: 503 })],
  ["sends a proxy's page", async () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })],
  ['refuses the connection', () => Promise.reject(new TypeError('Failed to fetch'))],
])('a server that %s is to blame', async (_what, answer) => {
  expect(await setUp(answer).checkHealth()).toBe('backend-unavailable');
});

test('a server that stays silent for three seconds is to blame [spec 9.3]', async () => {
  const clocks = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort(new Error('too long')));
  expect(await setUp(async () => Response.json({})).checkHealth()).toBe('backend-unavailable');
  expect(clocks.mock.calls).toEqual([[3_000]]);
});

test('an offline browser does not ask', async () => {
  const { asked, checkHealth } = setUp(
    async () => Response.json({}),
    () => false,
  );
  expect(await checkHealth()).toBe('network-error');
  expect(asked).toEqual([]);
});

test('a connection that drops during the check is to blame', async () => {
  let isOnline = true;
  const { checkHealth } = setUp(
    async () => {
      isOnline = false;
      throw new TypeError('Failed to fetch');
    },
    () => isOnline,
  );
  expect(await checkHealth()).toBe('network-error');
});

test('concurrent calls share one check, later ones start another', async () => {
  const { asked, checkHealth } = setUp(async () => Response.json({}));
  await Promise.all([checkHealth(), checkHealth()]);
  expect(asked).toHaveLength(1);
  await checkHealth();
  expect(asked).toHaveLength(2);
});
