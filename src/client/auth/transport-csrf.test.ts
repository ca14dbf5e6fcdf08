import { expect, test, vi } from 'vitest';
import { createCsrf } from './transport.ts';

const token = (csrfToken: string) => Response.json({ csrfToken });

function setUp(...answers: (Response | Error)[]) {
  let generated = 0;
  const send: typeof fetch = async (_url, init) => {
    init?.signal?.throwIfAborted();
    const answer = answers.shift() ?? new Error('down');
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const generate = () => {
    generated += 1;
    return `generated-${generated}`;
  };
  return createCsrf({ send, generate });
}

test('if no new token can be fetched, the last known one is sent and the next call tries again [spec 8.http.6]', async () => {
  const csrf = setUp(token('first'), new Error('down'), new Response('', { status: 500 }), token('second'));
  expect(await csrf.token()).toBe('first');
  csrf.drop();
  expect(await csrf.token()).toBe('first');
  expect(await csrf.token()).toBe('first');
  expect(await csrf.token()).toBe('second');
});

test('calls waiting for the same failed fetch all get the last known token', async () => {
  const csrf = setUp(token('first'), new Error('down'));
  await csrf.token();
  csrf.drop();
  expect(await Promise.all([csrf.token(), csrf.token()])).toEqual(['first', 'first']);
});

test('without a known token, the failure reaches the caller', async () => {
  const csrf = setUp(new Error('down'), token('first'));
  await expect(csrf.token()).rejects.toThrow('down');
  expect(await csrf.token()).toBe('first');
});

test('a server without a CSRF endpoint gets a generated token, even if another was known [spec 8.http.6]', async () => {
  const csrf = setUp(new Response('', { status: 404 }), token('first'), new Response('', { status: 404 }));
  expect(await csrf.token()).toBe('generated-1');
  expect(await csrf.token()).toBe('generated-1');
  csrf.drop();
  expect(await csrf.token()).toBe('first');
  csrf.drop();
  expect(await csrf.token()).toBe('generated-2');
});

test('an answer without a token is a failure', async () => {
  await expect(setUp(Response.json({})).token()).rejects.toThrow('unexpected answer');
});

test('fetching the token times out after five seconds [spec 9.2]', async () => {
  const clocks = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort(new Error('too long')));
  await expect(setUp(token('first')).token()).rejects.toThrow('too long');
  expect(clocks.mock.calls).toEqual([[5_000]]);
});
