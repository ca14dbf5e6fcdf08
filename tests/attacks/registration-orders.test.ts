// Attack: take the steps of registering with somebody's address in any order, by every way and many at once, before its
// owner opens what is mailed there, meanwhile and afterwards.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RegistrationAnswer, RegistrationUser } from '#shared/contract/registration.ts';
import { login, mailedCode, makeAuthStage, register } from '#tests/support/auth.ts';
import { type Client, makeClient } from '#tests/support/client.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { ANA } from '#tests/support/paid-registration.ts';
import { mailLink, openLink, PASSWORD, startRegistration, stepOf } from '#tests/support/registration.ts';
import { runs } from '#tests/support/runs.ts';

const HERS = 'the horse of Eve';
/** Eve, in one of her browsers, with the ids that she ever had. */
type Eve = { client: Client; ids: string[] };
type Answer = { status: number };

const idStep =
  (name: string, body: object = {}) =>
  ({ client, ids }: Eve, pick: number): Promise<Answer> =>
    stepOf({ client, email: ANA, id: ids[pick % ids.length] ?? 'none' }, name, body);
const STEPS: ((eve: Eve, pick: number) => Promise<Answer>)[] = [
  async ({ client, ids }) => {
    const { status, body } = await client.post<RegistrationAnswer>('/api/registration', { email: ANA });
    if (status === 201) ids.push(body.registration.id);
    return { status };
  },
  idStep('create-user', { password: HERS }),
  idStep('create-user', { password: HERS }),
  idStep('finish'),
  idStep('force-finish'),
  idStep('resend-verification'),
  ({ client }) => register(client, ANA, HERS),
  ({ client }) => login(client, ANA, HERS),
  ({ client }) => client.post('/api/auth/logout'),
  ({ client }) => client.post('/api/auth/change-email', { email: ANA }),
  ({ client }) => client.post('/api/auth/change-email', { email: 'eve@shop.example' }),
  ({ client }) => client.delete('/api/auth/me'),
];
const steps = fc.array(fc.record({ browser: fc.nat(1), step: fc.nat(STEPS.length - 1), pick: fc.nat(5) }), {
  maxLength: 8,
});
type Steps = typeof steps extends fc.Arbitrary<infer S> ? S : never;
const phases = fc.record({ before: steps, meanwhile: steps, after: steps, last: steps, link: fc.nat(5) });
const take = ([browser, step, pick]: readonly [number, number, number]) => ({ browser, step, pick });
/** Deletes the account that she made at the moment in which its owner opens the link. */
const DELETED_MEANWHILE = {
  before: (
    [
      [0, 0, 3],
      [0, 2, 2],
      [0, 1, 3],
    ] as const
  ).map(take),
  meanwhile: (
    [
      [0, 1, 4],
      [1, 4, 0],
      [0, 11, 3],
      [0, 7, 1],
      [0, 11, 4],
      [0, 5, 5],
      [0, 11, 3],
    ] as const
  ).map(take),
  after: [],
  last: [],
  link: 3,
};

onBothDatabases('an address that its owner and a stranger register with', (database) => {
  it('ends as the account of whoever opens its link, whatever the order', async () => {
    let run = 0;
    const attack = async ({
      before,
      meanwhile,
      after,
      last,
      link,
    }: typeof phases extends fc.Arbitrary<infer P> ? P : never) => {
      run++;
      const app = makeAuthStage(database());
      const eves: Eve[] = [makeClient(app), makeClient(app)].map((client) => ({ client, ids: [] }));
      const takeAll = async (all: Steps): Promise<void> => {
        const answers = await Promise.all(
          all.map(async ({ browser, step, pick }) => {
            const eve = eves[browser] as Eve;
            return [step, (await STEPS[step]?.(eve, pick))?.status ?? 0] as const;
          }),
        );
        expect(answers.filter(([, status]) => status >= 500)).toEqual([]);
      };
      const expectShutOut = async (mayBeStarted = false) => {
        for (const { client, ids } of eves) {
          const me = await client.get<Partial<RegistrationUser>>('/api/auth/me');
          expect(me.body.user?.email).not.toBe(ANA);
          for (const id of ids) {
            const answer = await client.get<RegistrationAnswer>(`/api/registration/${id}`);
            // One that was started at the very moment in which the account was made leads nowhere.
            if (mayBeStarted && answer.status === 200) expect(answer.body.registration.status).toBe('started');
            else expect(answer.status).toBe(404);
            const made = await stepOf({ client, email: ANA, id }, 'create-user', { password: HERS });
            expect([404, 409]).toContain(made.status);
          }
        }
        expect((await login(makeClient(app), ANA, HERS)).status).not.toBe(200);
      };
      const own = await startRegistration(app, { email: ANA });
      for (const one of before) await takeAll([one]);
      // Of her own registration, or of any of the stranger's.
      const all = await app.deps.db.selectFrom('registrations').select('id').orderBy('id').execute();
      const token = await mailLink(app, ANA, all[link % all.length]?.id);
      const phone = makeClient(app);
      const [opened] = await Promise.all([openLink(phone, token), takeAll(meanwhile)]);
      const now = opened.status === 200 ? opened : await openLink(phone, await mailLink(app, ANA, all[0]?.id));
      expect(now.status).toBe(200);
      const ana = { ...own, client: phone, id: now.body.registration.id };
      await expectShutOut();
      await takeAll(after);
      await expectShutOut();
      const [made] = await Promise.all([stepOf(ana, 'create-user', { password: PASSWORD }), takeAll(last)]);
      expect(made.status).toBe(200);
      await phone.post('/api/auth/verify-email', { code: await mailedCode(app, ANA, 'code') });
      const { user } = (await phone.get<RegistrationUser>('/api/auth/me')).body;
      expect([user.email, user.emailVerified]).toEqual([ANA, true]);
      await expectShutOut(true);
      await app.stop();
      for (const table of ['registrations', 'mails', 'users'] as const) await app.deps.db.deleteFrom(table).execute();
    };
    await fc.assert(fc.asyncProperty(phases, attack), {
      examples: Array.from({ length: 3 }, () => [DELETED_MEANWHILE] as [typeof DELETED_MEANWHILE]),
      numRuns: runs(8, 23, 500),
      endOnFailure: true,
    });
    expect(run).toBeGreaterThan(0);
  });
});
