// The weekly email from the switch to the inbox and back: an owner switches it on, a mail server receives it on Monday,
// the email program unsubscribes by one click, and the next Monday none comes.
import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import { queueWeeklyEmails } from '#server/domain/weekly/schedule.ts';
import type { WeeklyEmail } from '#shared/contract/weekly-email.ts';
import { makeTestApp } from '#tests/support/app.ts';
import { makeClient, makeOwner, makeShop } from '#tests/support/client.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { startSmtp } from '#tests/support/smtp.ts';
import { eachTest } from '#tests/support/stages.ts';
import { setNow } from '#tests/support/stats.ts';
import { oneClick, unsubscribePath } from '#tests/support/weekly-email.ts';

onBothDatabases('the weekly email', (database) => {
  const smtp = eachTest(() => startSmtp());
  const app = eachTest(() =>
    makeTestApp(database(), { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, AUTH_RATE_LIMIT: '1' }),
  );

  it('goes to a real mail server on Monday, is unsubscribed by one click, and then ends', async () => {
    const owner = await makeOwner(app);
    const { site, widget, notification } = await makeShop(owner);
    await owner.put(`/api/sites/${site.id}`, { timezone: 'Asia/Kolkata' });
    const address = `/api/sites/${site.id}/weekly-email`;
    const on = await owner.put<{ weeklyEmail: WeeklyEmail }>(address, { isOn: true });
    expect(on.body.weeklyEmail).toEqual({ isOn: true, lastSentAt: null, nextAt: '2026-03-16T02:30:00.000Z' });
    const count = (day: string, displays: number, clicks: number) =>
      app.deps.writeTallies([
        {
          siteId: site.id,
          widgetId: widget.id,
          notificationId: notification.id,
          device: 'mobile',
          page: '/',
          hour: `${day}T04:30:00.000Z`,
          day,
          displays,
          clicks,
          dismissals: 0,
        },
      ]);
    // The Sunday before and the Monday after belong to other weeks.
    for (const [day, displays, clicks] of [
      ['2026-03-08', 1000, 40],
      ['2026-03-09', 700, 40],
      ['2026-03-15', 500, 20],
      ['2026-03-16', 9000, 0],
    ] as const) {
      await count(day, displays, clicks);
    }
    const received = async () => {
      await queueWeeklyEmails(app.deps);
      await app.running.mailer.flush();
      return smtp.received.filter(({ source }) => /^List-Unsubscribe:/m.test(source));
    };
    setNow(app, '2026-03-16T02:29:00Z');
    expect(await received()).toEqual([]);
    setNow(app, '2026-03-16T02:30:00Z');
    const [message, ...more] = await received();
    expect(more).toEqual([]);

    expect(message?.to).toEqual(['owner@shop.example']);
    const mail = await PostalMime.parse(message?.source ?? '');
    expect(mail.subject).toBe('Last week on Oak & Iron: 1,200 displays');
    const text = mail.text ?? '';
    expect(text).toContain('Hi Olive Owner,');
    expect(text).toMatch(/March 9\s–\s15, 2026, Monday to Sunday \(Kolkata time\)/);
    expect(text).toContain('Displays: 1,200 (+20%, 1,000 the week before)');
    expect(text).toContain('Clicks: 60 (+50%, 40 the week before)');
    expect(text).toContain('Click rate: 5.0% (4.0% the week before)');
    expect(text).toContain('Ana from Lisbon bought the Oak Desk\n60 clicks in 1,200 displays, 5.0%');
    expect(text).toContain('http://proofbell.test/oak-and-iron/analytics?range=custom&from=2026-03-09&to=2026-03-15');
    for (const shown of ['Oak &amp; Iron', '1,200', '+50%, 40 the week before', 'Best notification']) {
      expect(mail.html).toContain(shown);
    }
    // On one line each, so that every email program finds them.
    const [, link = ''] =
      /^List-Unsubscribe: <(http:\/\/proofbell\.test\/unsubscribe\?t=[\w.-]+)>\r$/m.exec(message?.source ?? '') ?? [];
    expect(message?.source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    expect(text).toContain(`Unsubscribe: ${link}`);

    const path = unsubscribePath(link);
    const page = await app.fetch(path);
    expect(await page.text()).toContain('Oak &amp; Iron');
    expect((await oneClick(app, path)).status).toBe(200);
    expect((await owner.get<{ weeklyEmail: WeeklyEmail }>(address)).body.weeklyEmail).toEqual({
      isOn: false,
      lastSentAt: '2026-03-16T02:30:00.000Z',
      nextAt: null,
    });
    await count('2026-03-18', 300, 9);
    setNow(app, '2026-03-23T02:30:00Z');
    expect(await received()).toHaveLength(1);
    // A stranger can't switch it back on; the owner can.
    expect((await makeClient(app).put(address, { isOn: true })).status).toBe(401);
    expect((await owner.put(address, { isOn: true })).status).toBe(200);
  });

  it('goes to its owner alone, at once, when they ask for one, three times an hour and on no list', async () => {
    const owner = await makeOwner(app);
    const { site, widget, notification } = await makeShop(owner);
    const path = `/api/sites/${site.id}/weekly-email/send`;
    const ask = async (client = owner) => await client.post<{ code?: string; summary?: object }>(path, {});
    expect((await ask()).body.code).toBe('conflict');
    const at = {
      siteId: site.id,
      widgetId: widget.id,
      notificationId: notification.id,
      device: 'mobile',
      page: '/',
    } as const;
    const when = { hour: '2026-03-04T04:00:00.000Z', day: '2026-03-04' };
    await app.deps.writeTallies([{ ...at, ...when, displays: 90, clicks: 9, dismissals: 0 }]);
    const other = await makeOwner(app, 'other@shop.example');
    expect((await ask(other)).status).toBe(404);
    for (let time = 0; time < 3; time++)
      expect((await ask()).body).toEqual({ summary: { from: '2026-03-02', to: '2026-03-08' } });
    expect((await ask()).status).toBe(429);
    await app.running.mailer.flush();
    const sent = smtp.received.filter(({ source }) => source.includes('Last week on'));
    expect(sent.map(({ to }) => to)).toEqual(Array(3).fill(['owner@shop.example']));
    const { subject, text } = await PostalMime.parse(sent[0]?.source ?? '');
    expect(subject).toBe('Last week on Oak & Iron: 90 displays');
    expect(text).toContain('You asked for this summary of Oak & Iron.');
    // It is still off, and the one on Monday is not spent.
    const { body } = await owner.get<{ weeklyEmail: WeeklyEmail }>(`/api/sites/${site.id}/weekly-email`);
    expect(body.weeklyEmail).toEqual({ isOn: false, lastSentAt: null, nextAt: null });
  });
});
