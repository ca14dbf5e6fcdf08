// Attack: switch off other people's weekly emails by the links of one's own, do more with such a link than that, or let a
// mail scanner unsubscribe.
import { expect, it } from 'vitest';
import { unsubscribe } from '#server/domain/weekly/email.ts';
import { queueWeeklyEmails } from '#server/domain/weekly/schedule.ts';
import { UNSUBSCRIBE_PAGE as TEXTS } from '#shared/messages.ts';
import { describeApp } from '#tests/support/apps.ts';
import { makeClient, makeOwner, makeShop } from '#tests/support/client.ts';
import { allRows } from '#tests/support/rows.ts';
import { setNow } from '#tests/support/stats.ts';
import {
  makeWeeklyShop,
  oneClick,
  queuedWeeks,
  toMonday,
  unsubscribePath,
  weeklyLetter,
} from '#tests/support/weekly-email.ts';
import { wordsOf } from '#tests/support/words.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

describeApp('the link of a weekly email', { postgres: 'long' }, ({ app }) => {
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
    for (const word of ['owner@shop.example', 'Olive', 'Oak Ltd', 'UTC', '1,204'])
      expect(wordsOf(page)).not.toContain(word);
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

  it('asks nobody who they are: others’ sessions, keys and bad credentials neither help nor hinder', async () => {
    const bob = await makeOwner(app, 'bob@shop.example');
    const { site } = await makeShop(bob);
    await bob.put(`/api/sites/${site.id}/weekly-email`, { isOn: true });
    const key = (await bob.post<{ apiKey: { key: string } }>('/api/api-keys', { name: 'Mine', scope: 'write' })).body;
    const cookie = [...bob.cookies].map((pair) => pair.join('=')).join('; ');
    const senders: Record<string, string>[] = [
      { cookie },
      { cookie, 'x-csrf-token': 'made up' },
      { authorization: `Bearer ${key.apiKey.key}` },
      { authorization: 'Bearer nonsense' },
      { authorization: 'Basic Ym9iOng=', origin: 'null', 'sec-fetch-site': 'cross-site' },
    ];
    for (const [n, headers] of senders.entries()) {
      const { shop } = await makeWeeklyShop(app, { email: `owner${n}@shop.example` });
      const response = await app.fetch(pathTo(shop.siteId), {
        method: 'POST',
        headers: { ...FORM, ...headers },
        body: 'List-Unsubscribe=One-Click',
      });
      expect([headers, response.status, response.headers.getSetCookie()]).toEqual([headers, 200, []]);
      expect(await sitesOn()).toEqual([site.id]);
    }
    expect((await bob.get('/api/auth/me')).status).toBe(200);
  });

  it('is switched off once by twenty posts at the same moment, each of which is told so', async () => {
    const { shop } = await makeWeeklyShop(app);
    const other = await makeWeeklyShop(app, { email: 'other@shop.example' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => oneClick(app, pathTo(shop.siteId))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await sitesOn()).toEqual([other.shop.siteId]);
  });

  it('works at its own address only, and reads its token nowhere else', async () => {
    const { shop } = await makeWeeklyShop(app);
    const t = app.deps.tokens.signUnsubscribe(shop.siteId);
    const before = await allRows(app.deps.db);
    for (const path of [
      '/unsubscribe/',
      '/UNSUBSCRIBE',
      '//unsubscribe',
      '/unsubscribe;x',
      '/unsubscribe%2F',
      '/api/unsubscribe',
    ]) {
      expect([path, (await oneClick(app, `${path}?t=${t}`)).status]).toEqual([path, 404]);
    }
    const body = `List-Unsubscribe=One-Click&t=${t}`;
    expect((await oneClick(app, '/unsubscribe', body)).status).toBe(400);
    for (const name of ['cookie', 'referer', 'list-unsubscribe']) {
      const headers = { ...FORM, [name]: `t=${t}` };
      expect((await app.fetch('/unsubscribe', { method: 'POST', headers, body })).status).toBe(400);
    }
    expect(await allRows(app.deps.db)).toEqual(before);
    // Of another site in the body, the one in the address counts.
    const other = await makeWeeklyShop(app, { email: 'other@shop.example' });
    expect((await oneClick(app, pathTo(other.shop.siteId), body)).status).toBe(200);
    expect(await sitesOn()).toEqual([shop.siteId]);
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
      // Bits that base64 drops.
      ...[...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
        .map((last) => theirs.slice(0, -1) + last)
        .filter((each) => each !== theirs),
      ` ${theirs}`,
      `${theirs} `,
      `${theirs}\r\n`,
      `${theirs}=`,
      encodeURIComponent(encodeURIComponent(theirs.replace('.', '%2E'))),
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
    const parts = `--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n`;
    expect(await send(parts + 'x'.repeat(2 ** 20), 'multipart/form-data; boundary=x')).toBe(413);
    const file = parts.replace('"\r\n', '"; filename="x"\r\n');
    expect(await send(file, 'multipart/form-data; boundary=x')).toBe(400);
    expect((await app.fetch(path, { method: 'POST', body: new TextEncoder().encode(click) })).status).toBe(415);
    for (const type of ['text/plain', 'application/json', 'multipart/mixed; boundary=x', 'multipart/form-data']) {
      expect([type, await send(click, type)]).toEqual([type, 415]);
    }
    expect(await send(JSON.stringify({ 'List-Unsubscribe': 'One-Click' }), 'application/json')).toBe(415);
    for (const body of ['', click.toLowerCase(), 'List-Unsubscribe=', `List-Unsubscribe=No&${click}`, `x${click}`]) {
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
