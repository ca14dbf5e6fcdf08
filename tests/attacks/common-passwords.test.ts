// Attack: try the passwords that most people choose, on every account there is. No account may have one.
import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, it } from 'vitest';
import { PASSWORD_MIN } from '#shared/limits.ts';
import { MESSAGES } from '#shared/messages.ts';
import { mailedCode, makeAccount, makeAuthStage, PASSWORD } from '#tests/support/auth.ts';
import { makeClient } from '#tests/support/client.ts';
import { freshSqlite } from '#tests/support/databases.ts';
import { eachTest } from '#tests/support/stages.ts';

const ANA = 'ana@shop.example';
/** The hundred commonest that are long enough to be asked about, and a sample of the others up to the last refused. */
const COMMON = dictionary['passwords-common']
  .slice(0, 10_000)
  .filter((password) => password.length >= PASSWORD_MIN)
  .filter((_, index, all) => index < 100 || index % 61 === 0 || index === all.length - 1);

const app = eachTest(async () => makeAuthStage(await freshSqlite()));
const ana = eachTest(() => makeAccount(app, ANA));

const refusal = (field: string) => ({
  status: 400,
  errors: [{ field, message: MESSAGES.passwordTooCommon }],
});
const answerOf = ({ status, body }: { status: number; body: { errors?: unknown } }) => ({
  status,
  errors: body.errors,
});

it('none can be chosen, in any letter case: registering, resetting, changing', async () => {
  expect(COMMON.length).toBeGreaterThan(200);
  expect(COMMON).toContain('password');
  await makeClient(app).post('/api/auth/forgot-password', { email: ANA });
  const token = await mailedCode(app, ANA, 'reset');
  const stranger = makeClient(app);
  for (const common of COMMON) {
    for (const password of [common, common.toUpperCase()]) {
      const registered = await stranger.post('/api/auth/register', { email: 'bo@shop.example', password });
      expect([password, answerOf(registered)]).toEqual([password, refusal('password')]);
    }
  }
  for (const password of COMMON.slice(0, 20)) {
    expect(answerOf(await stranger.post('/api/auth/reset-password', { token, password }))).toEqual(refusal('password'));
    const change = { currentPassword: PASSWORD, newPassword: password };
    expect(answerOf(await ana.post('/api/auth/change-password', change))).toEqual(refusal('newPassword'));
  }
  // The link was not used up by the refusals.
  expect((await stranger.post('/api/auth/reset-password', { token, password: 'a horse of her own' })).status).toBe(200);
});
