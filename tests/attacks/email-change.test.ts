// Attack: change an account's email address to somebody else's, or keep or get access by links to an earlier one.
import { expect, it } from 'vitest';
import type { ChangedEmail } from '#shared/contract/account.ts';
import { CONFIRMATION_LIFE } from '#shared/limits.ts';
import { MESSAGES, TOASTS } from '#shared/messages.ts';
import { MINUTE } from '#shared/time.ts';
import { deliverMails, logInWithSso, login, makeAccount, register, ssoToken } from '#tests/support/auth.ts';
import { makeClient } from '#tests/support/client.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { ANA, NEW, useEmailChangeStage } from '#tests/support/email-change.ts';

const BOB = 'bob@shop.example';
const TAKEN = [{ field: 'email', message: MESSAGES.emailTaken }];

onBothDatabases('a changed address', { postgres: 'long' }, (database) => {
  const stage = useEmailChangeStage(database);
  const { app, restartWithLimits, change, pending, confirm, addressOf, codes, newestCode, queued, startChange } = stage;

  it('waits until it is confirmed from there, and the old one is told before and after', async () => {
    const ana = await makeAccount(app(), ANA);
    await codes();
    expect((await change(ana, NEW)).body).toMatchObject({ pendingEmail: NEW, user: { email: ANA } });
    expect([await addressOf(ana), await pending(ana)]).toEqual([[ANA, true], NEW]);
    expect(await queued()).toEqual([
      { kind: 'change-email', recipient: NEW },
      { kind: 'email-changing', recipient: ANA },
    ]);
    const letters = await deliverMails(app());
    expect(letters).toMatchObject([
      { newEmail: null, name: null },
      { newEmail: 'a••@n…', name: null },
    ]);
    const code = letters[0]?.link?.split('code=')[1] ?? '';
    // Reading changes nothing, and shows neither address.
    const page = await (await app().fetch(`/verify-email?code=${code}`)).text();
    expect(page).toContain('a••@n…');
    expect([page.includes(ANA), page.includes(NEW)]).toEqual([false, false]);
    expect(await addressOf(ana)).toEqual([ANA, true]);
    expect((await confirm(code)).body).toEqual({ verified: true });
    expect([await addressOf(ana), await pending(ana)]).toEqual([[NEW, true], null]);
    expect(await queued()).toEqual([{ kind: 'email-changed', recipient: ANA }]);
    expect((await deliverMails(app()))[0]).toMatchObject({ newEmail: 'a••@n…' });
    expect((await login(makeClient(app()), NEW)).status).toBe(200);
    expect((await login(makeClient(app()), ANA)).status).toBe(401);
    // Again is harmless, and anybody may have the old address now.
    expect((await confirm(code)).status).toBe(200);
    expect((await register(makeClient(app()), ANA)).status).toBe(201);
  });

  it('of an unverified account is the new one at once, and only the new one’s link verifies it', async () => {
    const ana = makeClient(app());
    await register(ana, ANA);
    await makeClient(app()).post('/api/auth/forgot-password', { email: ANA });
    const early = await codes();
    expect(early.map(({ kind }) => kind)).toEqual(['verify-email', 'reset-password']);
    // One more link to the old address is still in the queue.
    await ana.post('/api/auth/send-verification-email');
    expect((await change(ana, NEW)).body).toMatchObject({ pendingEmail: null, user: { email: NEW } });
    // An address that proved nothing is told nothing.
    expect(await queued()).toEqual([{ kind: 'verify-email', recipient: NEW }]);
    expect((await confirm(early[0]?.code ?? '')).status).toBe(400);
    const reset = { token: early[1]?.code, password: 'a new horse' };
    expect((await makeClient(app()).post('/api/auth/reset-password', reset)).status).toBe(400);
    expect(await addressOf(ana)).toEqual([NEW, false]);
    expect((await confirm(await newestCode())).status).toBe(200);
    expect(await addressOf(ana)).toEqual([NEW, true]);
  });

  it('of an account without a password is mended later, too: no code could reach a mistyped one', async () => {
    const ana = makeClient(app());
    expect((await ana.post('/api/auth/register', { email: 'typo@shop.example' })).status).toBe(201);
    const una = makeClient(app());
    await register(una, 'una@shop.example');
    const sam = makeClient(app());
    await logInWithSso(sam, await ssoToken(app(), { email: 'sam@shop.example' }));
    app().clock.advance(CONFIRMATION_LIFE);
    // A password or a verified address can confirm, so they have to; and an export is no change of the address.
    const required = { status: 403, body: { code: 'confirm-required' } };
    expect(await change(una, NEW)).toMatchObject(required);
    expect(await change(sam, NEW)).toMatchObject(required);
    expect(await ana.get('/api/auth/export')).toMatchObject(required);
    expect((await change(ana, ANA)).status).toBe(200);
    expect((await queued()).filter(({ recipient }) => recipient === 'typo@shop.example')).toEqual([]);
    expect(await queued()).toContainEqual({ kind: 'set-password', recipient: ANA });
  });

  it('gets the weekly email that still waited', async () => {
    const { client: ana, code } = await startChange();
    const { user } = (await ana.get<ChangedEmail>('/api/auth/me')).body;
    const mail = { kind: 'weekly-summary', userId: user._id, siteId: 'a-site', week: '2026-03-09' } as const;
    await app().deps.mailer.enqueue(app().deps.db, { ...mail, to: ANA });
    await confirm(code);
    expect(await queued()).toContainEqual({ kind: 'weekly-summary', recipient: NEW });
  });

  it('that is taken is answered as registration answers it, in every spelling, and changes nothing', async () => {
    await makeAccount(app(), 'bob@bücher.example');
    const ana = await makeAccount(app(), ANA);
    const unverified = makeClient(app());
    await register(unverified, 'una@shop.example');
    await codes();
    const twins = ['bob@bücher.example', 'BOB@xn--bcher-kva.example', ' bob@ｂüｃｈｅｒ.example '];
    for (const twin of twins) {
      const { status, body } = await register(makeClient(app()), twin);
      const expected = { status, body: { ...body, requestId: expect.any(String) } };
      expect(expected.body).toMatchObject({ code: 'conflict', errors: TAKEN });
      for (const client of [ana, unverified]) expect(await change(client, twin)).toMatchObject(expected);
    }
    for (const own of [ANA, 'ANA@shop.example']) {
      expect(await change(ana, own)).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'email', message: MESSAGES.emailUnchanged }] },
      });
    }
    for (const email of [
      '',
      'ana',
      'ana@',
      'ana@x',
      'a\u0000na@shop.example',
      'ana@shop.example\r\nBcc: x@y.example',
    ]) {
      expect((await change(ana, email)).status).toBe(400);
    }
    expect((await ana.put('/api/auth/me', { email: NEW })).status).toBe(400);
    expect([await queued(), await addressOf(ana), await pending(ana)]).toEqual([[], [ANA, true], null]);
  });

  it('cannot be the password', async () => {
    const ana = makeClient(app());
    await register(ana, ANA, NEW);
    expect((await change(ana, NEW)).body).toMatchObject({
      errors: [{ field: 'email', message: MESSAGES.passwordIsEmail }],
    });
  });

  it('leaves no link to the old one that opens the account', async () => {
    const { code } = await startChange();
    await makeClient(app()).post('/api/auth/forgot-password', { email: ANA });
    const token = await newestCode();
    await makeClient(app()).post('/api/auth/forgot-password', { email: ANA });
    expect((await confirm(code)).status).toBe(200);
    const reset = { token, password: 'a new horse' };
    expect((await makeClient(app()).post('/api/auth/reset-password', reset)).status).toBe(400);
    expect((await queued()).map(({ kind }) => kind)).toEqual(['email-changed']);
  });

  it('counts as a registration, and further links to it wait a minute like all others', async () => {
    await restartWithLimits();
    const ana = makeClient(app());
    await register(ana, ANA);
    const wait = { status: 429, body: { message: TOASTS.pleaseWait.description } };
    // The registration's email was the first.
    expect(await ana.post('/api/auth/send-verification-email')).toMatchObject(wait);
    // A typo is mended at once.
    expect((await change(ana, NEW)).status).toBe(200);
    expect(await ana.post('/api/auth/send-verification-email')).toMatchObject(wait);
    app().clock.advance(MINUTE);
    expect((await ana.post('/api/auth/send-verification-email')).status).toBe(200);
    await confirm((await codes()).at(-1)?.code ?? '');
    expect((await change(ana, BOB)).status).toBe(200);
    expect(await change(ana, BOB)).toMatchObject(wait);
    expect(await ana.post('/api/auth/send-verification-email')).toMatchObject(wait);
    app().clock.advance(MINUTE);
    expect((await change(ana, BOB)).status).toBe(200);
    // Taken or free, each counts: 20 an hour from one address, whichever of the two is asked.
    const statuses: number[] = [];
    for (let n = 0; n < 18; n++) statuses.push((await change(ana, n % 2 ? ANA : `${n}@new.example`)).status);
    expect(statuses.at(-1)).toBe(429);
    expect((await register(makeClient(app()), 'another@shop.example')).status).toBe(429);
  });
});
