import { expect, test, vi } from 'vitest';
import { Unreachable } from './failures.ts';
import { createCsrf, createTransport, type HealthCheck } from './transport.ts';

type Sent = { url: string; csrf: string | null };

/** A server that issues token-1, token-2, … and answers other calls from `answers`, in order. */
function setUp(answers: (Response | Error)[]) {
  const sent: Sent[] = [];
  const waits: number[] = [];
  let tokens = 0;
  const send: typeof fetch = async (url, init) => {
    if (url === '/api/csrf-token') {
      tokens += 1;
      return Response.json({ csrfToken: `token-${tokens}` });
    }
    sent.push({ url: String(url), csrf: new Headers(init?.headers).get('x-csrf-token') });
    init?.signal?.throwIfAborted();
    const answer = answers.shift() ?? Response.json({});
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const csrf = createCsrf({ send, generate: () => 'generated' });
  const checkHealth: HealthCheck = async () => 'backend-unavailable';
  const wait = async (ms: number) => {
    waits.push(ms);
  };
  return { csrf, sent, waits, call: createTransport({ send, csrf, checkHealth, wait }) };
}

const refusal = () => Response.json({ code: 'csrf', message: 'Invalid CSRF token' }, { status: 403 });

test('a GET carries no CSRF token', async () => {
  const { call, sent } = setUp([]);
  await call('/api/x');
  expect(sent).toEqual([{ url: '/api/x', csrf: null }]);
});

test('writes share one token until it is dropped', async () => {
  const { call, csrf, sent } = setUp([]);
  await Promise.all([call('/api/x', { method: 'POST' }), call('/api/y', { method: 'DELETE' })]);
  csrf.drop();
  await call('/api/z', { method: 'PUT' });
  expect(sent.map((request) => request.csrf)).toEqual(['token-1', 'token-1', 'token-2']);
});

test('a refused token is replaced and the call retried once after half a second [spec 8.http.1]', async () => {
  const { call, sent, waits } = setUp([refusal()]);
  const response = await call('/api/x', { method: 'POST' });
  expect(response.status).toBe(200);
  expect(sent.map((request) => request.csrf)).toEqual(['token-1', 'token-2']);
  expect(waits).toEqual([500]);
});

test('a second refusal reaches the caller, its body still readable', async () => {
  const { call, sent } = setUp([refusal(), refusal()]);
  const response = await call('/api/x', { method: 'POST' });
  expect(sent).toHaveLength(2);
  expect(await response.json()).toMatchObject({ code: 'csrf' });
});

test('a 403 for any other reason is not retried', async () => {
  const { call, sent } = setUp([Response.json({ code: 'forbidden', message: 'No' }, { status: 403 })]);
  expect((await call('/api/x', { method: 'POST' })).status).toBe(403);
  expect(sent).toHaveLength(1);
});

test('a missing token is fetched anew [spec 8.http.1]', async () => {
  const missing = Response.json({ code: 'csrf', message: 'CSRF token required' }, { status: 403 });
  const { call, sent } = setUp([missing]);
  expect((await call('/api/x', { method: 'DELETE' })).status).toBe(200);
  expect(sent.map((request) => request.csrf)).toEqual(['token-1', 'token-2']);
});

test('a call without an answer fails with the reason', async () => {
  const { call } = setUp([new TypeError('Failed to fetch')]);
  const failure = await call('/api/x').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Unreachable);
  expect(failure).toMatchObject({ reason: 'backend-unavailable' });
});

test('a call times out after ten seconds [spec 9.1]', async () => {
  const clocks = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort(new Error('too long')));
  const { call } = setUp([]);
  await expect(call('/api/x')).rejects.toBeInstanceOf(Unreachable);
  expect(clocks.mock.calls).toEqual([[10_000]]);
});

test('a call aborted by its caller rejects like fetch', async () => {
  const { call } = setUp([]);
  const signal = AbortSignal.abort(new DOMException('gone', 'AbortError'));
  await expect(call('/api/x', { signal })).rejects.toMatchObject({ name: 'AbortError' });
});
