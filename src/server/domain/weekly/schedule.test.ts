// When the weekly summary is sent, for whom, and that it is sent once.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { setNow } from '#tests/support/stats.ts';
import { MONDAY, makeWeeklyShop, queuedWeeks, toMonday, weeklyLetter } from '#tests/support/weekly-email.ts';
import { deleteSite, updateSite } from '../site/site.ts';
import { makeZone } from '../stats/zone.ts';
import { getWeeklyEmail, setWeeklyEmail } from './email.ts';
import { dueWeek, lastWeek, nextWeeklyAt, queueWeeklyEmails } from './schedule.ts';

describe('08:00 on a Monday', () => {
  const next = (zone: string, now: string) => nextWeeklyAt(makeZone(zone), Date.parse(now));

  it.each([
    ['UTC', '2026-03-10T12:00:00Z', '2026-03-16T08:00:00.000Z'],
    ['UTC', '2026-03-16T07:59:59Z', '2026-03-16T08:00:00.000Z'],
    ['UTC', '2026-03-16T08:00:00Z', '2026-03-23T08:00:00.000Z'],
    // Half and quarter hours.
    ['Asia/Kolkata', '2026-03-10T12:00:00Z', '2026-03-16T02:30:00.000Z'],
    ['Asia/Kathmandu', '2026-03-10T12:00:00Z', '2026-03-16T02:15:00.000Z'],
    // Clocks change on the Sunday between.
    ['Europe/Lisbon', '2026-03-26T12:00:00Z', '2026-03-30T07:00:00.000Z'],
    ['America/New_York', '2026-03-05T12:00:00Z', '2026-03-09T12:00:00.000Z'],
    ['America/New_York', '2026-10-30T12:00:00Z', '2026-11-02T13:00:00.000Z'],
    // By half an hour.
    ['Australia/Lord_Howe', '2026-04-03T12:00:00Z', '2026-04-05T21:30:00.000Z'],
    // Both ends of the calendar.
    ['Pacific/Kiritimati', '2026-03-10T12:00:00Z', '2026-03-15T18:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-03-10T12:00:00Z', '2026-03-16T19:00:00.000Z'],
    ['A/Misspelled_Zone', '2026-03-10T12:00:00Z', '2026-03-16T08:00:00.000Z'],
  ])('in %s, seen from %s, is %s', (zone, now, expected) => {
    expect(next(zone, now)).toBe(expected);
  });

  it.each([
    ['UTC', '2026-03-15T23:59:59Z', '2026-03-09'],
    ['UTC', '2026-03-16T00:00:00Z', '2026-03-16'],
    ['Pacific/Kiritimati', '2026-03-15T10:00:00Z', '2026-03-16'],
  ])('comes after the last whole week in %s, seen from %s: %s', (zone, now, monday) => {
    expect(lastWeek(makeZone(zone), Date.parse(now))).toBe(monday);
  });

  it('is over at midnight in the zone', () => {
    const zone = makeZone('Asia/Kolkata');
    const eight = Date.parse('2026-03-16T02:30:00Z');
    const due = { week: MONDAY, since: '2026-03-16T02:30:00.000Z' };
    expect(dueWeek(zone, eight - 1)).toBe(null);
    expect(dueWeek(zone, eight)).toEqual(due);
    expect(dueWeek(zone, eight + 16 * HOUR - 1)).toEqual(due);
    expect(dueWeek(zone, eight + 16 * HOUR)).toBe(null);
    for (let days = 1; days < 7; days++) expect(dueWeek(zone, eight + days * DAY)).toBe(null);
  });
});

