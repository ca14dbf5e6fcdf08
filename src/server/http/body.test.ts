// Oversized bodies, over a real connection while the client is still sending, and malformed JSON.
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import fc from 'fast-check';
import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BODY_MAX_BYTES, OPEN_BODY_MAX } from '#shared/limits.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { makeClient } from '#tests/support/client.ts';
import { freshSqlite } from '#tests/support/databases.ts';
import type { Database } from '../db/open.ts';
import { limitBody, parseJsonObject, readJsonObject } from './body.ts';
import type { HttpEnv } from './request-context.ts';

const REFUSAL = { code: 'too-large', message: 'The request body is larger than 256 KiB' };

describe('the body limit', () => {
  let database: Database;
  let app: TestApp;
  let server: ReturnType<typeof serve>;
  let port: number;
  let headers: Record<string, string>;

  beforeEach(async () => {
    database = await freshSqlite();
    app = makeTestApp(database);
    server = await new Promise((resolve) => {
      const started = serve({ fetch: (req) => app.handle(req), port: 0, hostname: '127.0.0.1' }, () =>
        resolve(started),
      );
    });
    port = (server.address() as AddressInfo).port;
    const client = makeClient(app);
    const { csrfToken } = (await client.get<{ csrfToken: string }>('/api/csrf-token')).body;
    const cookie = [...client.cookies].map((pair) => pair.join('=')).join('; ');
    headers = { cookie, 'x-csrf-token': csrfToken, 'content-type': 'application/json' };
  });
  afterEach(async () => {
    await new Promise((resolve) => server.close(resolve));
    await app.stop();
    await database.close();
  });

  /** Sends `bytes` of a JSON text in chunks, and reads the response. */
  const send = (path: string, bytes: number, isDeclared: boolean) =>
    new Promise<{ status: number | undefined; body: { code?: string; errors?: unknown } }>((resolve, reject) => {
      const call = request(
        {
          port,
          host: '127.0.0.1',
          method: 'POST',
          path,
          headers: { ...headers, ...(isDeclared && { 'content-length': bytes }) },
        },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (chunk) => {
            text += chunk;
          });
          answer.on('end', () => resolve({ status: answer.statusCode, body: JSON.parse(text) }));
          answer.on('error', reject);
        },
      );
      call.on('error', reject);
      const piece = Buffer.alloc(64 * 1024, ' ');
      let left = bytes - 2;
      const pump = () => {
        while (left > 0) {
          const chunk = piece.subarray(0, Math.min(left, piece.length));
          left -= chunk.length;
          if (!call.write(chunk)) return void call.once('drain', pump);
        }
        call.end('{}');
      };
      pump();
    });

  it.each([
    ['with its length declared', true],
    ['in chunks', false],
  ])('refuses a larger body %s, with a 413 that the client can read', async (_, isDeclared) => {
    for (const path of ['/api/auth/login', '/api/trpc/auth.login', '/api/nothing']) {
      for (const bytes of [BODY_MAX_BYTES + 1, 6 * 1024 * 1024]) {
        const { status, body } = await send(path, bytes, isDeclared);
        expect([path, bytes, status, body]).toEqual([path, bytes, 413, expect.objectContaining(REFUSAL)]);
      }
    }
  });

  it.each([
    ['with its length declared', true],
    ['in chunks', false],
  ])('accepts a body of exactly that size %s', async (_, isDeclared) => {
    const { status, body } = await send('/api/auth/login', OPEN_BODY_MAX, isDeclared);
    expect([status, body.code]).toEqual([400, 'validation']);
    expect(body.errors).toMatchObject([{ field: 'email' }, { field: 'password' }]);
    // Who isn't logged in is told so before the body is read.
    expect(await send('/api/sites', BODY_MAX_BYTES, isDeclared)).toMatchObject({ status: 401 });
  });
});

describe('parseJsonObject', () => {
  it('parses any shallow object written by JSON.stringify', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 })), (value) => {
        expect(parseJsonObject(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('does not count brackets inside strings', () => {
    expect(parseJsonObject(`{"a":"${'['.repeat(50)}\\"${'{'.repeat(50)}"}`)).toHaveProperty('a');
  });

  it('allows 32 levels and refuses 33', () => {
    const deep = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;
    expect(parseJsonObject(deep(32))).toHaveProperty('a');
    expect(() => parseJsonObject(deep(33))).toThrow('Nested more than 32 levels deep');
  });

  it.each(['', '{', '[]', '"x"', 'null', '1', 'undefined'])('refuses %j', (text) => {
    expect(() => parseJsonObject(text)).toThrow(/Not valid JSON|Must be a JSON object/);
  });
});

it('treats a client that disconnects while sending as a bad request, not as a lost database', async () => {
  const gone = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
  const body = new ReadableStream({ start: (stream) => stream.error(gone) });
  const app = new Hono<HttpEnv>().post('/', async (c) => c.json(await readJsonObject(c)));
  app.onError((error, c) => c.json({ code: (error as { code?: string }).code }));
  const answer = await app.request('/', { method: 'POST', body, duplex: 'half' } as RequestInit);
  expect(await answer.json()).toEqual({ code: 'validation' });
});

it('responds 400, not 500, when a client disconnects while its body is measured', async () => {
  const body = new ReadableStream({ start: (stream) => stream.error(new Error('aborted')) });
  const app = new Hono().post(
    '/',
    limitBody(10, (c, error) => c.json({ code: error.code }, 400)),
    (c) => c.body(null, 204),
  );
  const answer = await app.request('/', { method: 'POST', body, duplex: 'half' } as RequestInit);
  expect([answer.status, await answer.json()]).toEqual([400, { code: 'validation' }]);
});
