import { describe, expect, it } from 'vitest';
import type { Rules } from '#shared/embed/rule-types.ts';
import { DAY } from '#shared/time.ts';
import { withDefaults } from '../settings.ts';
import {
  type Attended,
  type Circumstances,
  lowContrast,
  refusals,
  silent,
  silentCandidates,
  unseen,
} from './attention.ts';

const NOW = Date.parse('2026-03-10T12:00:00.000Z');
const ago = (days: number) => new Date(NOW - days * DAY).toISOString();

const notification = (more: Partial<Attended> = {}): Attended => ({
  id: 'a',
  message: 'Una bought a desk',
  status: 'active',
  startsAt: null,
  endsAt: null,
  displayCount: 0,
  rules: null,
  appearance: null,
  timestamp: ago(30),
  position: 0,
  createdAt: ago(30),
  updatedAt: ago(30),
  ...more,
});
const circumstances = (more: Partial<Circumstances> = {}, settings: object = {}): Circumstances => ({
  settings: withDefaults(settings),
  isWidgetActive: true,
  isInstalled: true,
  notifications: [notification()],
  displayed: new Set(),
  ...more,
});
const onlyPricing: Rules = { match: 'all', conditions: [{ type: 'page', operator: 'is', value: ['/pricing'] }] };
const silentOf = (given: Circumstances, last: [string, string][] = []) => silent(given, new Map(last), NOW);
const reasonsOf = (given: Circumstances) =>
  silentOf(given).map(({ notificationId, reason }) => [notificationId, reason]);

describe('a site that is not seen', () => {
  const host = (days: number) => [{ host: 'shop.example', lastSeenAt: ago(days) }];

  it('is named once nothing was seen of it for a day', () => {
    expect(unseen(host(0.99), NOW)).toEqual([]);
    expect(unseen(host(1), NOW)).toEqual([{ kind: 'not-seen', host: 'shop.example', lastSeenAt: ago(1) }]);
  });

  it('is not named while any of its hosts is seen, nor if it never had the snippet', () => {
    expect(unseen([...host(0.1), ...host(40)], NOW)).toEqual([]);
    expect(unseen([], NOW)).toEqual([]);
  });
});

it('names hosts that were refused within a week, the ten latest', () => {
  const refused = [0, 6.9, 7, 30].map((days) => ({ host: `${days}.example`, lastSeenAt: ago(days) }));
  expect(refusals(refused, NOW)).toEqual([
    { kind: 'refused-domain', host: '0.example', lastSeenAt: ago(0) },
    { kind: 'refused-domain', host: '6.9.example', lastSeenAt: ago(6.9) },
  ]);
  const many = Array.from({ length: 30 }, (_, n) => ({ host: `${n}.example`, lastSeenAt: ago(0) }));
  expect(refusals(many, NOW)).toHaveLength(10);
});

