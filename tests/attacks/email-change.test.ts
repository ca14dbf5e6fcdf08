// Attack: change an account's email address to somebody else's, keep or get access by links to an earlier one, or run
// several changes, confirmations, sign-ons and deletions against each other.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ChangedEmail } from '#shared/contract/account.ts';
import { MESSAGES, TOASTS, VERIFY_PAGE } from '#shared/messages.ts';
import { MINUTE } from '#shared/time.ts';
import type { TestApp } from '#tests/support/app.ts';
import {
  deliverMails,
  fastPasswords,
  logInWithSso,
  login,
  makeAccount,
  makeAuthStage,
  PASSWORD,
  postVerification,
  register,
  ssoToken,
  whoAmI,
} from '#tests/support/auth.ts';
import { type Client, makeClient } from '#tests/support/client.ts';
import { onBothDatabases } from '#tests/support/databases.ts';

const ANA = 'ana@shop.example';
const NEW = 'ana@new.example';
const BOB = 'bob@shop.example';
const TAKEN = [{ field: 'email', message: MESSAGES.emailTaken }];

onBothDatabases('a changed address', (database) => {
  let app: TestApp;
  const stage = (limits: '0' | '1') => {
    app = makeAuthStage(database(), { AUTH_RATE_LIMIT: limits });
    app.deps.passwords = fastPasswords();
  };
  beforeEach(() => stage('0'));
  afterEach(() => app.stop());

  const change = (client: Client, email: string) => client.post<ChangedEmail>('/api/auth/change-email', { email });
  const pending = async (client: Client) =>
    (await client.get<ChangedEmail>('/api/auth/change-email')).body.pendingEmail;
  const confirm = (code: string) => makeClient(app).post('/api/auth/verify-email', { code });
  const addressOf = async (client: Client) => {
    const { user } = (await client.get<ChangedEmail>('/api/auth/me')).body;
    return [user.email, user.emailVerified];
  };
  /** Sends what waits. @returns the codes in links to verify, by email subject's kind; the newest of each. */
  const codes = async () => {
    const letters = await deliverMails(app);
    return letters.flatMap(({ kind, link }) => {
      const code = /[?#](?:code|reset)=([\w-]{43})/.exec(link ?? '')?.[1];
      return code ? [{ kind, code }] : [];
    });
  };
  const newestCode = async () => (await codes()).at(-1)?.code ?? '';
  const queued = () => app.deps.db.selectFrom('mails').select(['kind', 'recipient']).orderBy('id').execute();

  it('waits until it is confirmed from there, and the old one is told before and after', async () => {
    const ana = await makeAccount(app, ANA);
    await codes();
    expect((await change(ana, NEW)).body).toMatchObject({ pendingEmail: NEW, user: { email: ANA } });
    expect([await addressOf(ana), await pending(ana)]).toEqual([[ANA, true], NEW]);
    expect(await queued()).toEqual([
      { kind: 'change-email', recipient: NEW },
      { kind: 'email-changing', recipient: ANA },
    ]);
    const letters = await deliverMails(app);
    expect(letters.map(({ newEmail, name }) => [newEmail, name])).toEqual([
      [null, null],
      ['a••@n…', null],
    ]);
    const code = letters[0]?.link?.split('code=')[1] ?? '';
    // Reading changes nothing, and shows neither address.
    const page = await (await app.fetch(`/verify-email?code=${code}`)).text();
    expect(page).toContain('a••@n…');
    expect([page.includes(ANA), page.includes(NEW)]).toEqual([false, false]);
    expect(await addressOf(ana)).toEqual([ANA, true]);
    expect((await confirm(code)).body).toEqual({ verified: true });
    expect([await addressOf(ana), await pending(ana)]).toEqual([[NEW, true], null]);
    expect(await queued()).toEqual([{ kind: 'email-changed', recipient: ANA }]);
    expect((await deliverMails(app))[0]).toMatchObject({ newEmail: 'a••@n…' });
    expect((await login(makeClient(app), NEW)).status).toBe(200);
    expect((await login(makeClient(app), ANA)).status).toBe(401);
    // Again is harmless, and anybody may have the old address now.
    expect((await confirm(code)).status).toBe(200);
    expect((await register(makeClient(app), ANA)).status).toBe(201);
  });

  it('of an unverified account is the new one at once, and only the new one’s link verifies it', async () => {
    const ana = makeClient(app);
    await register(ana, ANA);
    await makeClient(app).post('/api/auth/forgot-password', { email: ANA });
    const early = await codes();
    expect(early.map(({ kind }) => kind)).toEqual(['verify-email', 'reset-password']);
    // One more link to the old address is still in the queue.
    await ana.post('/api/auth/send-verification-email');
    expect((await change(ana, NEW)).body).toMatchObject({ pendingEmail: null, user: { email: NEW } });
    // An address that proved nothing is told nothing.
    expect(await queued()).toEqual([{ kind: 'verify-email', recipient: NEW }]);
    expect((await confirm(early[0]?.code ?? '')).status).toBe(400);
    const reset = { token: early[1]?.code, password: 'a new horse' };
    expect((await makeClient(app).post('/api/auth/reset-password', reset)).status).toBe(400);
    expect(await addressOf(ana)).toEqual([NEW, false]);
    expect((await confirm(await newestCode())).status).toBe(200);
    expect(await addressOf(ana)).toEqual([NEW, true]);
  });

  it('is not verified by a link to the old one that was written meanwhile', async () => {
    const ana = makeClient(app);
    await register(ana, ANA);
    const [{ code } = { code: '' }] = await codes();
    const [token] = await app.deps.db.selectFrom('email_tokens').selectAll().execute();
    await change(ana, NEW);
    // An email that was being written stores its code only now, after the change has dropped all others.
    if (token) await app.deps.db.insertInto('email_tokens').values(token).execute();
    expect((await confirm(code)).status).toBe(400);
    expect(await addressOf(ana)).toEqual([NEW, false]);
  });

  it('that is taken is answered as registration answers it, in every spelling, and changes nothing', async () => {
    await makeAccount(app, 'bob@bücher.example');
    const ana = await makeAccount(app, ANA);
    const unverified = makeClient(app);
    await register(unverified, 'una@shop.example');
    await codes();
    const twins = ['bob@bücher.example', 'BOB@xn--bcher-kva.example', ' bob@ｂüｃｈｅｒ.example '];
    for (const twin of twins) {
      const { status, body } = await register(makeClient(app), twin);
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
    const ana = makeClient(app);
    await register(ana, ANA, NEW);
    expect((await change(ana, NEW)).body).toMatchObject({
      errors: [{ field: 'email', message: MESSAGES.passwordIsEmail }],
    });
  });

  it('that somebody else got before it was confirmed stays theirs, and the account keeps its own', async () => {
    const ana = await makeAccount(app, ANA);
    await codes();
    await change(ana, NEW);
    const [{ code } = { code: '' }] = await codes();
    const other = await makeAccount(app, NEW);
    expect(await confirm(code)).toMatchObject({ status: 409, body: { code: 'conflict', errors: TAKEN } });
    const page = await postVerification(app, { code });
    expect([page.status, await page.text()]).toEqual([409, expect.stringContaining(VERIFY_PAGE.taken.title)]);
    expect([await addressOf(ana), await addressOf(other)]).toEqual([
      [ANA, true],
      [NEW, true],
    ]);
  });

  it('goes to one account when two confirm it at once', async () => {
    const clients = [await makeAccount(app, ANA), await makeAccount(app, BOB)];
    await codes();
    for (const client of clients) await change(client, NEW);
    const both = (await codes()).filter(({ kind }) => kind === 'change-email');
    const answers = await Promise.all(both.map(({ code }) => confirm(code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const addresses = await Promise.all(clients.map(async (client) => (await addressOf(client))[0]));
    expect(addresses.filter((one) => one === NEW)).toHaveLength(1);
  });

  it('goes to one of two unverified accounts that change to it at once', async () => {
    const clients = [makeClient(app), makeClient(app)];
    await register(clients[0] as Client, ANA);
    await register(clients[1] as Client, BOB);
    const answers = await Promise.all(clients.map((client) => change(client, NEW)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('is the one of the last of two changes: the link of the first is dead', async () => {
    const ana = await makeAccount(app, ANA);
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

  it('canceled, by its owner or whoever has the new one, has no link that works', async () => {
    const ana = await makeAccount(app, ANA);
    await codes();
    for (const cancel of [
      () => ana.delete('/api/auth/change-email'),
      () => ana.post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword: 'a new horse' }),
    ]) {
      await change(ana, NEW);
      const [{ code } = { code: '' }] = await codes();
      await cancel();
      expect([(await confirm(code)).status, await pending(ana)]).toEqual([400, null]);
      await codes();
    }
    await change(ana, NEW);
    const [{ code } = { code: '' }] = await codes();
    expect((await postVerification(app, { code, answer: 'reject' })).status).toBe(200);
    expect([(await confirm(code)).status, await pending(ana), await addressOf(ana)]).toEqual([400, null, [ANA, true]]);
  });

  it('is given up when the owner resets the password from the old one', async () => {
    const thief = await makeAccount(app, ANA);
    await codes();
    await change(thief, 'thief@evil.example');
    const [{ code } = { code: '' }] = await codes();
    await makeClient(app).post('/api/auth/forgot-password', { email: ANA });
    await makeClient(app).post('/api/auth/reset-password', { token: await newestCode(), password: 'a new horse' });
    expect((await confirm(code)).status).toBe(400);
    expect((await login(makeClient(app), ANA, 'a new horse')).status).toBe(200);
  });

  it('leaves no link to the old one that opens the account', async () => {
    const ana = await makeAccount(app, ANA);
    await codes();
    await change(ana, NEW);
    const [{ code } = { code: '' }] = await codes();
    await makeClient(app).post('/api/auth/forgot-password', { email: ANA });
    const token = await newestCode();
    await makeClient(app).post('/api/auth/forgot-password', { email: ANA });
    expect((await confirm(code)).status).toBe(200);
    const reset = { token, password: 'a new horse' };
    expect((await makeClient(app).post('/api/auth/reset-password', reset)).status).toBe(400);
    expect((await queued()).map(({ kind }) => kind)).toEqual(['email-changed']);
  });

  it('is forgotten once single sign-on takes the account over', async () => {
    const thief = await makeAccount(app, ANA);
    await codes();
    await change(thief, 'thief@evil.example');
    const [{ code } = { code: '' }] = await codes();
    const ana = makeClient(app);
    expect((await logInWithSso(ana, await ssoToken(app, {}))).status).toBe(200);
    expect([(await confirm(code)).status, await addressOf(ana), await pending(ana)]).toEqual([400, [ANA, true], null]);
    expect(await whoAmI(thief)).toBe(401);
  });

  it('that single sign-on brings meanwhile makes an account of its own', async () => {
    const ana = await makeAccount(app, ANA);
    await codes();
    await change(ana, NEW);
    const [{ code } = { code: '' }] = await codes();
    const other = makeClient(app);
    await logInWithSso(other, await ssoToken(app, { email: NEW }));
    expect((await confirm(code)).status).toBe(409);
    expect([await addressOf(ana), await addressOf(other)]).toEqual([
      [ANA, true],
      [NEW, true],
    ]);
  });

  it('of an account deleted meanwhile is confirmed by nothing, and no email stays behind', async () => {
    const ana = await makeAccount(app, ANA);
    await codes();
    await change(ana, NEW);
    const [{ code } = { code: '' }] = await codes();
    await ana.post('/api/auth/send-verification-email');
    expect(await queued()).toEqual([{ kind: 'change-email', recipient: NEW }]);
    await ana.delete('/api/auth/me');
    expect((await confirm(code)).status).toBe(400);
    expect(await queued()).toEqual([]);
    const tables = await Promise.all([
      app.deps.db.selectFrom('users').selectAll().execute(),
      app.deps.db.selectFrom('email_tokens').selectAll().execute(),
    ]);
    expect(JSON.stringify(tables)).not.toContain('new.example');
  });

  it('is refused to a session that ended while it was asked for', async () => {
    const thief = await makeAccount(app, ANA);
    await codes();
    const { passwords } = app.deps;
    app.deps.passwords = {
      ...passwords,
      async verify(stored, password) {
        app.deps.passwords = passwords;
        await makeClient(app).post('/api/auth/forgot-password', { email: ANA });
        await makeClient(app).post('/api/auth/reset-password', { token: await newestCode(), password: 'a new horse' });
        return passwords.verify(stored, password);
      },
    };
    expect((await change(thief, 'thief@evil.example')).status).toBe(401);
    expect((await queued()).map(({ kind }) => kind)).toEqual(['password-changed']);
  });

  it('counts as a registration, and further links to it wait a minute like all others', async () => {
    stage('1');
    const ana = makeClient(app);
    await register(ana, ANA);
    const wait = { status: 429, body: { message: TOASTS.pleaseWait.description } };
    // The registration's email was the first.
    expect(await ana.post('/api/auth/send-verification-email')).toMatchObject(wait);
    // A typo is mended at once.
    expect((await change(ana, NEW)).status).toBe(200);
    expect(await ana.post('/api/auth/send-verification-email')).toMatchObject(wait);
    app.clock.advance(MINUTE);
    expect((await ana.post('/api/auth/send-verification-email')).status).toBe(200);
    await confirm((await codes()).at(-1)?.code ?? '');
    expect((await change(ana, BOB)).status).toBe(200);
    expect(await change(ana, BOB)).toMatchObject(wait);
    expect(await ana.post('/api/auth/send-verification-email')).toMatchObject(wait);
    app.clock.advance(MINUTE);
    expect((await change(ana, BOB)).status).toBe(200);
    // Taken or free, each counts: 20 an hour from one address, whichever of the two is asked.
    const statuses: number[] = [];
    for (let n = 0; n < 18; n++) statuses.push((await change(ana, n % 2 ? ANA : `${n}@new.example`)).status);
    expect(statuses.at(-1)).toBe(429);
    expect((await register(makeClient(app), 'another@shop.example')).status).toBe(429);
  });
});
