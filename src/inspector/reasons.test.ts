import { describe, expect, it } from 'vitest';
import { dismissedUntil, FOREVER } from '#shared/embed/dismissal.ts';
import type { Rules } from '#shared/embed/rule-types.ts';
import { HOUR } from '#shared/time.ts';
import {
  iso,
  mobileOnly,
  NOW,
  type Notification,
  notification,
  type Parts,
  snapshotOf,
} from '#tests/support/snapshot.ts';
import { explain } from './explain.ts';
import type { Snapshot } from './snapshot.ts';

const verdicts = (snapshot: Snapshot) =>
  explain(snapshot).notifications.map(({ id, state, verdict }) => `${id} ${state} ${verdict}`);

describe('a notification', () => {
  const reason = (given: Partial<Notification>, parts: Parts = {}) => {
    const [view] = explain(snapshotOf({ ...parts, notifications: [notification('a', given)] })).notifications;
    return [view?.verdict, view?.reasons.map(({ text }) => text).join(' ')];
  };

  it("is off, scheduled, ended, dismissed, already shown, or has rules that don't match", () => {
    expect(reason({ status: 'inactive' })).toEqual(['Off', expect.stringContaining("It's off")]);
    const heldBack = 'Shows at 5 or more; now 3';
    expect(reason({ heldBack })).toEqual(['Too few yet', expect.stringContaining(`${heldBack}.`)]);
    expect(reason({ startsAt: iso(NOW + 3 * HOUR) })).toEqual(['Scheduled', expect.stringContaining('starts in 3 h')]);
    expect(reason({ endsAt: iso(NOW - HOUR) })).toEqual(['Ended', expect.stringContaining('ended 1 h ago')]);
    const closed = (until: number) => reason({}, { situation: { closed: { a: until } } });
    expect(closed(NOW + 2 * HOUR)).toEqual(['Closed', expect.stringContaining('for another 2 h, until Mar 10, 2026')]);
    for (const until of [FOREVER, dismissedUntil('forever', NOW)]) {
      expect(closed(until)).toEqual(['Closed', expect.stringContaining('for good')]);
    }
    expect(closed(FOREVER - 1)).toEqual(['Closed', expect.stringContaining('until ')]);
    expect(reason({}, { situation: { closedHere: ['a'] } })).toEqual(['Closed', expect.stringContaining('this page')]);
    expect(reason({}, { situation: { shownHere: ['a'] } })).toEqual([
      'Already shown',
      expect.stringContaining('already'),
    ]);
    expect(reason({ rules: mobileOnly })).toEqual(['Rules not met', "Its rules aren't met"]);
  });

  it("lists all of its own reasons, but not the page's", () => {
    const many = { status: 'inactive', endsAt: iso(NOW - 1), rules: mobileOnly } as const;
    const snapshot = snapshotOf({
      notifications: [notification('a', many)],
      rules: mobileOnly,
      situation: { closedHere: ['a'] },
    });
    expect(explain(snapshot).notifications[0]?.reasons.map(({ code }) => code)).toEqual([
      'off',
      'ended',
      'dismissed',
      'own-rules',
    ]);
  });

  it('lists matching rules too', () => {
    const desktop: Rules = { match: 'all', conditions: [{ type: 'device', operator: 'is', value: ['desktop'] }] };
    expect(reason({ rules: desktop })).toEqual(['Next in line', 'Its rules are met']);
  });

  it('is missing if the page has an older copy, and left out if the page already has a hundred', () => {
    expect(verdicts(snapshotOf({ notifications: [notification('a'), notification('b')], loaded: ['a'] }))).toEqual([
      'a open Next in line',
      'b off Not loaded',
    ]);
    const many = Array.from({ length: 101 }, (_, i) => notification(`n${i}`));
    const snapshot = snapshotOf({ notifications: many, loaded: many.slice(1).map(({ id }) => id) });
    expect(verdicts(snapshot)[0]).toBe('n0 off Left out');
  });

  it('is reported as on screen, whatever else is true', () => {
    const snapshot = snapshotOf({ notifications: [notification('a', { status: 'inactive', name: 'Autumn' })] });
    const explanation = explain({ ...snapshot, shownId: 'a' });
    expect(explanation.summary).toBe('On screen: Autumn');
    expect(explanation.notifications[0]).toMatchObject({ state: 'on', verdict: 'On screen' });
  });

  it('has a place in the queue: least recently shown first, none in random order', () => {
    const notifications = [1, 2, 3].map((at) => notification(`${at}`, { timestamp: iso(NOW - at * HOUR) }));
    expect(verdicts(snapshotOf({ notifications }))).toEqual([
      '1 open Next in line',
      '2 open 2nd in line',
      '3 open 3rd in line',
    ]);
    const seen = { situation: { seen: { '1': 2, '2': 1 } } };
    expect(verdicts(snapshotOf({ notifications, ...seen }))).toEqual([
      '1 open 3rd in line',
      '2 open 2nd in line',
      '3 open Next in line',
    ]);
    expect(verdicts(snapshotOf({ notifications, queue: { order: 'random' } }))[0]).toBe('1 open Can be shown');
  });

  it("is taken from the page's own list if the owner's isn't known", () => {
    expect(verdicts({ ...snapshotOf(), inspection: null })).toEqual(['a open Next in line']);
  });
});
