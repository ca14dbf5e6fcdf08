// Attack: put other mail headers, recipients and links into the weekly email by the names of sites and notifications.
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import { queueWeeklyEmails } from '#server/domain/weekly/schedule.ts';
import { MINUTE } from '#shared/time.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { allRows } from '#tests/support/rows.ts';
import { startSmtp } from '#tests/support/smtp.ts';
import { eachTest } from '#tests/support/stages.ts';
import { makeWeeklyShop, toMonday, weeklyLetter } from '#tests/support/weekly-email.ts';
import { wordsOf } from '#tests/support/words.ts';

onBothDatabases('the words of a weekly email', { postgres: 'long' }, (database) => {
  const smtp = eachTest(() => startSmtp());
  const app = eachTest(() => makeTestApp(database(), { SMTP_URL: `smtp://127.0.0.1:${smtp.port}` }));

  const HOSTILE = [
    'Oak\r\nBcc: all@evil.example\r\n\r\nYour account is locked',
    'Oak\nList-Unsubscribe: <https://evil.example>',
    '\u202eelpmaxe.live\u2028X-Made-Up: 1',
    '"><img src=x onerror=alert(1)><a href="https://evil.example">Log in</a>',
    '=?utf-8?q?x?= {{link}} $& %s',
    '👋'.repeat(40),
  ];

  it('of a site’s name start no header, no recipient and no markup', async () => {
    const { owner, shop } = await makeWeeklyShop(app);
    toMonday(app);
    for (const [n, name] of HOSTILE.entries()) {
      await app.deps.db.updateTable('sites').set({ name }).execute();
      await app.deps.db.deleteFrom('weekly_email_weeks').execute();
      await queueWeeklyEmails(app.deps);
      await app.running.mailer.flush();
      const { to, source } = smtp.received[n] ?? { to: [], source: '' };
      expect(to).toEqual([owner.email]);
      const mail = await PostalMime.parse(source);
      const names = mail.headers.map(({ key }) => key);
      expect(names).toEqual([...new Set(names)]);
      expect(names.filter((key) => /bcc|x-made|cc$/.test(key))).toEqual([]);
      const header = (key: string) => mail.headers.find((one) => one.key === key)?.value;
      expect(header('list-unsubscribe')).toBe(
        `<http://proofbell.test/unsubscribe?t=${app.deps.tokens.signUnsubscribe(shop.siteId)}>`,
      );
      expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
      expect(mail.subject).toMatch(/^Last week on .*: 1,204 displays$/u);
      expect(mail.html?.match(/<(?:img|a)\b/g)).toEqual(['<a', '<a', '<a']);
      for (const [, href] of mail.html?.matchAll(/href="([^"]*)"/g) ?? []) {
        expect(href).toMatch(/^http:\/\/proofbell\.test\//);
      }
    }
  });

  it('of a notification that a buyer filled in carry no address', async () => {
    await makeWeeklyShop(app);
    toMonday(app);
    await queueWeeklyEmails(app.deps);
    const parts = ['evil', 'example', '.', '://', 'www.', '@', ' ', '\n', '．', '<a>', 'Sold', '\u200b'];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 12 }), async (words) => {
        const message = words.join('');
        await app.deps.db.updateTable('notifications').set({ name: null, title: null, message }).execute();
        const best = (await weeklyLetter(app))?.letter.best?.name ?? '';
        const read = best.normalize('NFKC').replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '');
        expect(read).not.toMatch(/@|:\/|[.。][\p{L}\p{N}]{2}|[\p{C}]/u);
      }),
      { numRuns: 60 },
    );
  });

  it('and its link are nowhere at rest: not in the queue, not in the log', async () => {
    const { shop } = await makeWeeklyShop(app);
    toMonday(app);
    await smtp.stop();
    await queueWeeklyEmails(app.deps);
    const secret = app.deps.tokens.signUnsubscribe(shop.siteId).split('.')[1] ?? '';
    for (let n = 0; n < 3; n++) {
      await app.running.mailer.flush();
      app.clock.advance(10 * MINUTE);
    }
    await app.fetch(pathOf(app, shop.siteId));
    const stored = JSON.stringify([await allRows(app.deps.db), app.logged]);
    expect(stored).toContain('ECONNREFUSED');
    expect(stored).not.toContain(secret);
    expect(wordsOf(await app.deps.db.selectFrom('mails').selectAll().execute())).not.toMatch(/https?:|Oak/);
    Object.assign(smtp, await startSmtp());
  });
});

const pathOf = (app: TestApp, siteId: string) => `/unsubscribe?t=${app.deps.tokens.signUnsubscribe(siteId)}`;