onBothDatabases('the weekly email', { postgres: 'long' }, (database) => {
  let app: TestApp;
  beforeEach(() => {
    app = makeTestApp(database());
  });
  afterEach(() => app.stop());
  const run = () => queueWeeklyEmails(app.deps);

  it('is queued once, from 08:00 on, with the week that is over', async () => {
    const { owner, shop } = await makeWeeklyShop(app);
    setNow(app, `${MONDAY}T07:59:59Z`);
    expect(await run()).toBe(0);
    toMonday(app);
    expect(await run()).toBe(1);
    for (let n = 0; n < 3; n++) {
      app.clock.advance(MINUTE);
      expect(await run()).toBe(0);
    }
    expect(await queuedWeeks(app)).toEqual([
      expect.objectContaining({ userId: owner.userId, to: owner.email, siteId: shop.siteId, week: MONDAY }),
    ]);
    expect((await weeklyLetter(app))?.letter).toMatchObject({ from: '2026-03-09', to: '2026-03-15' });
    expect(await getWeeklyEmail(app.deps, owner, shop.siteId)).toEqual({
      isOn: true,
      lastSentAt: `${MONDAY}T08:00:00.000Z`,
      nextAt: '2026-03-23T08:00:00.000Z',
    });
  });

  it('is queued once however many processes run, at the same moment', async () => {
    const { owner } = await makeWeeklyShop(app);
    for (let n = 1; n < 12; n++) await makeWeeklyShop(app, { owner, name: `Shop ${n}` });
    toMonday(app);
    const other = makeTestApp(database());
    setNow(other, `${MONDAY}T08:00:30Z`);
    const counts = await Promise.all([app, other, app, other].map(({ deps }) => queueWeeklyEmails(deps)));
    expect(counts.reduce((sum, each) => sum + each, 0)).toBe(12);
    expect(await queuedWeeks(app)).toHaveLength(12);
    await other.stop();
  });

  it('comes late on the same Monday when the server was down, and on no other day', async () => {
    await makeWeeklyShop(app);
    const { shop } = await makeWeeklyShop(app, { email: 'other@shop.example' });
    setNow(app, '2026-03-16T23:59:00Z');
    expect(await run()).toBe(2);
    await shop.count('2026-03-20T12:00:00Z');
    setNow(app, '2026-03-24T08:00:00Z');
    expect(await run()).toBe(0);
    setNow(app, '2026-03-30T08:00:00Z');
    expect(await run()).toBe(0);
  });

  it('is not sent for a week without displays, also when they come later', async () => {
    const { shop } = await makeWeeklyShop(app);
    setNow(app, '2026-03-23T08:00:00Z');
    expect(await run()).toBe(0);
    await shop.count('2026-03-20T12:00:00Z');
    app.clock.advance(MINUTE);
    expect(await run()).toBe(0);
    await shop.count('2026-03-25T12:00:00Z');
    setNow(app, '2026-03-30T08:00:00Z');
    expect(await run()).toBe(1);
  });

  it('is not sent to an address that is not verified', async () => {
    const { owner } = await makeWeeklyShop(app);
    const setVerified = (flag: 0 | 1) => app.deps.db.updateTable('users').set({ email_verified: flag }).execute();
    await setVerified(0);
    toMonday(app);
    expect(await run()).toBe(0);
    await setVerified(1);
    expect(await run()).toBe(1);
    // Nor when it was queued before.
    await setVerified(0);
    expect(await weeklyLetter(app)).toBe(null);
    await setVerified(1);
    expect((await weeklyLetter(app))?.letter.siteName).toBe('Oak & Iron');
    await app.deps.db.updateTable('users').set({ email: 'new@shop.example' }).where('id', '=', owner.userId).execute();
    expect(await weeklyLetter(app)).toBe(null);
  });

  it('is not sent once it is switched off, the site is gone, or the account is gone', async () => {
    const { owner, shop } = await makeWeeklyShop(app);
    toMonday(app);
    await run();
    const isOn = (value: boolean) => setWeeklyEmail(app.deps, owner, { id: shop.siteId, isOn: value });
    expect(await weeklyLetter(app)).not.toBe(null);
    await isOn(false);
    expect(await weeklyLetter(app)).toBe(null);
    await isOn(true);
    expect(await weeklyLetter(app)).not.toBe(null);
    await deleteSite(app.deps, owner, shop.siteId);
    expect(await weeklyLetter(app)).toBe(null);
    await app.deps.db.deleteFrom('users').execute();
    expect(await weeklyLetter(app)).toBe(null);
    expect(await app.deps.db.selectFrom('weekly_email_weeks').selectAll().execute()).toEqual([]);
    expect(await app.deps.db.selectFrom('weekly_emails').selectAll().execute()).toEqual([]);
  });

  it('starts on the Monday after it was switched on', async () => {
    const { owner, shop } = await makeWeeklyShop(app);
    const isOn = (value: boolean) => setWeeklyEmail(app.deps, owner, { id: shop.siteId, isOn: value });
    await isOn(false);
    expect(await getWeeklyEmail(app.deps, owner, shop.siteId)).toEqual({ isOn: false, lastSentAt: null, nextAt: null });
    setNow(app, `${MONDAY}T10:00:00Z`);
    expect((await isOn(true)).nextAt).toBe('2026-03-23T08:00:00.000Z');
    expect(await run()).toBe(0);
    await shop.count('2026-03-17T12:00:00Z');
    // Switching on what is on changes nothing.
    setNow(app, '2026-03-23T08:00:00Z');
    await isOn(true);
    expect(await run()).toBe(1);
  });

  it('comes once for a Monday that the site lives through twice, in two time zones', async () => {
    const { owner, shop } = await makeWeeklyShop(app, { timezone: 'Pacific/Auckland' });
    setNow(app, '2026-03-15T19:00:00Z');
    expect(await run()).toBe(1);
    await updateSite(app.deps, owner, { id: shop.siteId, timezone: 'America/Los_Angeles' });
    setNow(app, '2026-03-16T15:00:00Z');
    expect(await run()).toBe(0);
    await shop.count('2026-03-18T12:00:00Z');
    setNow(app, '2026-03-23T14:59:59Z');
    expect(await run()).toBe(0);
    setNow(app, '2026-03-23T15:00:00Z');
    expect(await run()).toBe(1);
    expect((await queuedWeeks(app)).map(({ week }) => week)).toEqual([MONDAY, '2026-03-23']);
  });

  it('does not keep other sites waiting when one fails', async () => {
    for (const email of ['a@shop.example', 'b@shop.example', 'c@shop.example']) await makeWeeklyShop(app, { email });
    toMonday(app);
    const { enqueue } = app.deps.mailer;
    app.deps.mailer = {
      ...app.deps.mailer,
      async enqueue(db, mail) {
        if (mail.to === 'b@shop.example') throw new Error('disk full');
        return enqueue(db, mail);
      },
    };
    expect(await run()).toBe(2);
    expect(app.logged).toContainEqual(expect.objectContaining({ msg: 'weekly email not queued' }));
    app.deps.mailer = { ...app.deps.mailer, enqueue };
    expect(await run()).toBe(1);
    expect((await queuedWeeks(app)).map(({ to }) => to).sort()).toEqual([
      'a@shop.example',
      'b@shop.example',
      'c@shop.example',
    ]);
  });
});
