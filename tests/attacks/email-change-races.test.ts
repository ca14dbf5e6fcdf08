// Attack: run changes of an email address against other changes, confirmations, sign-ons, resets and deletions.
import { expect, it } from 'vitest';
import { RESEND_COOLDOWN } from '#shared/limits.ts';
import { MESSAGES, TOASTS, VERIFY_PAGE } from '#shared/messages.ts';
import { HOUR } from '#shared/time.ts';
import { logInWithSso, makeAccount, postVerification, register, ssoToken } from '#tests/support/auth.ts';
import { type Client, makeClient } from '#tests/support/client.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { ANA, NEW, useEmailChangeStage } from '#tests/support/email-change.ts';

const BOB = 'bob@shop.example';
const TAKEN = [{ field: 'email', message: MESSAGES.emailTaken }];

onBothDatabases('an address that is being changed', { postgres: 'long', turns: 'forced' }, (database) => {
  const stage = useEmailChangeStage(database);
  const { app, restartWithLimits, change, pending, confirm, addressOf, codes, newestCode, queued, startChange } = stage;

  it('is not verified by a link to the old one that was written meanwhile', async () => {
    const ana = makeClient(app());
    await register(ana, ANA);
    const [{ code } = { code: '' }] = await codes();
    const [token] = await app().deps.db.selectFrom('email_tokens').selectAll().execute();
    await change(ana, NEW);
    // An email that was being written stores its code only now, after the change has dropped all others.
    if (token) await app().deps.db.insertInto('email_tokens').values(token).execute();
    expect((await confirm(code)).status).toBe(400);
    expect(await addressOf(ana)).toEqual([NEW, false]);
  });

  it('that somebody else got before it was confirmed stays theirs, and the account keeps its own', async () => {
    const { client: ana, code } = await startChange();
    const other = await makeAccount(app(), NEW);
    expect(await confirm(code)).toMatchObject({ status: 409, body: { code: 'conflict', errors: TAKEN } });
    // Nothing waits any more, and no further link goes to an address of somebody else.
    expect([await pending(ana), (await confirm(code)).status]).toEqual([null, 400]);
    expect((await ana.post('/api/auth/send-verification-email')).status).toBe(409);
    expect([await addressOf(ana), await addressOf(other)]).toEqual([
      [ANA, true],
      [NEW, true],
    ]);
  });

  it('that somebody else got is answered by a page that says so', async () => {
    const { code } = await startChange();
    await makeAccount(app(), NEW);
    const page = await postVerification(app(), { code });
    expect([page.status, await page.text()]).toEqual([409, expect.stringContaining(VERIFY_PAGE.taken.title)]);
  });

  it('goes to one account when two confirm it at once', async () => {
    const clients = [await makeAccount(app(), ANA), await makeAccount(app(), BOB)];
    await codes();
    for (const client of clients) await change(client, NEW);
    const both = (await codes()).filter(({ kind }) => kind === 'change-email');
    const answers = await Promise.all(both.map(({ code }) => confirm(code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const addresses = await Promise.all(clients.map(async (client) => (await addressOf(client))[0]));
    expect(addresses.filter((one) => one === NEW)).toHaveLength(1);
  });

  it('goes to one of two unverified accounts that change to it at once', async () => {
    const clients = [makeClient(app()), makeClient(app())];
    await register(clients[0] as Client, ANA);
    await register(clients[1] as Client, BOB);
    const answers = await Promise.all(clients.map((client) => change(client, NEW)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('is the one of the last of two changes: the link of the first is dead', async () => {
    const ana = await makeAccount(app(), ANA);
    await codes();
    await change(ana, 'first@new.example');
    const [{ code: first } = { code: '' }] = await codes();
    await Promise.all([change(ana, 'second@new.example'), change(ana, 'third@new.example')]);
    const last = await pending(ana);
    expect(['second@new.example', 'third@new.example']).toContain(last);
    expect((await confirm(first)).status).toBe(400);
    // The email to the one that lost has no link any more.
    const left = (await codes()).filter(({ kind }) => kind === 'change-email');
    expect(left).toHaveLength(1);
    expect((await confirm(left[0]?.code ?? '')).status).toBe(200);
    expect(await addressOf(ana)).toEqual([last, true]);
  });

  it.each([true, false])('gets one email, however often it is asked for at once (verified: %s)', async (isVerified) => {
    await restartWithLimits();
    const ana = isVerified ? await makeAccount(app(), ANA) : makeClient(app());
    if (!isVerified) await register(ana, ANA);
    await codes();
    const answers = await Promise.all(Array.from({ length: 12 }, () => change(ana, NEW)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(429)]);
    expect((await queued()).filter(({ recipient }) => recipient === NEW)).toHaveLength(1);
    // Nor by another one in between.
    const wait = { status: 429, body: { message: TOASTS.pleaseWait.description } };
    expect((await change(ana, 'between@new.example')).status).toBe(200);
    expect(await change(ana, NEW)).toMatchObject(wait);
    await ana.delete('/api/auth/change-email');
    expect(await change(ana, NEW)).toMatchObject(wait);
    app().clock.advance(RESEND_COOLDOWN);
    expect((await change(ana, NEW)).status).toBe(200);
  });

  it('gets no second one within a minute by its registration, or by asking for a link and changing twice', async () => {
    await restartWithLimits();
    const ana = makeClient(app());
    await register(ana, ANA);
    const wait = { status: 429, body: { message: TOASTS.pleaseWait.description } };
    expect((await change(ana, NEW)).status).toBe(200);
    expect(await change(ana, ANA)).toMatchObject(wait);
    app().clock.advance(RESEND_COOLDOWN);
    expect((await ana.post('/api/auth/send-verification-email')).status).toBe(200);
    expect((await change(ana, BOB)).status).toBe(200);
    expect(await change(ana, NEW)).toMatchObject(wait);
  });

  it('counts as a registration, by many calls at once, too, and among the emails of the day', async () => {
    await restartWithLimits();
    const ana = makeClient(app());
    await register(ana, ANA);
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => change(ana, `${n}@new.example`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(11);
    expect((await register(makeClient(app()), BOB)).status).toBe(429);
    app().clock.advance(HOUR);
    const later = await Promise.all(Array.from({ length: 5 }, (_, n) => change(ana, `${n}@later.example`)));
    expect(later.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  });

  it('that is taken is said to be taken as often as it is asked for, up to the limit of registration', async () => {
    await restartWithLimits();
    const ana = await makeAccount(app(), ANA);
    await register(makeClient(app()), BOB);
    for (let n = 0; n < 18; n++) expect(await change(ana, BOB)).toMatchObject({ status: 409, body: { errors: TAKEN } });
    expect((await change(ana, BOB)).status).toBe(429);
    expect((await queued()).map(({ recipient }) => recipient)).toEqual([ANA, BOB]);
  });

  it('that single sign-on brings meanwhile makes an account of its own', async () => {
    const { client: ana, code } = await startChange();
    const other = makeClient(app());
    await logInWithSso(other, await ssoToken(app(), { email: NEW }));
    expect((await confirm(code)).status).toBe(409);
    expect([await addressOf(ana), await addressOf(other)]).toEqual([
      [ANA, true],
      [NEW, true],
    ]);
  });

  it('of an account deleted meanwhile is confirmed by nothing, and no email stays behind but that it was deleted', async () => {
    const { client: ana, code } = await startChange();
    await ana.post('/api/auth/send-verification-email');
    expect(await queued()).toEqual([{ kind: 'change-email', recipient: NEW }]);
    await ana.delete('/api/auth/me');
    expect((await confirm(code)).status).toBe(400);
    expect(await queued()).toEqual([{ kind: 'account-deleted', recipient: ANA }]);
    const tables = await Promise.all([
      app().deps.db.selectFrom('users').selectAll().execute(),
      app().deps.db.selectFrom('email_tokens').selectAll().execute(),
    ]);
    expect(JSON.stringify(tables)).not.toContain('new.example');
  });

  it('is refused to a session that ended while it was asked for', async () => {
    const thief = await makeAccount(app(), ANA);
    await codes();
    const { passwords } = app().deps;
    app().deps.passwords = {
      ...passwords,
      async verify(stored, password) {
        app().deps.passwords = passwords;
        await makeClient(app()).post('/api/auth/forgot-password', { email: ANA });
        await makeClient(app()).post('/api/auth/reset-password', {
          token: await newestCode(),
          password: 'a new horse',
        });
        return passwords.verify(stored, password);
      },
    };
    expect((await change(thief, 'thief@evil.example')).status).toBe(401);
    expect((await queued()).map(({ kind }) => kind)).toEqual(['password-changed']);
  });
});
