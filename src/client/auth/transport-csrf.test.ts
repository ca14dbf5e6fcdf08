import { expect, test, vi } from 'vitest';
import { CSRF_TIMEOUT } from '#shared/limits.ts';
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

test('a token that cannot be fetched anew is the last one known, and the next call tries again [spec 8.http]', async () => {
  const csrf = setUp(token('first'), new Error('down'), new Response('', { status: 500 }), token('second'));
  expect(await csrf.token()).toBe('first');
  csrf.drop();
  expect(await csrf.token()).toBe('first');
  expect(await csrf.token()).toBe('first');
  expect(await csrf.token()).toBe('second');
});

test('calls that wait together for a failing fetch all get the last one known', async () => {
  const csrf = setUp(token('first'), new Error('down'));
  await csrf.token();
  csrf.drop();
  expect(await Promise.all([csrf.token(), csrf.token()])).toEqual(['first', 'first']);
});

test('without any token known the failure is handed on', async () => {
  const csrf = setUp(new Error('down'), token('first'));
  await expect(csrf.token()).rejects.toThrow('down');
  expect(await csrf.token()).toBe('first');
});

test('a server that has no such address gets a token of our own making, even when another was known [spec 8.http]', async () => {
  const csrf = setUp(new Response('', { status: 404 }), token('first'), new Response('', { status: 404 }));
  expect(await csrf.token()).toBe('generated-1');
  expect(await csrf.token()).toBe('generated-1');
  csrf.drop();
  expect(await csrf.token()).toBe('first');
  csrf.drop();
  expect(await csrf.token()).toBe('generated-2');
});

test('an answer that is no token is a failure', async () => {
  await expect(setUp(Response.json({})).token()).rejects.toThrow('unexpected answer');
});

test('the fetch is given up after five seconds [spec 8.http]', async () => {
  const clocks = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort(new Error('too long')));
  await expect(setUp(token('first')).token()).rejects.toThrow('too long');
  expect(clocks.mock.calls).toEqual([[CSRF_TIMEOUT]]);
});
