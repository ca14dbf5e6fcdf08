// Attack: get into an account, or find out who has one, by planted sessions, forged tokens, foreign requests, old links,
// other spellings and the time an answer takes.
import { expect, it, vi } from 'vitest';
import { PASSWORD_MAX } from '#shared/limits.ts';
import { MESSAGES } from '#shared/messages.ts';
import { describeApp } from '#tests/support/apps.ts';
import {
  login,
  mailedCode,
  makeAccount,
  PASSWORD,
  register,
  type SignedInBody,
  SSO,
  whoAmI,
} from '#tests/support/auth.ts';
import { makeClient } from '#tests/support/client.ts';
import { isLong, runs } from '#tests/support/runs.ts';

const ANA = 'ana@shop.example';
const BOB = 'bob@shop.example';

describeApp('auth', { postgres: 'long', env: SSO }, ({ app }) => {
  const sessions = () => app.deps.db.selectFrom('sessions').selectAll().execute();
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

  it('never reuses a session planted in the browser, whether made up or another user’s', async () => {
    await makeAccount(app, ANA);
    const bob = await makeAccount(app, BOB);
    const planted = bob.cookies.get('proofbell_session') ?? '';
    for (const cookie of [planted, 'a'.repeat(40)]) {
      const victim = makeClient(app);
      victim.cookies.set('proofbell_session', cookie);
      expect((await login(victim, ANA)).status).toBe(200);
      expect(victim.cookies.get('proofbell_session')).not.toBe(cookie);
      expect((await victim.get<SignedInBody>('/api/auth/me')).body.user.email).toBe(ANA);
    }
    // The planted session is dead, and certainly does not belong to the victim.
    expect(await whoAmI(bob)).toBe(401);
  });

  it('accepts an access token only with a valid signature, before it expires, and with a live session', async () => {
    const ana = await makeAccount(app, ANA);
    const { accessToken } = (await ana.post<SignedInBody>('/api/auth/token')).body;
    const [publicId = '', expiry = '', mac = ''] = accessToken.split('.');
    const bobs = (await (await makeAccount(app, BOB)).post<SignedInBody>('/api/auth/token')).body.accessToken;
    const later = (Number.parseInt(expiry, 36) + 3_600_000).toString(36);
    const forged = [
      `${publicId}.${later}.${mac}`,
      `${bobs.split('.')[0]}.${expiry}.${mac}`,
      `${publicId}.${expiry}.`,
      `${publicId}.${expiry}.${mac}.${mac}`,
      `${publicId}.${expiry}.${mac.slice(0, -1)}`,
      `${publicId}..${mac}`,
      'null',
      ana.cookies.get('proofbell_session') ?? '',
    ];
    for (const token of forged) expect([token, await whoAmI(makeClient(app, token))]).toEqual([token, 401]);
    expect(await whoAmI(makeClient(app, accessToken))).toBe(200);
    app.clock.advance(60 * 60_000);
    expect(await whoAmI(makeClient(app, accessToken))).toBe(401);
    // Nor can it be replayed after logging out.
    const { accessToken: fresh } = (await ana.post<SignedInBody>('/api/auth/token')).body;
    await ana.post('/api/auth/logout');
    expect(await whoAmI(makeClient(app, fresh))).toBe(401);
  });

  it('refuses a bad Authorization header even with a good cookie', async () => {
    const ana = await makeAccount(app, ANA);
    for (const authorization of ['Bearer made.up.token', 'Bearer', 'Basic YTpi', '']) {
      const { status } = await ana.call('GET', '/api/auth/me', undefined, { authorization });
      expect([authorization, status]).toEqual([authorization, 401]);
    }
  });

  it('changes nothing without a CSRF token for the same session', async () => {
    const ana = await makeAccount(app, ANA);
    const bob = await makeAccount(app, BOB);
    const tokenOf = async (client: typeof ana) =>
      (await client.get<{ csrfToken: string }>('/api/csrf-token')).body.csrfToken;
    const stolen = await tokenOf(bob);
    const cookie = () => [...ana.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const rename = async (headers: Record<string, string>) => {
      const response = await app.fetch('/api/auth/me', {
        method: 'PUT',
        headers: { cookie: cookie(), 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ displayName: 'Changed' }),
      });
      return [response.status, ((await response.json()) as { message?: string }).message];
    };
    await tokenOf(ana);
    expect(await rename({})).toEqual([403, MESSAGES.csrfRequired]);
    expect(await rename({ 'x-csrf-token': '' })).toEqual([403, MESSAGES.csrfRequired]);
    expect(await rename({ 'x-csrf-token': 'made up' })).toEqual([403, MESSAGES.csrfInvalid]);
    expect(await rename({ 'x-csrf-token': stolen })).toEqual([403, MESSAGES.csrfInvalid]);
    // Even with the thief's cookie, the token stays bound to the thief's session.
    const mixed = `${cookie()}; proofbell_csrf=${bob.cookies.get('proofbell_csrf')}`;
    expect(await rename({ cookie: mixed, 'x-csrf-token': stolen })).toEqual([403, MESSAGES.csrfInvalid]);
    // An Authorization header does not help an attacker who rides on the cookie.
    expect(await rename({ authorization: 'Bearer made.up.token' })).toEqual([403, MESSAGES.csrfRequired]);
    // A token from before logging in is void afterwards.
    const early = makeClient(app);
    const before = await tokenOf(early);
    await login(early, ANA);
    const late = await app.fetch('/api/auth/logout', {
      method: 'POST',
      headers: { cookie: [...early.cookies].map((pair) => pair.join('=')).join('; '), 'x-csrf-token': before },
    });
    expect(late.status).toBe(403);
    expect((await ana.get<{ user: { displayName: string | null } }>('/api/auth/me')).body.user.displayName).toBeNull();
    expect(await rename({ 'x-csrf-token': await tokenOf(ana) })).toEqual([200, undefined]);
  });

  it('does not accept a verification link as a reset link, or vice versa', async () => {
    await register(makeClient(app), ANA);
    await makeClient(app).post('/api/auth/forgot-password', { email: ANA });
    const [verify, reset] = [await mailedCode(app, ANA, 'code'), await mailedCode(app, ANA, 'reset')];
    const response = await makeClient(app).post('/api/auth/reset-password', {
      token: verify,
      password: 'a new horse',
    });
    expect(response.status).toBe(400);
    expect((await makeClient(app).post('/api/auth/verify-email', { code: reset })).status).toBe(400);
    expect(await app.deps.db.selectFrom('users').select('email_verified').execute()).toEqual([{ email_verified: 0 }]);
  });

  it('does not reveal through a password reset who has an account: same text, same time, no email to others', async () => {
    await makeAccount(app, ANA);
    const ask = async (email: string) => {
      const began = performance.now();
      const { status, body } = await makeClient(app).post('/api/auth/forgot-password', { email });
      return { response: JSON.stringify([status, body]), took: performance.now() - began };
    };
    await ask(ANA);
    const known: number[] = [];
    const unknown: number[] = [];
    for (let n = 0; n < runs(1, 5); n++) {
      const [here, there] = [await ask(ANA), await ask('nobody@shop.example')];
      expect(here.response).toBe(there.response);
      known.push(here.took);
      unknown.push(there.took);
    }
    // Queueing an email takes a few milliseconds, but both responses take the same quarter of a second. The quickest of
    // each, because a busy machine slows some down.
    const [quickestKnown, quickestUnknown] = [Math.min(...known), Math.min(...unknown)];
    expect(Math.min(quickestKnown, quickestUnknown)).toBeGreaterThanOrEqual(245);
    if (isLong) expect(Math.max(quickestKnown / quickestUnknown, quickestUnknown / quickestKnown)).toBeLessThan(1.5);
    const recipients = await app.deps.db.selectFrom('mails').select('recipient').execute();
    expect(new Set(recipients.map(({ recipient }) => recipient))).toEqual(new Set([ANA]));
  });

  it('compares one password, be the address unknown, the password wrong or right', async () => {
    await makeAccount(app, ANA);
    const verify = vi.spyOn(app.deps.passwords, 'verify');
    for (const [email, password, hash] of [
      [ANA, 'wrong one', expect.stringMatching(/^\$argon2id\$/)],
      ['nobody@shop.example', 'wrong one', null],
      [ANA, PASSWORD, expect.stringMatching(/^\$argon2id\$/)],
    ] as const) {
      await login(makeClient(app), email, password);
      expect(verify.mock.calls).toEqual([[hash, password]]);
      verify.mockClear();
    }
  });

  it('works as hard on an unknown address as on a wrong password', { tags: ['long'] }, async () => {
    app.deps.passwords = app.running.passwords;
    await makeAccount(app, ANA);
    // Of the processor, so that other programs don't matter; in microseconds.
    const work = async (email: string) => {
      const before = process.cpuUsage();
      await login(makeClient(app), email, 'wrong one');
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const pairs: [number, number][] = [];
    for (let n = 0; n < 7; n++) pairs.push([await work(ANA), await work('nobody@shop.example')]);
    const ratio = median(pairs.map(([known, unknown]) => unknown / known));
    // Without a hash to compare with, it would be a quarter.
    expect(ratio).toBeGreaterThan(0.5);
  });

  it('refuses oversized passwords before hashing them, and oversized bodies before reading them', async () => {
    const long = 'a'.repeat(PASSWORD_MAX + 1);
    expect((await register(makeClient(app), ANA, long)).body).toMatchObject({ message: MESSAGES.validation });
    expect((await login(makeClient(app), ANA, 'a'.repeat(10_000))).status).toBe(400);
    for (const length of [20_000, 300_000])
      expect((await login(makeClient(app), ANA, 'a'.repeat(length))).status).toBe(413);
    expect((await register(makeClient(app), ANA, 'a'.repeat(PASSWORD_MAX))).status).toBe(201);
    expect((await login(makeClient(app), ANA, 'a'.repeat(PASSWORD_MAX))).status).toBe(200);
  });

  it('ends the old session of a user who logs in again in the same browser', async () => {
    const ana = await makeAccount(app, ANA);
    for (let n = 0; n < 3; n++) await login(ana, ANA);
    expect(await sessions()).toHaveLength(1);
  });
});
