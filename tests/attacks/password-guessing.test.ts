// Attack: guess one account's password from a thousand addresses; use the limits against it to keep its owner out; steal
// what makes a browser known; fill the owner's inbox with warnings.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MESSAGES } from '#shared/messages.ts';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { deliverMails, fastPasswords, mailedCode, PASSWORD } from '#tests/support/auth.ts';
import { type Client, makeClient } from '#tests/support/client.ts';
import { onBothDatabases } from '#tests/support/databases.ts';

const ANA = 'ana@shop.example';
const BOB = 'bob@shop.example';
const NOBODY = 'nobody@shop.example';
const NEW = 'a new horse';
const KNOWN = 'proofbell_known';

onBothDatabases('guessing a password', { postgres: 'long' }, (database) => {
  let app: TestApp;
  /** Passwords compared so far: guesses that could have been right. */
  let compared = 0;
  beforeEach(() => {
    app = makeTestApp(database(), { AUTH_RATE_LIMIT: '1', TRUST_PROXY: '1' });
    compared = 0;
    app.deps.passwords = fastPasswords(() => {
      compared += 1;
    });
  });
  afterEach(() => app.stop());

  const address = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
  /** A script without a session, which needs no token against forged requests. */
  const post = async (from: string, path: string, body: object, cookie = '') => {
    const response = await app.fetch(`/api/auth/${path}`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer none',
        'content-type': 'application/json',
        'x-forwarded-for': from,
        ...(cookie && { cookie: `${KNOWN}=${cookie}` }),
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, wait: Number(response.headers.get('retry-after')), body: await response.json() };
  };
  const guess = (n: number, email = ANA, cookie = '', password = `guess ${n}`) =>
    post(address(n), 'login', { email, password }, cookie);
  /** A guess from each of `count` addresses, fifty at a time: more would wait for the database until they are refused. */
  const attack = async (count: number, email = ANA) => {
    const answers: Awaited<ReturnType<typeof guess>>[] = [];
    for (let first = 0; first < count; first += 50) {
      const batch = Array.from({ length: Math.min(50, count - first) }, (_, n) => guess(first + n, email));
      answers.push(...(await Promise.all(batch)));
    }
    return answers;
  };
  const tally = (answers: { status: number }[]) =>
    Object.fromEntries(
      Object.entries(Object.groupBy(answers, ({ status }) => status)).map(([key, all]) => [key, all?.length]),
    );
  const send = (client: Client, from: string, path: string, body: object = {}) =>
    client.call('POST', `/api/auth/${path}`, body, { 'x-forwarded-for': from });
  const logIn = async (client: Client, from: string, email = ANA, password = PASSWORD) =>
    (await send(client, from, 'login', { email, password })).status;
  /** @returns the browser in which a verified owner signed up, logged out since. */
  const makeOwner = async (email = ANA, client = makeClient(app)) => {
    expect((await send(client, '192.0.2.1', 'register', { email, password: PASSWORD })).status).toBe(201);
    await app.deps.db.updateTable('users').set({ email_verified: 1 }).where('email', '=', email).execute();
    await app.deps.db.deleteFrom('mails').execute();
    await send(client, '192.0.2.1', 'logout');
    compared = 0;
    return client;
  };
  const mails = () => app.deps.db.selectFrom('mails').selectAll().orderBy('id').execute();

  it('a thousand addresses have a hundred guesses an hour between them, whether the account exists or not', {
    tags: ['long'],
  }, async () => {
    await makeOwner();
    for (const [email, count] of [
      [ANA, 1_000],
      [NOBODY, 120],
    ] as const) {
      compared = 0;
      const answers = await attack(count, email);
      expect([email, tally(answers), compared]).toEqual([email, { 401: 100, 429: count - 100 }, 100]);
      const refused = answers.find(({ status }) => status === 429);
      expect(refused?.body).toMatchObject({ code: 'rate-limited', message: MESSAGES.tooManyRequests });
      expect(refused?.wait).toBe(3_600);
    }
    // Not even the right one tells that it is right.
    expect((await guess(2_000, ANA, '', PASSWORD)).status).toBe(429);
    app.clock.advance(HOUR);
    compared = 0;
    expect([tally(await attack(110)), compared]).toEqual([{ 401: 100, 429: 10 }, 100]);
  });

  it('the owner gets in where they logged in before, even behind the address of an attack', async () => {
    const owner = await makeOwner();
    await makeOwner(BOB, owner);
    for (let round = 0; round < 2; round++) {
      await attack(110);
      for (let n = 0; n < 30; n++) await post('192.0.2.1', 'login', { email: ANA, password: `guess ${n}` });
      expect(await logIn(makeClient(app), '192.0.2.1')).toBe(429);
      expect(await logIn(makeClient(app), '198.51.100.1')).toBe(429);
      expect(await logIn(owner, '192.0.2.1')).toBe(200);
      await send(owner, '192.0.2.1', 'logout');
      // Several accounts in one browser do not push each other out.
      await attack(110, BOB);
      expect(await logIn(owner, '192.0.2.1', BOB)).toBe(200);
      await send(owner, '192.0.2.1', 'logout');
      app.clock.advance(20 * DAY);
    }
    const mark = owner.cookies.get(KNOWN) ?? '';
    expect(mark).not.toMatch(/ana%40|bob%40|example/);
  });

  it('a reset by mail gets the owner in, however fast the attack goes on', async () => {
    await makeOwner();
    await attack(110);
    const browser = makeClient(app);
    expect((await send(browser, '192.0.2.1', 'forgot-password', { email: ANA })).status).toBe(200);
    const token = await mailedCode(app, ANA, 'reset');
    expect((await send(browser, '192.0.2.1', 'reset-password', { token, password: NEW })).status).toBe(200);
    // The wrong passwords counted against the old one are forgotten, from every address.
    expect(await logIn(makeClient(app), address(1), ANA, NEW)).toBe(200);
    await attack(110);
    expect(await logIn(makeClient(app), '192.0.2.1', ANA, NEW)).toBe(429);
    expect(await logIn(browser, '192.0.2.1', ANA, NEW)).toBe(200);
  });

  it('five wrong passwords are forgotten after a reset, so that the new one works at once', async () => {
    await makeOwner();
    for (let n = 0; n < 6; n++) await post('192.0.2.1', 'login', { email: ANA, password: `typo ${n}` });
    await send(makeClient(app), '192.0.2.1', 'forgot-password', { email: ANA });
    const token = await mailedCode(app, ANA, 'reset');
    expect((await post('192.0.2.1', 'reset-password', { token, password: NEW })).status).toBe(200);
    expect(await logIn(makeClient(app), '192.0.2.1', ANA, NEW)).toBe(200);
  });

  it('a stolen mark allows no more than five guesses in a quarter of an hour, from wherever', async () => {
    const owner = await makeOwner();
    const stolen = owner.cookies.get(KNOWN) ?? '';
    const phone = makeClient(app);
    expect(await logIn(phone, '192.0.2.9')).toBe(200);
    await attack(110);
    compared = 0;
    const answers = [];
    for (let n = 0; n < 50; n++) answers.push(await guess(5_000 + n, ANA, stolen));
    expect([tally(answers), compared]).toEqual([{ 401: 5, 429: 45 }, 5]);
    expect(answers.at(-1)?.wait).toBe(900);
    // The owner's other browsers are none the worse for it.
    expect(await logIn(phone, '192.0.2.9')).toBe(200);
    app.clock.advance(15 * MINUTE);
    expect((await guess(1, ANA, stolen, PASSWORD)).status).toBe(200);
  });

  it('a mark that is forged, of another account, too old or from before a password change makes nobody known', async () => {
    const owner = await makeOwner();
    const mine = owner.cookies.get(KNOWN) ?? '';
    const bobs = (await makeOwner(BOB)).cookies.get(KNOWN) ?? '';
    const [id = '', expiry = '', signature = ''] = mine.split('.');
    const later = (Number.parseInt(expiry, 36) + DAY).toString(36);
    const forged = [
      bobs,
      `${id}.${later}.${signature}`,
      `${'A'.repeat(22)}.${expiry}.${signature}`,
      `${id}.${expiry}.${'A'.repeat(43)}`,
      `${id}.${expiry}`,
      [bobs, bobs, bobs, bobs, bobs, bobs, mine].join('~'),
      '%E0%A4%A',
      'x'.repeat(4_000),
    ];
    await attack(110);
    for (const cookie of forged) expect([cookie, (await guess(9_000, ANA, cookie)).status]).toEqual([cookie, 429]);
    expect((await guess(9_001, ANA, mine)).status).toBe(401);
    // Changing the password voids every mark but the one of the browser that did it.
    const other = makeClient(app);
    other.cookies.set(KNOWN, mine);
    expect(await logIn(other, '192.0.2.7')).toBe(200);
    const change = { currentPassword: PASSWORD, newPassword: NEW };
    expect((await send(other, '192.0.2.7', 'change-password', change)).status).toBe(200);
    await attack(110);
    expect((await guess(9_002, ANA, mine, NEW)).status).toBe(429);
    const current = other.cookies.get(KNOWN) ?? '';
    expect((await guess(9_002, ANA, current, NEW)).status).toBe(200);
    app.clock.advance(400 * DAY);
    await attack(110);
    expect((await guess(9_003, ANA, current, NEW)).status).toBe(429);
  });

  it('a mark dies with the password or account it belongs to: by a reset, by a deletion, by single sign-on', async () => {
    const mark = async (client: Client) => client.cookies.get(KNOWN) ?? '';
    const isKnown = async (cookie: string, password: string) => {
      await attack(110);
      return (await guess(9_000, ANA, cookie, password)).status === 200;
    };
    const owner = await makeOwner();
    const first = await mark(owner);
    expect(await isKnown(first, PASSWORD)).toBe(true);
    await post('192.0.2.1', 'forgot-password', { email: ANA });
    const token = await mailedCode(app, ANA, 'reset');
    await post('192.0.2.1', 'reset-password', { token, password: NEW });
    expect(await isKnown(first, NEW)).toBe(false);
    // The same password again, in another account: nobody may go on as the old one's browser.
    await app.deps.db.deleteFrom('users').execute();
    await makeOwner();
    expect(await isKnown(first, PASSWORD)).toBe(false);
    // An account without a password has none that a mark could be for.
    await app.deps.db.updateTable('users').set({ password_hash: null }).execute();
    await attack(110);
    expect((await guess(9_001, ANA, first)).status).toBe(429);
  });

  it('the owner is told once a day what to do; an address that nobody verified is told nothing', async () => {
    await makeOwner();
    for (const hours of [1, 1, 21, 1]) {
      await attack(110);
      app.clock.advance(hours * HOUR);
    }
    expect((await mails()).map(({ kind, recipient }) => [kind, recipient])).toEqual([['password-guessed', ANA]]);
    expect(await deliverMails(app)).toMatchObject([{ link: 'http://proofbell.test/forgot-password' }]);
    await attack(110);
    expect(await mails()).toHaveLength(1);
    await app.deps.db.deleteFrom('mails').execute();
    await makeOwner(BOB);
    await app.deps.db.updateTable('users').set({ email_verified: 0 }).execute();
    await attack(110, BOB);
    await attack(110, NOBODY);
    expect(await mails()).toEqual([]);
  });

  it('right passwords are limited by address, which stops nobody who is known', async () => {
    const owner = await makeOwner();
    await makeOwner(BOB);
    const bob = () => post('192.0.2.1', 'login', { email: BOB, password: PASSWORD });
    const answers = [];
    for (let n = 0; n < 40; n++) answers.push(await bob());
    expect(tally(answers)).toEqual({ 200: 30, 429: 10 });
    expect(answers.at(-1)).toMatchObject({ wait: 60, body: { message: MESSAGES.tooManyCalls } });
    expect(await logIn(owner, '192.0.2.1')).toBe(200);
    app.clock.advance(MINUTE);
    expect((await bob()).status).toBe(200);
  });
});
