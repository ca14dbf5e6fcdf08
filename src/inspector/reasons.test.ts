import { describe, expect, it } from 'vitest';
import { dismissedUntil, FOREVER } from '#shared/embed/dismissal.ts';
import type { Rules } from '#shared/embed/rule-types.ts';
import { HOUR, iso, mobileOnly, NOW, type Notice, notice, type Parts, sightOf } from '#tests/support/sight.ts';
import { explain } from './explain.ts';
import type { Sight } from './sight.ts';

const verdicts = (sight: Sight) => explain(sight).notices.map(({ id, state, verdict }) => `${id} ${state} ${verdict}`);

describe('a notice', () => {
  const reason = (given: Partial<Notice>, parts: Parts = {}) => {
    const [view] = explain(sightOf({ ...parts, notices: [notice('a', given)] })).notices;
    return [view?.verdict, view?.reasons.map(({ text }) => text).join(' ')];
  };

  it('is paused, coming, ended, closed, was shown, or has rules that do not hold', () => {
    expect(reason({ status: 'inactive' })).toEqual(['Paused', expect.stringContaining('is paused')]);
    expect(reason({ startsAt: iso(NOW + 3 * HOUR) })).toEqual(['Coming', expect.stringContaining('starts in 3 h')]);
    expect(reason({ endsAt: iso(NOW - HOUR) })).toEqual(['Ended', expect.stringContaining('ended 1 h ago')]);
    const closed = (until: number) => reason({}, { situation: { closed: { a: until } } });
    expect(closed(NOW + 2 * HOUR)).toEqual(['Closed', expect.stringContaining('for another 2 h, until 10 Mar 2026')]);
    for (const until of [FOREVER, dismissedUntil('forever', NOW)]) {
      expect(closed(until)).toEqual(['Closed', expect.stringContaining('for ever')]);
    }
    expect(closed(FOREVER - 1)).toEqual(['Closed', expect.stringContaining('until ')]);
    expect(reason({}, { situation: { closedHere: ['a'] } })).toEqual(['Closed', expect.stringContaining('this page')]);
    expect(reason({}, { situation: { shownHere: ['a'] } })).toEqual(['Was shown', expect.stringContaining('already')]);
    expect(reason({ rules: mobileOnly })).toEqual(['Rules', 'Its own rules do not hold']);
  });

  it('tells all of its reasons, the page’s not among them', () => {
    const many = { status: 'inactive', endsAt: iso(NOW - 1), rules: mobileOnly } as const;
    const sight = sightOf({ notices: [notice('a', many)], rules: mobileOnly, situation: { closedHere: ['a'] } });
    expect(explain(sight).notices[0]?.reasons.map(({ code }) => code)).toEqual([
      'paused',
      'ended',
      'dismissed',
      'notice-rules',
    ]);
  });

  it('shows rules that hold as well', () => {
    const desktop: Rules = { match: 'all', conditions: [{ type: 'device', operator: 'is', value: ['desktop'] }] };
    expect(reason({ rules: desktop })).toEqual(['Next in line', 'Its own rules hold']);
  });

  it('is missing where the page has an earlier copy, and left out where the page has its hundred', () => {
    expect(verdicts(sightOf({ notices: [notice('a'), notice('b')], loaded: ['a'] }))).toEqual([
      'a open Next in line',
      'b off Not loaded',
    ]);
    const many = Array.from({ length: 101 }, (_, i) => notice(`n${i}`));
    const sight = sightOf({ notices: many, loaded: many.slice(1).map(({ id }) => id) });
    expect(verdicts(sight)[0]).toBe('n0 off Left out');
  });

  it('is on the screen whatever else holds', () => {
    const sight = sightOf({ notices: [notice('a', { status: 'inactive', name: 'Autumn' })] });
    const explanation = explain({ ...sight, shownId: 'a' });
    expect(explanation.summary).toBe('On the screen: Autumn');
    expect(explanation.notices[0]).toMatchObject({ state: 'on', verdict: 'On the screen' });
  });

  it('has its place in the queue: what was shown longest ago comes next, and chance has no order', () => {
    const notices = [1, 2, 3].map((at) => notice(`${at}`, { timestamp: iso(NOW - at * HOUR) }));
    expect(verdicts(sightOf({ notices }))).toEqual(['1 open Next in line', '2 open 2nd in line', '3 open 3rd in line']);
    const seen = { situation: { seen: { '1': 2, '2': 1 } } };
    expect(verdicts(sightOf({ notices, ...seen }))).toEqual([
      '1 open 3rd in line',
      '2 open 2nd in line',
      '3 open Next in line',
    ]);
    expect(verdicts(sightOf({ notices, queue: { order: 'random' } }))[0]).toBe('1 open May be shown');
  });

  it('is told from the page’s own list where nobody told the owner’s', () => {
    expect(verdicts({ ...sightOf(), inspection: null })).toEqual(['a open Next in line']);
  });
});
