// Registering, logging in and verifying, through the domain's functions.

import { afterEach, beforeEach, expect, it } from 'vitest';
import { RESEND_COOLDOWN, VERIFY_TOKEN_LIFE } from '#shared/limits.ts';
import { MESSAGES } from '#shared/messages.ts';
import { isoNow } from '#shared/time.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { mailedLink } from '#tests/support/client.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { makeMailWriter } from '../../adapters/mail-content.ts';
import type { SignedInActor } from '../access.ts';
import type { Client } from '../client.ts';
import { composeEmail } from '../compose-email.ts';
import { emailKey } from '../user.ts';
import { getAccount } from './account.ts';
import { login, register } from './login.ts';
import { resendVerification, verifyEmail } from './verification.ts';

const ANA = { email: 'Ana@Shop.Example', password: 'correct horse', displayName: 'Ana' };
const OTHER_CLIENT: Client = {
  address: '198.51.100.7',
  userAgent: null,
  sessionId: null,
  registrationId: null,
  marks: null,
  isLocal: () => false,
  mayBeLocal: () => false,
};
const CLIENT: Client = {
  address: '192.0.2.1',
  userAgent: 'Firefox',
  sessionId: null,
  registrationId: null,
  marks: null,
  isLocal: () => false,
  mayBeLocal: () => false,
};

