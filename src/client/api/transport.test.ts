import { expect, test } from 'vitest';
import { CSRF_RETRY_DELAY } from '#shared/limits.ts';
import { createCsrf } from './csrf.ts';
import { createTransport } from './transport.ts';

type Sent = { url: string; csrf: string | null };

/** A server that hands out token-1, token-2, … and answers the other calls from `answers`, in order. */
function setUp(answers: Response[]) {
  const sent: Sent[] = [];
  const waits: number[] = [];
  let tokens = 0;
  const send: typeof fetch = async (url, init) => {
    if (url === '/api/csrf-token') {
      tokens += 1;
      return Response.json({ csrfToken: `token-${tokens}` });
    }
    sent.push({ url: String(url), csrf: new Headers(init?.headers).get('x-csrf-token') });
    return answers.shift() ?? Response.json({});
  };
  const csrf = createCsrf(send);
  const wait = async (ms: number) => {
    waits.push(ms);
  };
  return { csrf, sent, waits, call: createTransport({ send, csrf, wait }) };
}

const refusal = () => Response.json({ code: 'csrf', message: 'Invalid CSRF token' }, { status: 403 });

test('a reading call carries no CSRF token', async () => {
  const { call, sent } = setUp([]);
  await call('/api/x');
  expect(sent).toEqual([{ url: '/api/x', csrf: null }]);
});

test('writing calls share one token until it is dropped', async () => {
  const { call, csrf, sent } = setUp([]);
  await Promise.all([call('/api/x', { method: 'POST' }), call('/api/y', { method: 'DELETE' })]);
  csrf.drop();
  await call('/api/z', { method: 'PUT' });
  expect(sent.map((request) => request.csrf)).toEqual(['token-1', 'token-1', 'token-2']);
});

test('a refused token is replaced and the call tried once more after half a second', async () => {
  const { call, sent, waits } = setUp([refusal()]);
  const response = await call('/api/x', { method: 'POST' });
  expect(response.status).toBe(200);
  expect(sent.map((request) => request.csrf)).toEqual(['token-1', 'token-2']);
  expect(waits).toEqual([CSRF_RETRY_DELAY]);
});

test('a second refusal is handed on, with its body readable', async () => {
  const { call, sent } = setUp([refusal(), refusal()]);
  const response = await call('/api/x', { method: 'POST' });
  expect(sent).toHaveLength(2);
  expect(await response.json()).toMatchObject({ code: 'csrf' });
});

test('a 403 for another reason is not tried again', async () => {
  const { call, sent } = setUp([Response.json({ code: 'forbidden', message: 'No' }, { status: 403 })]);
  expect((await call('/api/x', { method: 'POST' })).status).toBe(403);
  expect(sent).toHaveLength(1);
});
