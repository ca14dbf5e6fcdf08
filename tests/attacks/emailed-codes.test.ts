// Attack: with the stolen session of an account without a password, guess the emailed code, use it twice or late, use that
// of another account, or find it in a copy of the database; or have so many codes and links sent that they fill an inbox.
import { expect, it } from 'vitest';
import { hashOf } from '#server/db/hash.ts';
import type { ApiError } from '#server/trpc/errors.ts';
import { CONFIRM_CODE_LIFE, CONFIRMATION_LIFE } from '#shared/limits.ts';
import { MESSAGES } from '#shared/messages.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#shared/time.ts';
import { describeApp } from '#tests/support/apps.ts';
import { logInWithSso, login, mailedCode, mailedConfirmCode, PASSWORD, SSO, ssoToken } from '#tests/support/auth.ts';
import { type Client, makeClient } from '#tests/support/client.ts';

const NEW = 'a new horse';

describeApp('an emailed code', { postgres: 'long', env: { ...SSO, AUTH_RATE_LIMIT: '1' } }, ({ app }) => {
  const confirm = (client: Client, body: object) => client.post('/api/auth/confirm', body);
  const makeKey = (client: Client) => client.post('/api/api-keys', { name: 'Mine', scope: 'write' });
  /** @returns a browser of somebody whose account has no password. */
  const signOn = async (claims = {}) => {
    const client = makeClient(app);
    expect((await logInWithSso(client, await ssoToken(app, claims))).status).toBe(200);
    return client;
  };

  it('works once, not for long, and can be read from nothing that is stored', async () => {
    const ana = await signOn();
    app.clock.advance(CONFIRMATION_LIFE);
    expect((await makeKey(ana)).body).toMatchObject({ code: 'confirm-required', errors: [{ field: 'code' }] });
    expect((await ana.post('/api/auth/confirm-code')).body).toEqual({ sent: true });
    expect((await ana.post('/api/auth/confirm-code')).headers.get('retry-after')).toBe('60');
    const code = await mailedConfirmCode(app);
    expect(code).toMatch(/^\d{8}$/);
    // No copy of the database tells the code, not even by trying all of them.
    const stored = JSON.stringify([
      await app.deps.db.selectFrom('email_tokens').selectAll().execute(),
      await app.deps.db.selectFrom('mails').selectAll().execute(),
    ]);
    const { user_id: userId } = await app.deps.db.selectFrom('email_tokens').selectAll().executeTakeFirstOrThrow();
    for (const plain of [code, hashOf(code), hashOf(`${userId}.${code}`)]) expect(stored).not.toContain(plain);
    for (const body of [{}, { code: '' }, { code, password: PASSWORD }, { code: 'x' }, { code: 12345678 }])
      expect((await confirm(ana, body)).body).toMatchObject({ code: 'validation' });
    const both = await Promise.all([
      confirm(ana, { code: ` ${code.slice(0, 4)} ${code.slice(4)}` }),
      confirm(ana, { code }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await makeKey(ana)).status).toBe(201);
    app.clock.advance(CONFIRMATION_LIFE);
    await ana.post('/api/auth/confirm-code');
    const old = await mailedConfirmCode(app);
    app.clock.advance(CONFIRM_CODE_LIFE);
    expect((await confirm(ana, { code: old })).body).toMatchObject({ message: MESSAGES.confirmCodeWrong });
    expect((await makeKey(ana)).status).toBe(403);
  });

  it('cannot be guessed, works for its own account alone, and not where there is a password', async () => {
    const ana = await signOn();
    const bob = await signOn({ email: 'bob@shop.example', sub: 'bob' });
    app.clock.advance(CONFIRMATION_LIFE);
    await bob.post('/api/auth/confirm-code');
    const bobs = await mailedConfirmCode(app);
    await ana.post('/api/auth/confirm-code');
    const code = await mailedConfirmCode(app);
    expect((await confirm(ana, { code: bobs })).status).toBe(400);
    const wrong = (n: number) => String((Number(code) + 1 + n) % 1e8).padStart(8, '0');
    const statuses = await Promise.all(Array.from({ length: 20 }, (_, n) => confirm(ana, { code: wrong(n) })));
    expect(statuses.filter(({ status }) => status === 400)).toHaveLength(4);
    expect((await confirm(ana, { code })).status).toBe(429);
    app.clock.advance(HOUR);
    await bob.post('/api/auth/confirm-code');
    const stale = await mailedConfirmCode(app);
    await makeClient(app).post('/api/auth/forgot-password', { email: 'bob@shop.example' });
    const token = await mailedCode(app, 'bob@shop.example', 'reset');
    await makeClient(app).post('/api/auth/reset-password', { token, password: NEW });
    await login(bob, 'bob@shop.example', NEW);
    expect((await bob.post('/api/auth/confirm-code')).status).toBe(409);
    expect((await confirm(bob, { code: stale })).body).toMatchObject({ message: MESSAGES.confirmCodeWrong });
  });

  it('that is cut short or too long is no guess: Enter pressed too early keeps nobody out', async () => {
    const ana = await signOn();
    app.clock.advance(CONFIRMATION_LIFE);
    await ana.post('/api/auth/confirm-code');
    const code = await mailedConfirmCode(app);
    for (const typed of [...Array.from(code, (_, n) => code.slice(0, n)), `${code}1`]) {
      expect((await confirm(ana, { code: typed })).body).toMatchObject({
        code: 'validation',
        errors: [{ field: 'code' }],
      });
    }
    expect((await confirm(ana, { code })).status).toBe(200);
  });

  it('does not fill an inbox: one a minute, 20 a day', async () => {
    const ana = await signOn();
    let sent = 0;
    for (let n = 0; n < 60; n++) {
      const answers = await Promise.all([1, 2].map(() => ana.post('/api/auth/confirm-code')));
      sent += answers.filter(({ status }) => status === 200).length;
      app.clock.advance(4 * 60_000);
    }
    app.clock.advance(HOUR);
    expect((await ana.post('/api/auth/confirm-code')).status).toBe(429);
    expect([sent, (await app.deps.db.selectFrom('mails').select('id').execute()).length]).toEqual([20, 20]);
  });

  it('nor do links to verify an address or choose a first password, to whoever owns the address', async () => {
    for (const more of [{ password: PASSWORD }, {}]) {
      const script = makeClient(app);
      await script.post('/api/auth/register', { email: `u${Object.keys(more).length}@shop.example`, ...more });
      await app.deps.db.deleteFrom('mails').execute();
      const ask = () => script.post<ApiError>('/api/auth/send-verification-email');
      app.clock.advance(MINUTE);
      for (let n = 0; n < 60; n++) {
        await ask();
        app.clock.advance(10 * MINUTE);
      }
      expect(await app.deps.db.selectFrom('mails').select('id').execute()).toHaveLength(20);
      const refused = await ask();
      expect([refused.status, refused.body.message]).toEqual([429, MESSAGES.tooManyCalls]);
      expect(refused.headers.get('retry-after')).toBe(String((DAY - 60 * 10 * MINUTE) / SECOND));
      app.clock.advance(DAY);
      expect((await ask()).status).toBe(200);
    }
  });
});