onBothDatabases('accounts', { postgres: 'long' }, (database) => {
  let app: TestApp;
  beforeEach(() => {
    app = makeTestApp(database(), { AUTH_RATE_LIMIT: '1' });
  });
  afterEach(() => app.stop());

  const users = () => app.deps.db.selectFrom('users').selectAll().execute();
  const mails = () => app.deps.db.selectFrom('mails').selectAll().execute();
  const actorOf = (user: { _id: string; email: string }): SignedInActor => ({
    kind: 'user',
    userId: user._id,
    email: user.email,
    isVerified: false,
    role: 'user',
    sessionId: 'none',
  });
  const codeIn = async (email: string) => new URL(await mailedLink(app, email)).searchParams.get('code') ?? '';

  it('start unverified, free and logged in, with one email to verify the address', async () => {
    const { signedIn, sessionId } = await register(app.deps, { ...ANA, firebaseUid: 'anyone may claim this' }, CLIENT);
    expect(signedIn.user).toMatchObject({
      email: ANA.email,
      displayName: 'Ana',
      firebaseUid: 'anyone may claim this',
      role: 'user',
      emailVerified: false,
      integrations: [],
      subscription: { type: null, status: 'none', max_sites: 1 },
      subscriptionStatus: 'none',
    });
    expect(await app.deps.sessions.read(sessionId)).toMatchObject({ session: { userId: signedIn.user._id } });
    expect(app.deps.tokens.readAccess(signedIn.accessToken)).toBeTypeOf('string');
    expect(await mails()).toMatchObject([{ recipient: ANA.email, kind: 'verify-email', user_id: signedIn.user._id }]);
  });

  it('store neither the password nor the code of the emailed link', async () => {
    app.deps.passwords = app.running.passwords;
    await register(app.deps, ANA, CLIENT);
    const code = await codeIn(ANA.email);
    const tokens = await app.deps.db.selectFrom('email_tokens').selectAll().execute();
    const stored = JSON.stringify([await users(), tokens, await mails()]);
    expect(stored).not.toContain(ANA.password);
    expect(stored).not.toContain(code);
    expect((await users())[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await login(app.deps, ANA, CLIENT);
    await expect(login(app.deps, { ...ANA, password: 'Correct horse' }, CLIENT)).rejects.toThrow(
      MESSAGES.wrongPassword,
    );
  });

  it('are shared by all spellings of an address, even when registered at once [spec 5.signup.1]', async () => {
    const spellings = ['ana@shop.example', 'ANA@shop.example', 'Ana@Shop.Example'];
    const results = await Promise.allSettled(spellings.map((email) => register(app.deps, { ...ANA, email }, CLIENT)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') {
        const fields = [{ field: 'email', message: MESSAGES.emailTaken }];
        expect(result.reason).toMatchObject({ code: 'conflict', fields });
      }
    }
    expect(await users()).toHaveLength(1);
    expect(await mails()).toHaveLength(1);
    expect(emailKey('ANA@ſhop.example')).toBe('ana@shop.example');
  });

  it('accept any spelling of the address at login', async () => {
    await register(app.deps, ANA, CLIENT);
    const { signedIn } = await login(app.deps, { email: 'ana@SHOP.example', password: ANA.password }, CLIENT);
    expect(signedIn.user.email).toBe(ANA.email);
  });

  it('say whether address or password was wrong at login [spec 5.login.1]', async () => {
    await register(app.deps, ANA, CLIENT);
    await expect(login(app.deps, { ...ANA, password: 'wrong one' }, CLIENT)).rejects.toMatchObject({
      code: 'unauthenticated',
      message: MESSAGES.wrongPassword,
      fields: [{ field: 'password' }],
    });
    await expect(login(app.deps, { ...ANA, email: 'b@shop.example' }, CLIENT)).rejects.toMatchObject({
      code: 'unauthenticated',
      message: MESSAGES.userNotFound,
      fields: [{ field: 'email' }],
    });
  });

  it('lock for 15 minutes after five wrong passwords from one address, even for the right one', async () => {
    await register(app.deps, ANA, CLIENT);
    const wrong = { ...ANA, password: 'wrong one' };
    // All at once, because parallel guesses must not gain anything.
    const codes = (await Promise.allSettled(Array.from({ length: 8 }, () => login(app.deps, wrong, CLIENT)))).map(
      (result) => (result.status === 'rejected' ? result.reason.code : 'in'),
    );
    expect(codes.filter((code) => code === 'unauthenticated')).toHaveLength(5);
    expect(codes.filter((code) => code === 'rate-limited')).toHaveLength(3);
    await expect(login(app.deps, ANA, CLIENT)).rejects.toMatchObject({
      code: 'rate-limited',
      message: MESSAGES.tooManyRequests,
      retryAfter: 900,
    });
    await login(app.deps, ANA, OTHER_CLIENT);
    app.clock.advance(15 * 60_000);
    await login(app.deps, ANA, CLIENT);
  });

  it('reset the count of wrong passwords after the right one', async () => {
    await register(app.deps, ANA, CLIENT);
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 4; n++) await login(app.deps, { ...ANA, password: 'wrong' }, CLIENT).catch(() => {});
      await login(app.deps, ANA, CLIENT);
    }
  });

  it('cannot be probed from one address more than twenty times', async () => {
    const attempt = (n: number) => login(app.deps, { email: `u${n}@shop.example`, password: 'guess it' }, CLIENT);
    const codes: string[] = [];
    for (let n = 0; n < 21; n++) await attempt(n).catch((error) => codes.push(error.code));
    expect(codes.slice(0, 20)).toEqual(Array(20).fill('unauthenticated'));
    expect(codes[20]).toBe('rate-limited');
  });

  it('can be created twenty times per hour from one address', async () => {
    const make = (n: number, from = CLIENT) => register(app.deps, { ...ANA, email: `u${n}@shop.example` }, from);
    for (let n = 0; n < 20; n++) await make(n);
    await expect(make(20)).rejects.toMatchObject({ code: 'rate-limited', retryAfter: 3600 });
    await make(21, OTHER_CLIENT);
    app.clock.advance(3_600_000);
    await make(22);
  });

  it('are verified by the emailed code, and opening the link twice is harmless', async () => {
    await register(app.deps, ANA, CLIENT);
    const code = await codeIn(ANA.email);
    await verifyEmail(app.deps, code, CLIENT.address);
    const [user] = await users();
    expect(user).toMatchObject({ email_verified: 1, email_verified_at: isoNow(app.clock) });
    await verifyEmail(app.deps, code, CLIENT.address);
    expect(await users()).toEqual([user]);
  });

  it('are not verified by a wrong code or a day-old one', async () => {
    await register(app.deps, ANA, CLIENT);
    const code = await codeIn(ANA.email);
    const refused = { code: 'validation', fields: [{ field: 'code' }] };
    for (const wrong of ['', 'x', code.slice(1), `${code}x`, code.toUpperCase(), '\0', '\ud800']) {
      await expect(verifyEmail(app.deps, wrong, CLIENT.address)).rejects.toMatchObject(refused);
    }
    app.clock.advance(VERIFY_TOKEN_LIFE);
    await expect(verifyEmail(app.deps, code, CLIENT.address)).rejects.toMatchObject(refused);
    expect(await users()).toMatchObject([{ email_verified: 0 }]);
  });

  it('get another email at most once a minute, and none once verified; the first code stays valid [spec 5.resend.1 9.20]', async () => {
    const { signedIn } = await register(app.deps, ANA, CLIENT);
    const actor = actorOf(signedIn.user);
    const first = await codeIn(ANA.email);
    // The first minute begins with the registration.
    await expect(resendVerification(app.deps, actor, CLIENT.address)).rejects.toMatchObject({ retryAfter: 60 });
    app.clock.advance(RESEND_COOLDOWN);
    expect(await resendVerification(app.deps, actor, CLIENT.address)).toEqual({ sent: true });
    await expect(resendVerification(app.deps, actor, CLIENT.address)).rejects.toMatchObject({
      code: 'rate-limited',
      retryAfter: 60,
    });
    app.clock.advance(RESEND_COOLDOWN);
    await resendVerification(app.deps, actor, CLIENT.address);
    expect(await mails()).toHaveLength(3);
    await verifyEmail(app.deps, first, CLIENT.address);
    app.clock.advance(RESEND_COOLDOWN);
    await expect(resendVerification(app.deps, actor, CLIENT.address)).rejects.toMatchObject({ code: 'conflict' });
    expect(await mails()).toHaveLength(3);
    expect(await getAccount(app.deps, actor)).toMatchObject({ emailVerified: true });
  });

  /** The email that a user with this name gets. */
  const greeted = async (displayName: string, isVerified: boolean) => {
    const email = `u${crypto.randomUUID()}@shop.example`;
    const { signedIn } = await register(app.deps, { ...ANA, email, displayName }, CLIENT);
    if (isVerified) await verifyEmail(app.deps, await codeIn(email), CLIENT.address);
    const letter = await composeEmail(app.deps, { kind: 'password-changed', userId: signedIn.user._id, to: email });
    if (!letter) throw new Error('nothing to say');
    return makeMailWriter({ operatorName: 'Shop', publicUrl: 'https://proof.example' })(letter);
  };

  it('greet by name in emails, without letting the name write HTML', async () => {
    const mail = await greeted('<img src=x onerror=alert(1)>Ana & "Bo" <3', true);
    expect(mail.text).toContain('Hi Ana & "Bo" <3,');
    expect(mail.html).toContain('Hi Ana &amp; &quot;Bo&quot; &lt;3,');
    expect(`${mail.html}${mail.subject}`).not.toContain('<img');
  });

  it('leave the name out for an unverified address, since anyone can register it', async () => {
    const mail = await greeted('You won', false);
    expect(mail.text).toMatch(/^Hi,\n/);
    expect(JSON.stringify(mail)).not.toContain('You won');
  });

  it('leave addresses, digits and line breaks of a name out, and cut it', async () => {
    for (const [name, greeting] of [
      ['Ana https://evil.example/ Pinto', 'Hi Ana Pinto,'],
      ['www.evil.example', 'Hi,'],
      ['Call evil.example/login', 'Hi Call,'],
      ['mail me@evil.example', 'Hi mail,'],
      ['Ana +1 555 0199 234', 'Hi Ana +1,'],
      ['Ana\r\n\r\nYour account is locked', 'Hi Ana Your account is locked,'],
      [`${'ö'.repeat(60)}`, `Hi ${'ö'.repeat(40)},`],
    ] as const) {
      expect((await greeted(name, true)).text.split('\n')[0]).toBe(greeting);
    }
  });
});
