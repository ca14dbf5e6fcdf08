// The log says what happened to which request, without any secrets.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MESSAGES } from '#shared/messages.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { makeClient } from '#tests/support/client.ts';
import { onBothDatabases } from '#tests/support/databases.ts';

const PASSWORD = 'correct horse battery';

onBothDatabases('the log', { postgres: 'long' }, (database) => {
  let app: TestApp;
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'proofbell-log-'));
    app = makeTestApp(database(), { DATA_DIR: folder });
  });
  afterEach(async () => {
    await app.stop();
    rmSync(folder, { recursive: true });
  });

  const linesWith = (text: string) => app.logged.filter((line) => JSON.stringify(line).includes(text));
  const requests = () => app.logged.filter(({ msg }) => msg === 'request');

  it('uses our own request ids, whatever a client sends', async () => {
    const headers = { 'x-request-id': 'forged', authorization: 'Bearer wrong' };
    for (const path of ['/api/nothing', '/api/auth/me', '/api/embed/nobody']) {
      const response = await app.fetch(path, { headers });
      const { requestId } = await response.json();
      expect([path, requestId]).toEqual([path, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
      expect(response.headers.get('x-request-id')).toBe(requestId);
    }
    expect(linesWith('forged')).toEqual([]);
  });

  it('has no password, cookie, token or code of an owner’s first day, except the link of the email in the outbox', async () => {
    const owner = makeClient(app);
    const account = { email: 'ana@shop.example', password: PASSWORD };
    const registered = await owner.post<{ accessToken: string }>('/api/auth/register', account);
    await app.running.mailer.flush();
    const [mailed] = linesWith('mail written to the outbox');
    const link = new URL(String(mailed?.link));
    const code = link.searchParams.get('code') ?? '';
    expect(code).toHaveLength(43);
    await owner.get(link.pathname + link.search);
    await owner.get(`${link.pathname}?code=wrong-code-in-a-link`);
    await owner.post('/api/auth/login', { ...account, password: `${PASSWORD} not` });
    await owner.post('/api/auth/register', account);
    await makeClient(app, registered.body.accessToken).get('/api/auth/me');
    await makeClient(app, `${registered.body.accessToken}x`).get('/api/auth/me');
    const { csrfToken } = (await owner.get<{ csrfToken: string }>('/api/csrf-token')).body;
    await owner.get(`/api/trpc/sites.get?input=${encodeURIComponent(`{"json":{"id":"${PASSWORD}"}}`)}`);
    await owner.post('/api/trpc/auth.login', `{"json":{"email":5,"password":"${PASSWORD}"}}`);
    await owner.post('/api/auth/login', `{"password":"${PASSWORD}"`);

    expect(requests().length).toBeGreaterThan(15);
    const secrets = [PASSWORD, encodeURIComponent(PASSWORD), registered.body.accessToken, csrfToken, 'wrong-code'];
    secrets.push(...owner.cookies.values());
    for (const secret of secrets) expect([secret, linesWith(secret)]).toEqual([secret, []]);
    expect(linesWith(code)).toMatchObject([{ msg: 'mail written to the outbox', link: link.href }]);
  });

  it('has method, path, status and the same id that the caller got', async () => {
    const response = await makeClient(app).get('/api/sites?page=secret');
    const line = requests().at(-1);
    expect(line).toMatchObject({ method: 'GET', path: '/api/sites', status: 401, ms: expect.any(Number) });
    expect(line?.requestId).toBe(response.headers.get('x-request-id'));
    expect(line?.requestId).toBe(response.body.requestId);
    expect(JSON.stringify(line)).not.toContain('secret');
  });

  it('has an internal error with its cause, while the caller gets only the id', async () => {
    const response = await withoutAccounts(() =>
      makeClient(app).post('/api/auth/register', { email: 'a@b.example', password: PASSWORD }),
    );
    expect([response.status, response.body.code, response.body.message]).toEqual([500, 'internal', MESSAGES.internal]);
    expect(Object.keys(response.body).sort()).toEqual(['code', 'message', 'requestId']);
    const issues = app.logged.filter(({ level }) => Number(level) >= 50);
    expect(issues[0]).toMatchObject({
      requestId: response.body.requestId,
      err: { message: expect.stringContaining('users') },
    });
    expect(linesWith(PASSWORD)).toEqual([]);
  });

  /** Calls while the table of accounts has another name. */
  async function withoutAccounts<T>(call: () => Promise<T>): Promise<T> {
    const { db } = app.deps;
    await db.schema.alterTable('users').renameTo('hidden').execute();
    try {
      return await call();
    } finally {
      await db.schema.alterTable('hidden').renameTo('users').execute();
    }
  }
});
