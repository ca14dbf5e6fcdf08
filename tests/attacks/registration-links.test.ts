// Attack: get hold of somebody else's registration. Guess its id, use what the database holds as an id, use a mailed link
// twice, late or after it is done, and find out from the answers who is registering.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hashOf } from '#server/db/hash.ts';
import type { RegistrationAnswer, RegistrationLookup } from '#shared/contract/registration.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { describeApp } from '#tests/support/apps.ts';
import { makeAccount } from '#tests/support/auth.ts';
import { type Client, mailedLink, makeClient } from '#tests/support/client.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import {
  PASSWORD,
  type Registrant,
  read,
  registerUntil,
  startRegistration,
  stepOf,
  storedRegistration,
} from '#tests/support/registration.ts';

const ANA = 'ana@shop.example';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describeApp("somebody else's registration", { postgres: 'long' }, ({ app }) => {
  const lookUp = (client: Client, email: string) =>
    client.get<RegistrationLookup>(`/api/registration/email/${encodeURIComponent(email)}`);
  const askForLink = (client: Client, email: string) =>
    client.procedure('mutation', 'registration.mailLink', { email });
  const resume = (client: Client, token: string) =>
    client.procedure<RegistrationAnswer & { errors?: { field: string }[] }>('mutation', 'registration.resume', {
      token,
    });
  const current = (client: Client) => client.procedure<RegistrationAnswer | null>('query', 'registration.current');
  const linkMails = () =>
    app.deps.db.selectFrom('mails').selectAll().where('kind', '=', 'resume-registration').orderBy('id').execute();

  /** @returns the token of the link that is mailed when its owner asks. */
  async function mailedToken(email: string): Promise<string> {
    await askForLink(makeClient(app), email);
    return (await mailedLink(app, email)).split('/register#resume=')[1] ?? '';
  }

  /** Every call about one registration. */
  const CALLS: readonly ((client: Client, path: string) => Promise<{ status: number }>)[] = [
    (client, path) => client.get(path),
    (client, path) => client.get(`${path}/verify-email`),
    (client, path) => client.post(`${path}/payment`, {}),
    (client, path) => client.post(`${path}/payment`, { sessionId: 'cs_test_made_up' }),
    (client, path) => client.post(`${path}/create-user`, { password: PASSWORD }),
    (client, path) => client.post(`${path}/resend-verification`),
    (client, path) => client.post(`${path}/finish`),
    (client, path) => client.post(`${path}/force-finish`),
  ];

  it('answers to its public id alone: nothing that is stored or mailed will do, whoever is logged in', async () => {
    const ana = await startRegistration(app, { email: ANA });
    const token = await mailedToken(ANA);
    const row = await storedRegistration(app, ana);
    const keys = await app.deps.db.selectFrom('registration_keys').selectAll().execute();
    expect(keys.map(({ kind }) => kind).sort()).toEqual(['id', 'resume']);
    const guesses = [
      row.id,
      token,
      ...keys.map(({ key_hash }) => key_hash),
      hashOf(ana.id),
      ANA,
      `${ana.id.slice(0, -1)}${ana.id.endsWith('A') ? 'B' : 'A'}`,
      ana.id.slice(0, -1),
      `${ana.id}A`,
      ana.id.toLowerCase(),
      app.deps.ids.secret(),
      '%00',
      '..',
      "' or 1=1 --",
    ];
    const others = [makeClient(app), await makeAccount(app, 'eve@shop.example')];
    for (const client of others) {
      for (const guess of guesses) {
        for (const [n, call] of CALLS.entries()) {
          const { status } = await call(client, `/api/registration/${encodeURIComponent(guess)}`);
          expect([guess, n, status === 400 || status === 404 ? 'unknown' : status]).toEqual([guess, n, 'unknown']);
        }
        client.cookies.set('proofbell_registration', guess.replace(/[^\w-]/g, ''));
        expect([guess, (await current(client)).body]).toEqual([guess, null]);
        client.cookies.delete('proofbell_registration');
      }
    }
    expect(await storedRegistration(app, ana)).toEqual(row);
    // The check can fail: the real one does work.
    expect((await makeClient(app).get(`/api/registration/${ana.id}`)).status).toBe(200);
  });

  it('is not in the log, whatever is called and however it is answered; nor is an address', async () => {
    const ana = await startRegistration(app, { email: ANA });
    for (const call of CALLS) await call(ana.client, `/api/registration/${ana.id}`);
    for (const path of [
      `/api/registration/${ana.id}/no-such-step`,
      `/api/registration/${ana.id}/finish/`,
      `/api//registration/${ana.id}`,
      `/api/registration//${ana.id}`,
      `/API/registration/${ana.id}`,
      `/api/registration/${ana.id}?again=${ana.id}`,
      `/api/registration/email/${ANA}`,
      `/api/registration/email/${encodeURIComponent(ANA)}`,
      `/api/registration/email//${ANA}`,
      `/api/registration/email/${ANA}/more`,
      // Mistyped by whoever calls us.
      `/api/v1/registration/${ana.id}`,
      `/registration/${ana.id}`,
      `/api/registrations/${ana.id}`,
      `/api/%72egistration/${ana.id}`,
      `/api/registration/emails/${ANA}`,
      `/api/registration/email/pricing/${ANA}`,
      `/register/${ana.id}`,
      `/api/trpc/registration.get?input=${encodeURIComponent(JSON.stringify({ json: { id: ana.id } }))}`,
    ]) {
      await ana.client.get(path);
      await ana.client.post(path, {});
    }
    await lookUp(makeClient(app), ANA);
    const log = JSON.stringify(app.logged);
    expect(log).toContain('/api/registration/…');
    for (const secret of [ana.id, ANA, encodeURIComponent(ANA)])
      expect([secret, log.includes(secret)]).toEqual([secret, false]);
  });

  it('tells others that it exists and how far it is, and itself only to the browser that holds it', async () => {
    const ana = await registerUntil(app, ANA, 'user_created');
    for (const spelling of [ANA, 'ANA@Shop.Example']) {
      expect((await lookUp(makeClient(app), spelling)).body).toEqual({ exists: true, status: 'user_created' });
      expect((await lookUp(ana.client, spelling)).body.registration).toEqual(await read(ana));
    }
    const ben = await startRegistration(app, { email: 'ben@shop.example' });
    expect((await lookUp(ben.client, ANA)).body).toEqual({ exists: true, status: 'user_created' });
    expect((await lookUp(makeClient(app), 'nobody@shop.example')).body).toEqual({ exists: false, status: null });
    for (const email of ['', 'no address', `${'a'.repeat(300)}@shop.example`, '%00@shop.example']) {
      const { status } = await lookUp(makeClient(app), email);
      expect([email, status === 400 || status === 404]).toEqual([email, true]);
    }
  });

  it('is continued by its mailed link once, and by nothing like it', async () => {
    const ana = await startRegistration(app, { email: ANA });
    const token = await mailedToken(ANA);
    expect(token).toMatch(/^[\w-]{43}$/);
    for (const made of ['', 'made up', ana.id, token.slice(0, -1), `${token}A`, hashOf(token), app.deps.ids.secret()]) {
      const { status, body } = await resume(makeClient(app), made);
      expect([made, status, body.errors?.[0]?.field]).toEqual([made, 400, 'token']);
    }
    const phone = makeClient(app);
    const { body } = await resume(phone, token);
    expect(body.registration).toMatchObject({ email: ANA, nextStep: 'create-user' });
    expect(body.registration.id).not.toBe(ana.id);
    expect((await current(phone)).body?.registration.id).toBe(body.registration.id);
    expect((await resume(makeClient(app), token)).status).toBe(400);
    expect((await resume(phone, token)).status).toBe(400);
    // It continues there alone.
    expect((await stepOf(ana, 'create-user', { password: PASSWORD })).status).toBe(404);
    expect((await current(ana.client)).body).toBeNull();
    const here: Registrant = { client: phone, email: ANA, id: body.registration.id };
    expect((await stepOf(here, 'create-user', { password: PASSWORD })).status).toBe(200);
  });

  it('goes to one of ten browsers that open its link at once', async () => {
    await startRegistration(app, { email: ANA });
    const token = await mailedToken(ANA);
    const answers = await Promise.all(Array.from({ length: 10 }, () => resume(makeClient(app), token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)]);
    const keys = await app.deps.db.selectFrom('registration_keys').select('kind').execute();
    expect(keys).toEqual([{ kind: 'resumed' }]);
  });

  it('has a link that works for a day, and ids that end with it', async () => {
    const ana = await startRegistration(app, { email: ANA });
    const early = await mailedToken(ANA);
    app.clock.advance(2 * 60_000);
    const late = await mailedToken(ANA);
    app.clock.advance(DAY - 60_000);
    expect((await resume(makeClient(app), early)).status).toBe(400);
    expect((await resume(makeClient(app), late)).status).toBe(200);
    app.clock.advance(7 * DAY);
    await askForLink(makeClient(app), ANA);
    // It has expired, so a link would lead nowhere.
    expect(await linkMails()).toHaveLength(2);
    app.clock.advance(60 * DAY);
    expect((await ana.client.get(`/api/registration/${ana.id}`)).status).toBe(404);
    expect((await current(ana.client)).body).toBeNull();
  });

  it('is in the tab that was closed and opened again, with the plan that was chosen last', async () => {
    const ana = await startRegistration(app, { email: ANA });
    const reopened = makeClient(app);
    for (const [name, value] of ana.client.cookies) reopened.cookies.set(name, value);
    expect((await current(reopened)).body?.registration).toEqual(await read(ana));
    expect((await current(makeClient(app))).body).toBeNull();
    await stepOf(ana, 'create-user', { password: PASSWORD });
    expect((await current(reopened)).body?.registration).toMatchObject({ nextStep: 'verify-email' });
    await stepOf(ana, 'force-finish');
    expect((await current(reopened)).body).toBeNull();
  });

  it('answers a request for a link alike for any address, and mails its own only', async () => {
    await startRegistration(app, { email: ANA });
    await makeAccount(app, 'ben@shop.example');
    const answers = [];
    for (const email of [ANA, 'ben@shop.example', 'nobody@shop.example', ANA, ANA]) {
      const { status, body, headers } = await askForLink(makeClient(app), email);
      answers.push([status, body, headers.getSetCookie().filter((cookie) => cookie.includes('registration'))]);
    }
    for (const answer of answers) expect(answer).toEqual([200, { sent: true }, []]);
    expect((await linkMails()).map(({ recipient, user_id }) => [recipient, user_id])).toHaveLength(3);
  });
});

