// When a test's application stops, its log is searched for secrets (support/app.ts). This proves that the search finds
// real ones.
import { expect, it } from 'vitest';
import { startApp } from './support/apps.ts';
import { login, mailedCode, makeAccount, PASSWORD, type SignedInBody } from './support/auth.ts';
import { makeClient, makeKey } from './support/client.ts';
import { secretIn } from './support/log-secrets.ts';

it('finds each kind of secret in a line, and allows the outbox to log its link', async () => {
  const app = await startApp();
  const email = 'ana@shop.example';
  const ana = await makeAccount(app, email);
  const { accessToken } = (await ana.post<SignedInBody>('/api/auth/token')).body;
  const apiKey = await makeKey(ana, 'read', 'a');
  const user = await app.deps.db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow();
  await makeClient(app).post('/api/auth/forgot-password', { email });
  const reset = `#reset=${await mailedCode(app, email, 'reset')}`;
  const cookies = [...ana.cookies].map((pair) => pair.join('='));
  const sso = await app.deps.sso?.sign(email, null);
  const secrets = [accessToken, apiKey.key, user.password_hash, reset, ...cookies, sso, PASSWORD];
  expect(cookies).toHaveLength(3);
  for (const secret of secrets)
    expect([secret, secretIn(`{"msg":"request","it":"${secret}"}`)?.length]).not.toEqual([secret, undefined]);
  expect(secretIn(`{"link":"http://x/reset-password${reset}","msg":"mail written to the outbox"}`)).toBeNull();
  expect(secretIn(`{"link":"${accessToken}","msg":"mail written to the outbox"}`)).not.toBeNull();
  expect(secretIn('{"msg":"request","path":"/api/auth/login","status":401}')).toBeNull();
});

it('covers everything logged: failed logins, bad tokens, requests with secrets in their URL', async () => {
  const app = await startApp();
  await makeAccount(app, 'ana@shop.example');
  await login(makeClient(app), 'ana@shop.example', 'wrong one');
  await makeClient(app, 'made.up.token').get('/api/sites');
  const code = 'a'.repeat(43);
  for (const path of ['/verify-email', '/api/auth/verify-email']) {
    await makeClient(app).get(`${path}?code=${code}`);
    await makeClient(app).post(path, { code });
    await app.fetch(path, { method: 'POST', body: new URLSearchParams({ code }) });
  }
  await makeClient(app).post('/api/auth/sso', { token: 'made up' });
  expect(app.logged.length).toBeGreaterThan(5);
  expect(JSON.stringify(app.logged)).not.toContain(code);
});