describe('a silent notification', () => {
  it('is an active one without a display for a week, with the time since when', () => {
    expect(silentOf(circumstances())).toEqual([
      {
        kind: 'silent-notification',
        notificationId: 'a',
        message: 'Una bought a desk',
        since: ago(30),
        reason: 'unknown',
      },
    ]);
    // The day may have had displays until its end.
    const [item] = silentOf(circumstances(), [['a', '2026-03-01']]);
    expect(item?.since).toBe('2026-03-02T00:00:00.000Z');
  });

  it('is none that was displayed, is inactive, or was changed or started within the week', () => {
    expect(silentOf(circumstances({ displayed: new Set(['a']) }))).toEqual([]);
    for (const one of [{ status: 'inactive' } as const, { updatedAt: ago(6.9) }, { startsAt: ago(6.9) }]) {
      expect(silentCandidates(circumstances({ notifications: [notification(one)] }), NOW)).toEqual([]);
    }
  });

  it('is none that another instance, whose clock is ahead, has just made or changed', () => {
    for (const one of [{ createdAt: ago(-1), updatedAt: ago(-1), startsAt: ago(-1) }, { updatedAt: ago(-0.001) }]) {
      expect(silentOf(circumstances({ notifications: [notification(one)] }))).toEqual([]);
    }
  });

  it('is silent because it ended, was over before it began, or begins in a far year', () => {
    const reason = (one: Partial<Attended>) => reasonsOf(circumstances({ notifications: [notification(one)] }));
    expect(reason({ startsAt: ago(20), endsAt: ago(10) })).toEqual([['a', 'ended']]);
    expect(reason({ startsAt: ago(50), endsAt: ago(40) })).toEqual([['a', 'never-live']]);
    expect(reason({ startsAt: ago(-400) })).toEqual([['a', 'not-started']]);
  });

  it('is none whose silence was planned: it begins soon, or ended after it had displays', () => {
    const planned = [{ startsAt: ago(-20) }, { endsAt: ago(10), displayCount: 5 }].map(notification);
    expect(silentOf(circumstances({ notifications: planned }))).toEqual([]);
  });

  it('says once what silences all: the widget is off, not installed, or hidden on every device', () => {
    const two = { notifications: ['a', 'b'].map((id) => notification({ id })) };
    const hidden = { behavior: { visibility: { showOnDesktop: false, showOnMobile: false } } };
    expect(reasonsOf(circumstances({ ...two, isWidgetActive: false, isInstalled: false }))).toEqual([
      ['a', 'widget-off'],
    ]);
    expect(reasonsOf(circumstances({ ...two, isInstalled: false }))).toEqual([['a', 'not-installed']]);
    expect(reasonsOf(circumstances(two, hidden))).toEqual([['a', 'hidden-on-devices']]);
    expect(reasonsOf(circumstances(two, { behavior: { visibility: { showOnDesktop: false } } }))).toEqual([
      ['a', 'unknown'],
      ['b', 'unknown'],
    ]);
  });

  it('is likeliest silent because of rules, in their own words', () => {
    const [own] = silentOf(circumstances({ notifications: [notification({ rules: onlyPricing })] }));
    expect(own).toMatchObject({ reason: 'rules', detail: 'Shows when the page is “/pricing”.' });
    const [common] = silentOf(circumstances({}, { rules: onlyPricing }));
    expect(common).toMatchObject({ reason: 'rules', detail: 'Shows when the page is “/pricing”.' });
  });

  it('is not silent because of the widget’s rules while others are displayed', () => {
    const given = circumstances({ displayed: new Set(['b']) }, { rules: onlyPricing });
    expect(reasonsOf(given)).toEqual([['a', 'unknown']]);
  });

  it('is perhaps too far back in the queue', () => {
    const others = Array.from({ length: 100 }, (_, n) => notification({ id: `b${n}`, timestamp: ago(1) }));
    const displayed = new Set(others.map(({ id }) => id));
    const notifications = [...others, notification()];
    expect(silentOf(circumstances({ notifications, displayed }))).toMatchObject([
      { notificationId: 'a', reason: 'unknown', detail: 'Visitors get the first 100, and this one comes later.' },
    ]);
    const two = { notifications: [...others.slice(0, 2), notification()], displayed };
    const capped = (queue: object) => silentOf(circumstances(two, { behavior: { queue } }))[0]?.detail;
    expect(capped({ perVisit: 2 })).toBe('A visit shows at most 2, and others come first.');
    expect(capped({ perPage: 1, perVisit: 5 })).toBe('A page shows at most 1, and others come first.');
    expect(capped({ perVisit: 3 })).toBeUndefined();
    expect(capped({ perVisit: 2, order: 'random' })).toBeUndefined();
  });

  it('is named ten times at most', () => {
    const notifications = Array.from({ length: 40 }, (_, n) => notification({ id: `n${n}` }));
    expect(silentOf(circumstances({ notifications }))).toHaveLength(10);
  });
});

describe('contrast', () => {
  const own = (more: Partial<Attended>, settings: object = {}) =>
    lowContrast(circumstances({ notifications: [notification(more)] }, settings));

  it('is no matter of the owner’s while the colors are as delivered', () => {
    expect(lowContrast(circumstances())).toEqual([]);
  });

  it('is low in colors that the owner chose, rounded down', () => {
    const pale = { appearance: { brandColors: { linkColor: '#777777' } } };
    expect(lowContrast(circumstances({}, pale))).toEqual([
      { kind: 'low-contrast', ratio: 4.47, pair: 'Link text on the background' },
    ]);
    const dark = { appearance: { brandColors: { backgroundColor: '#2c3e50' } } };
    expect(lowContrast(circumstances({}, dark))).toMatchObject([{ pair: 'Text on the background' }, {}, {}]);
  });

  it('is low in the own colors of an active notification, said only where they differ', () => {
    const appearance = { brandColors: { textColor: '#eeeeee' } };
    const issue = { kind: 'low-contrast', ratio: 1.16, pair: 'Text on the background' };
    expect(own({ appearance })).toEqual([{ ...issue, notificationId: 'a' }]);
    expect(own({ appearance, status: 'inactive' })).toEqual([]);
    expect(own({ appearance }, { appearance })).toEqual([issue]);
  });
});