onBothDatabases('with rate limits, which two servers share', (database) => {
  let apps: TestApp[];
  beforeEach(() => {
    apps = [0, 1].map(() => makeTestApp(database(), { AUTH_RATE_LIMIT: '1' }));
  });
  afterEach(() => Promise.all(apps.map((app) => app.stop())));
  const at = (n: number) => apps[n % 2] as TestApp;
  const clientAt = (n: number) => makeClient(at(n));

  it('nobody looks up more than 30 addresses an hour, guesses more than 20 links, or has more than 20 mailed', async () => {
    await startRegistration(at(0), { email: ANA });
    const statuses = [];
    for (let n = 0; n < 32; n++) {
      const { status, headers } = await clientAt(n).get(`/api/registration/email/a${n}@shop.example`);
      statuses.push(status);
      if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(statuses).toEqual([...Array(30).fill(200), 429, 429]);
    // The known one neither.
    expect((await clientAt(1).get(`/api/registration/email/${ANA}`)).status).toBe(429);
    const guesses = [];
    for (let n = 0; n < 21; n++)
      guesses.push(
        (await clientAt(n).procedure('mutation', 'registration.resume', { token: at(n).deps.ids.secret() })).status,
      );
    expect(guesses).toEqual([...Array(20).fill(400), 429]);
    const ask = (n: number) =>
      clientAt(n).procedure('mutation', 'registration.mailLink', { email: `b${n}@shop.example` });
    const asked = await Promise.all(Array.from({ length: 21 }, (_, n) => ask(n)));
    expect(asked.map(({ status }) => status).sort()).toEqual([...Array(20).fill(200), 429]);
    for (const app of apps) app.clock.advance(HOUR);
    expect((await clientAt(1).get(`/api/registration/email/${ANA}`)).status).toBe(200);
    expect((await ask(0)).status).toBe(200);
  });
});
