// Attack: fill somebody's inbox with our emails. Have them sent by everything that sends any, under ever new registrations,
// accounts and spellings of the address, from many places; or use the limit up, so that its owner gets none.
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MAIL_KINDS, type MailKind } from '#server/db/mails.ts';
import { mailResetLink } from '#server/domain/account/forgotten.ts';
import { LIMITED_ELSEWHERE, MAILS_A_DAY, MAILS_AT_ONCE } from '#server/domain/mail-limits.ts';
import type { RegistrationAnswer } from '#shared/contract/registration.ts';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { describeApp } from '#tests/support/apps.ts';
import { deliverMails, LIMITED, login, PASSWORD, register } from '#tests/support/auth.ts';
import { type Client, makeClient } from '#tests/support/client.ts';

const VICTIM = 'victim@shop.example';

describeApp('the inbox of somebody', { postgres: 'long', env: LIMITED }, ({ app, database }) => {
  const mails = async () => (await app.deps.db.selectFrom('mails').select('id').execute()).length;
  /** @returns how many of `count` emails are queued, each about another account. */
  async function queue(kind: MailKind, to: string | ((n: number) => string), count: number): Promise<number> {
    const { mailer, db, ids } = app.deps;
    const waits = await Promise.all(
      Array.from({ length: count }, (_, n) => {
        const mail = { kind, userId: ids.next(), to: typeof to === 'string' ? to : to(n) };
        return db.transaction().execute((tx) => mailer.enqueue(tx, mail));
      }),
    );
    return waits.filter((wait) => wait === 0).length;
  }

  it('gets five links of sixty registrations that are started for them from four addresses', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        const client = makeClient(app, 'none');
        const from = { 'x-forwarded-for': `203.0.113.${n % 4}` };
        const started = await client.call<RegistrationAnswer>('POST', '/api/registration', { email: VICTIM }, from);
        const asked = { json: { email: VICTIM } };
        const { status, body } = await client.call('POST', '/api/trpc/registration.mailLink', asked, from);
        return [started.status, status, JSON.stringify(body)];
      }),
    );
    // All are answered alike.
    expect(new Set(answers.map((answer) => answer.join()))).toEqual(new Set([answers[0]?.join()]));
    expect(answers[0]?.slice(0, 2)).toEqual([201, 200]);
    expect(await mails()).toBe(MAILS_AT_ONCE);
  });

  it('gets five of each kind at once, however the address is spelled and whomever they are about', async () => {
    const spelled = (n: number) => [VICTIM, 'Victim@SHOP.example', `victim+${n}@shop.example`][n % 3] ?? VICTIM;
    for (const kind of MAIL_KINDS) {
      const limited = LIMITED_ELSEWHERE[kind] === undefined;
      expect([kind, await queue(kind, spelled, 30)]).toEqual([kind, limited ? MAILS_AT_ONCE : 30]);
      expect([kind, await queue(kind, 'other@shop.example', 1)]).toEqual([kind, 1]);
    }
    // These go to the operator, to an owner once a week or as asked for, and to whoever has left.
    const elsewhere = ['account-deleted', 'contact-message', 'notifications-paused', 'weekly-now', 'weekly-summary'];
    expect(Object.keys(LIMITED_ELSEWHERE).sort()).toEqual(elsewhere);
    expect(JSON.stringify(await app.deps.db.selectFrom('limits').selectAll().execute())).not.toContain('shop.example');
  });

  it('gets five of each kind from two servers at once', async () => {
    const other = makeTestApp(database(), { AUTH_RATE_LIMIT: '1' });
    const servers = [app, other];
    const mail = { kind: 'reset-password', userId: null, to: VICTIM } as const;
    const waits = await Promise.all(
      Array.from({ length: 20 }, (_, n) => {
        const { db, mailer } = (servers[n % 2] as TestApp).deps;
        return db.transaction().execute((tx) => mailer.enqueue(tx, mail));
      }),
    );
    await other.stop();
    expect(waits.filter((wait) => wait === 0)).toHaveLength(MAILS_AT_ONCE);
    expect(await mails()).toBe(MAILS_AT_ONCE);
  });

  it('gets five of each kind at Gmail, which takes dots for nothing and has two names', async () => {
    const spelled = (n: number) =>
      ['victim.of@gmail.com', 'victimof@gmail.com', `v.ictimof+${n}@GoogleMail.com`][n % 3] ?? VICTIM;
    expect(await queue('reset-password', spelled, 30)).toBe(MAILS_AT_ONCE);
    expect(await queue('reset-password', 'other.victim@gmail.com', 1)).toBe(1);
    expect(await queue('reset-password', (n) => `${n}.victim@shop.example`, 2)).toBe(2);
    expect(await queue('reset-password', (n) => `${'.'.repeat(n)}victim@shop.example`, 2)).toBe(2);
  });

  /** What a stranger does between two emails, to an account of hers with the address. */
  const BETWEEN: Record<string, (eve: Client, n: number) => Promise<{ status: number }>> = {
    'changes the password': (eve, n) =>
      eve.post('/api/auth/change-password', {
        currentPassword: `${PASSWORD} ${n}`,
        newPassword: `${PASSWORD} ${n + 1}`,
      }),
    'makes the account anew': async (eve, n) => {
      await eve.delete('/api/auth/me');
      return register(eve, VICTIM, `${PASSWORD} ${n + 1}`);
    },
    'changes the address and back': async (eve, n) => {
      await eve.post('/api/auth/change-email', { email: `eve-${n}@shop.example` });
      return eve.post('/api/auth/change-email', { email: VICTIM });
    },
    'logs out and in': async (eve) => {
      await eve.post('/api/auth/logout');
      return login(eve, VICTIM, `${PASSWORD} 0`);
    },
  };
  it.each(Object.keys(BETWEEN))('gets five of each kind from somebody who %s in between', async (way) => {
    const eve = makeClient(app);
    await register(eve, VICTIM, `${PASSWORD} 0`);
    const sent = new Map<string, number>();
    const deliver = async () => {
      const query = app.deps.db.selectFrom('mails').select('kind').where('recipient', '=', VICTIM);
      for (const { kind } of await query.execute()) sent.set(kind, (sent.get(kind) ?? 0) + 1);
      await deliverMails(app);
    };
    for (let n = 0; n < 12; n++) {
      await mailResetLink(app.deps, VICTIM);
      await deliver();
      await BETWEEN[way]?.(eve, n);
      await deliver();
    }
    expect(Math.max(...sent.values())).toBeLessThanOrEqual(MAILS_AT_ONCE);
    expect(sent.get('reset-password')).toBeGreaterThan(0);
  });

  it('is counted anew only for whoever has read it, or the operator vouches for', () => {
    const calls = globSync('src/server/**/*.ts').flatMap((file) => {
      const found = readFileSync(file, 'utf8').match(/.*await clearMails\(/g) ?? [];
      return found.map((line) => [file.split(/[\\/]/).at(-1), line.trim()]);
    });
    expect(calls.sort()).toEqual([
      // The emailed link of a reset; a changed password; a sign-on token.
      ['password.ts', 'await clearMails('],
      ['password.ts', 'if (user.emailVerified) await clearMails('],
      ['sso.ts', 'await clearMails('],
    ]);
  });

  it('gets twenty a day and then one an hour, of which nobody can keep them', async () => {
    const perHour: number[] = [];
    for (let hour = 0; hour < 24; hour++) {
      let sent = 0;
      for (let quarter = 0; quarter < 4; quarter++) {
        sent += await queue('reset-password', VICTIM, 10);
        app.clock.advance(15 * MINUTE);
      }
      perHour.push(sent);
    }
    expect(perHour.slice(0, 2)).toEqual([MAILS_A_DAY, 1]);
    expect(new Set(perHour.slice(1))).toEqual(new Set([1]));
    app.clock.advance(DAY);
    expect(await queue('reset-password', VICTIM, 10)).toBe(MAILS_AT_ONCE);
  });

  it('gets no more by accounts that are deleted and made anew; whoever is logged in is told when to ask again', async () => {
    for (let n = 0; n <= MAILS_AT_ONCE; n++) {
      const eve = makeClient(app);
      expect((await register(eve, VICTIM, PASSWORD)).status).toBe(201);
      expect(await mails()).toBe(n < MAILS_AT_ONCE ? 1 : 0);
      if (n < MAILS_AT_ONCE) await eve.delete('/api/auth/me');
      else {
        app.clock.advance(MINUTE);
        const { status, headers } = await eve.post('/api/auth/send-verification-email');
        expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
        app.clock.advance(HOUR);
        expect((await eve.post('/api/auth/send-verification-email')).status).toBe(200);
      }
    }
  });
});
