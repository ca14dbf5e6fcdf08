// Attack: have emails with a link for a new password sent until they fill the owner's inbox, until the owner can get no
// more of them, or until the answers tell who has an account.
import { expect, it } from 'vitest';
import { mailResetLink } from '#server/domain/account/forgotten.ts';
import type { Letter } from '#server/domain/ports.ts';
import { MESSAGES } from '#shared/messages.ts';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';
import { describeApp } from '#tests/support/apps.ts';
import { deliverMails, LIMITED, makeAccount, PASSWORD } from '#tests/support/auth.ts';
import { makeClient } from '#tests/support/client.ts';

const ANA = 'ana@shop.example';
const NOBODY = 'nobody@shop.example';
const NEW = 'a new horse';

describeApp('asking for a new password', { postgres: 'long', env: LIMITED }, ({ app }) => {
  const address = (n: number) => `10.0.${n >> 8}.${n & 255}`;
  /** A script without a session, which needs no token against forged requests. */
  const post = async (from: string, path: string, body: object) => {
    const answer = await makeClient(app, 'none').call('POST', `/api/auth/${path}`, body, { 'x-forwarded-for': from });
    return { status: answer.status, wait: answer.headers.get('retry-after'), body: answer.body };
  };
  const makeOwner = async () => {
    const owner = await makeAccount(app, ANA);
    await app.deps.db.deleteFrom('mails').execute();
    return owner;
  };
  const mails = () => app.deps.db.selectFrom('mails').select('kind').execute();

  it('a flood of requests for a reset sends one email in ten minutes, answers alike, and leaves its link alone', async () => {
    await makeOwner();
    const ask = (n: number, email = ANA) => post(address(n), 'forgot-password', { email });
    const [known, unknown] = await Promise.all([
      Promise.all(Array.from({ length: 30 }, (_, n) => ask(n))),
      Promise.all(Array.from({ length: 30 }, (_, n) => ask(1_000 + n, NOBODY))),
    ]);
    expect(known).toEqual(unknown);
    expect(known).toEqual(known.map(() => ({ status: 200, wait: null, body: { sent: true } })));
    const [letter, ...rest] = await deliverMails(app);
    expect(rest).toEqual([]);
    await Promise.all(Array.from({ length: 30 }, (_, n) => ask(n)));
    expect(await mails()).toEqual([]);
    // One address is told when it asks too often, whoever it asks for.
    const many = await Promise.all(Array.from({ length: 25 }, (_, n) => ask(7, `u${n}@shop.example`)));
    expect(many.map(({ status }) => status).sort()).toEqual([...Array(18).fill(200), ...Array(7).fill(429)]);
    const token = letter?.link?.split('#reset=')[1];
    expect((await post('192.0.2.1', 'reset-password', { token, password: NEW })).status).toBe(200);
  });

  it('trying made-up codes keeps nobody behind the same address from a link that works', async () => {
    await makeOwner();
    await mailResetLink(app.deps, ANA);
    const token = (await deliverMails(app))[0]?.link?.split('#reset=')[1];
    const reset = (code: unknown) => post('192.0.2.1', 'reset-password', { token: code, password: NEW });
    const tries = await Promise.all(Array.from({ length: 30 }, (_, n) => reset(`made up ${n}`)));
    expect(tries.map(({ status }) => status).sort()).toEqual([...Array(20).fill(400), ...Array(10).fill(429)]);
    expect((await reset(token)).status).toBe(200);
    expect((await reset(token)).status).toBe(429);
  });

  it('a changed password ends the links sent before, and asking for another works at once', async () => {
    const owner = await makeOwner();
    // Twenty of the day, and the one of the hour.
    for (let n = 0; n <= 20; n++) {
      await mailResetLink(app.deps, ANA);
      expect(await deliverMails(app)).toHaveLength(1);
      app.clock.advance(10 * MINUTE);
    }
    await mailResetLink(app.deps, ANA);
    expect(await mails()).toEqual([]);
    await owner.post('/api/auth/confirm', { password: PASSWORD });
    const change = { currentPassword: PASSWORD, newPassword: NEW };
    expect((await owner.post('/api/auth/change-password', change)).status).toBe(200);
    await deliverMails(app);
    await mailResetLink(app.deps, ANA);
    const token = (await deliverMails(app))[0]?.link?.split('#reset=')[1];
    expect((await post('192.0.2.1', 'reset-password', { token, password: 'a third horse' })).status).toBe(200);
  });

  it('a day of requests sends twenty emails and then one an hour, and the owner always has a link that works', {
    tags: ['long'],
  }, async () => {
    await makeOwner();
    let last: Letter | undefined;
    let sent = 0;
    for (let minute = 0; minute < 24 * 60 - 10; minute += 10) {
      app.clock.advance(10 * MINUTE);
      await Promise.all([1, 2, 3].map(() => mailResetLink(app.deps, ANA)));
      const letters = await deliverMails(app);
      sent += letters.length;
      last = letters.at(-1) ?? last;
      const token = last?.link?.split('#reset=')[1] ?? '';
      // Too weak a password: it shows that the link is good without using it.
      const tried = await post(address(minute), 'reset-password', { token, password: ANA });
      expect([minute, tried.body]).toEqual([minute, expect.objectContaining({ message: MESSAGES.passwordIsEmail })]);
    }
    expect(sent).toBeLessThanOrEqual(20 + 24);
    expect(sent).toBeGreaterThan(20);
    // Nobody asking, it ends like any other.
    app.clock.advance(HOUR);
    const token = last?.link?.split('#reset=')[1] ?? '';
    expect((await post('192.0.2.1', 'reset-password', { token, password: NEW })).status).toBe(400);
    app.clock.advance(DAY);
    await mailResetLink(app.deps, ANA);
    expect(await deliverMails(app)).toHaveLength(1);
  });
});
