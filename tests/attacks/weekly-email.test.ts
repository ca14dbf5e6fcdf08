// Attack: switch off other people's weekly emails, do more than that with their links, let mail scanners unsubscribe,
// or put other mail headers and links into the email by the names of sites and notifications.
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { unsubscribe } from '#server/domain/weekly-email.ts';
import { queueWeeklyEmails } from '#server/domain/weekly-schedule.ts';
import { UNSUBSCRIBE_PAGE as TEXTS } from '#shared/messages.ts';
import { MINUTE } from '#shared/time.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { makeClient, makeOwner, makeShop } from '#tests/support/client.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { allRows } from '#tests/support/rows.ts';
import { startSmtp } from '#tests/support/smtp.ts';
import { setNow } from '#tests/support/stats.ts';
import {
  makeWeeklyShop,
  oneClick,
  queuedWeeks,
  toMonday,
  unsubscribePath,
  weeklyLetter,
} from '#tests/support/weekly-email.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

onBothDatabases('the link of a weekly email', (database) => {
  let app: TestApp;
  beforeEach(() => {
    app = makeTestApp(database());
  });
  afterEach(() => app.stop());

  const pathTo = (siteId: string) => `/unsubscribe?t=${app.deps.tokens.signUnsubscribe(siteId)}`;
  const sitesOn = async () =>
    (await app.deps.db.selectFrom('weekly_emails').select('site_id').orderBy('site_id').execute()).map(
      (row) => row.site_id,
    );

  it('changes nothing however it is opened, and works afterwards', async () => {
    const { shop } = await makeWeeklyShop(app);
    toMonday(app);
    await queueWeeklyEmails(app.deps);
    const path = unsubscribePath((await weeklyLetter(app))?.letter.unsubscribe ?? '');
    const before = await allRows(app.deps.db);
    const looks: Record<string, string>[] = [
      {},
      { 'sec-purpose': 'prefetch;prerender' },
      { 'x-http-method-override': 'POST', 'x-method-override': 'POST' },
      { ...FORM, 'user-agent': 'Mozilla/5.0 (compatible; Microsoft SafeLinks)' },
    ];
    for (const end of ['', '&List-Unsubscribe=One-Click', '&_method=POST', '&utm_source=mail']) {
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
        for (const headers of looks) {
          const { status } = await app.fetch(path + end, { method, headers });
          expect([method, end, status < 500]).toEqual([method, end, true]);
        }
      }
    }
    expect(await allRows(app.deps.db)).toEqual(before);
    expect((await oneClick(app, path)).status).toBe(200);
    expect(await sitesOn()).not.toContain(shop.siteId);
  });

  it('shows a page that runs nothing, is kept nowhere, and says the site’s name and no more of its owner', async () => {
    const { shop } = await makeWeeklyShop(app, { name: '<b>Oak</b> & "Iron"' });
    await app.deps.db.updateTable('users').set({ display_name: 'Olive', company_name: 'Oak Ltd' }).execute();
    const response = await app.fetch(pathTo(shop.siteId));
    const page = await response.text();
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; .*form-action 'self'/),
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    });
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(page).toContain('&lt;b&gt;Oak&lt;/b&gt; &amp; &quot;Iron&quot;');
    expect(page).not.toMatch(/<script|\son\w+=|style="|https?:|<b>/i);
    for (const word of ['owner@shop.example', 'Olive', 'Oak Ltd', 'UTC', '1,204']) expect(page).not.toContain(word);
    const after = await oneClick(app, pathTo(shop.siteId));
    expect(await after.text()).toContain(TEXTS.switchOn);
    expect(after.headers.getSetCookie()).toEqual([]);
  });

  it('needs neither session nor CSRF token, and gives neither', async () => {
    const { shop } = await makeWeeklyShop(app);
    const response = await app.fetch(pathTo(shop.siteId), {
      method: 'POST',
      headers: {
        ...FORM,
        origin: 'https://mail.example',
        'sec-fetch-site': 'cross-site',
        cookie: 'proofbell_session=x',
      },
      body: 'List-Unsubscribe=One-Click',
    });
    expect([response.status, response.headers.getSetCookie()]).toEqual([200, []]);
    expect(await sitesOn()).toEqual([]);
  });

  it('comes as a form in parts, too, as RFC 8058 prefers', async () => {
    const { shop } = await makeWeeklyShop(app);
    const parts = new FormData();
    parts.set('List-Unsubscribe', 'One-Click');
    expect((await oneClick(app, pathTo(shop.siteId), parts)).status).toBe(200);
    expect(await sitesOn()).toEqual([]);
  });

  it('is refused when forged, foreign, cut, doubled or of another purpose, and changes nothing', async () => {
    const owner = await makeOwner(app);
    const { site } = await makeShop(owner);
    await owner.put(`/api/sites/${site.id}/weekly-email`, { isOn: true });
    const { shop } = await makeWeeklyShop(app, { email: 'mallory@evil.example' });
    const { tokens } = app.deps;
    const [mine, theirs] = [tokens.signUnsubscribe(shop.siteId), tokens.signUnsubscribe(site.id)];
    const [, mac = ''] = mine.split('.');
    const otherInstallation = '/'.repeat(43);
    const forged = [
      '',
      '.',
      site.id,
      `${site.id}.`,
      `${site.id}.${mac}`,
      `${site.id}.${otherInstallation}`,
      `.${mac}`,
      `${mine}.${mac}`,
      theirs.slice(0, -1),
      `${theirs}x`,
      theirs.toUpperCase(),
      `${theirs.slice(0, -1)}\u0000`,
      tokens.signEmbed(site.id, app.clock.now()),
      tokens.signInspection(site.id).token,
      tokens.signUnsubscribe('a site that is not there'),
      `${site.id}'or'1'='1.${mac}`,
      '\ud800',
      'x'.repeat(5_000),
    ];
    const before = await allRows(app.deps.db);
    for (const t of forged) {
      const path = `/unsubscribe?${new URLSearchParams({ t })}`;
      for (const response of [await app.fetch(path), await oneClick(app, path)]) {
        const text = await response.text();
        expect([t, response.status, text.includes('This link doesn')]).toEqual([t, 400, true]);
        expect(text).not.toContain('Oak');
      }
    }
    for (const query of ['', '?', '?T=x', `?t=${theirs}&t=${mine}`, `?t[]=${theirs}`]) {
      expect([query, (await oneClick(app, `/unsubscribe${query}`)).status]).toEqual([query, 400]);
    }
    expect(await allRows(app.deps.db)).toEqual(before);
    // The real one works, so the check can fail, and only on its own site.
    expect((await oneClick(app, `/unsubscribe?t=${mine}`)).status).toBe(200);
    expect(await sitesOn()).toEqual([site.id]);
  });

  it('refuses bodies that are too large, of other types, or that say something else', async () => {
    const { shop } = await makeWeeklyShop(app);
    const path = pathTo(shop.siteId);
    const send = async (body: string, type = FORM['content-type']) =>
      (await app.fetch(path, { method: 'POST', body, headers: { 'content-type': type } })).status;
    const click = 'List-Unsubscribe=One-Click';
    const before = await allRows(app.deps.db);
    expect(await send(`${click}&x=${'x'.repeat(9_000)}`)).toBe(413);
    for (const type of ['text/plain', 'application/json', 'multipart/mixed; boundary=x', 'multipart/form-data']) {
      expect([type, await send(click, type)]).toEqual([type, 415]);
    }
    expect(await send(JSON.stringify({ 'List-Unsubscribe': 'One-Click' }), 'application/json')).toBe(415);
    for (const body of ['', click.toLowerCase(), 'List-Unsubscribe=', 'List-Unsubscribe=Two-Clicks', `x${click}`]) {
      expect([body, await send(body)]).toEqual([body, 400]);
    }
    expect(await send('--x\r\nnonsense', 'multipart/form-data; boundary=x')).toBe(400);
    expect(await send(`${click}&switch=on&isOn=true`)).toBe(200);
    expect(await sitesOn()).toEqual([]);
    expect({ ...(await allRows(app.deps.db)), weekly_emails: [] }).toEqual({ ...before, weekly_emails: [] });
  });

  it('replayed, can only switch off again; to switch on one must log in', async () => {
    const owner = await makeOwner(app);
    const { site } = await makeShop(owner);
    const address = `/api/sites/${site.id}/weekly-email`;
    await owner.put(address, { isOn: true });
    const path = pathTo(site.id);
    for (let n = 0; n < 3; n++) expect((await oneClick(app, path)).status).toBe(200);
    expect(await (await app.fetch(path)).text()).toContain(TEXTS.done('').title.slice(-12));
    expect((await makeClient(app).put(address, { isOn: true })).status).toBe(401);
    expect((await makeClient(app, path.split('=')[1]).put(address, { isOn: true })).status).toBe(401);
    expect(await sitesOn()).toEqual([]);
    await owner.put(address, { isOn: true });
    // Old emails keep working links, for as long as the site is there.
    setNow(app, '2036-03-10T12:00:00Z');
    expect((await oneClick(app, path)).status).toBe(200);
    expect(await sitesOn()).toEqual([]);
    await app.deps.db.deleteFrom('sites').execute();
    expect((await oneClick(app, path)).status).toBe(400);
  });

  it('races with the sending, and nothing is sent after it was answered', async () => {
    for (let n = 0; n < 5; n++) {
      const email = `owner${n}@shop.example`;
      const { shop } = await makeWeeklyShop(app, { email });
      toMonday(app);
      await Promise.all([
        queueWeeklyEmails(app.deps),
        unsubscribe(app.deps, app.deps.tokens.signUnsubscribe(shop.siteId)),
      ]);
      const [mail] = (await queuedWeeks(app)).filter(({ to }) => to === email);
      if (mail) {
        await app.deps.db.deleteFrom('mails').where('recipient', '<>', email).execute();
        expect(await weeklyLetter(app)).toBe(null);
      }
      setNow(app, '2026-03-10T12:00:00Z');
    }
  });
});

onBothDatabases('the words of a weekly email', (database) => {
  let app: TestApp;
  let smtp: Awaited<ReturnType<typeof startSmtp>>;
  beforeEach(async () => {
    smtp = await startSmtp();
    app = makeTestApp(database(), { SMTP_URL: `smtp://127.0.0.1:${smtp.port}` });
  });
  afterEach(async () => {
    await app.stop();
    await smtp.stop();
  });

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
    expect(JSON.stringify(await app.deps.db.selectFrom('mails').selectAll().execute())).not.toMatch(/https?:|Oak/);
    smtp = await startSmtp();
  });
});

const pathOf = (app: TestApp, siteId: string) => `/unsubscribe?t=${app.deps.tokens.signUnsubscribe(siteId)}`;
