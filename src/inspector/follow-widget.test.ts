import { expect, test } from 'vitest';
import { behaviorChanges } from '#shared/embed/compact.ts';
import { DEFAULT_BEHAVIOR, WIDGET_BEHAVIOR } from '#shared/embed/defaults.ts';
import type { Situation } from '#shared/embed/verdict.ts';
import { FACTS } from '#tests/support/facts.ts';
import { completed } from './follow-widget.ts';

const situation: Situation = {
  behavior: { ...WIDGET_BEHAVIOR, queue: { loop: true } },
  facts: FACTS,
  shownHere: [],
  closedHere: [],
  count: 0,
  seen: {},
  closed: {},
};

test('what a compact payload left out is explained, too', () => {
  const { behavior, rules } = completed(situation, 'UTC') ?? {};
  expect(behavior).toEqual({ ...DEFAULT_BEHAVIOR, queue: { ...DEFAULT_BEHAVIOR.queue, loop: true } });
  expect(behavior && behaviorChanges(behavior)).toEqual({ queue: { loop: true } });
  expect(rules).toEqual({ match: 'all', conditions: [] });
});

test('the time zone is the page’s, or else the one that the server said', () => {
  const { timezone: _none, ...others } = FACTS;
  expect(completed({ ...situation, facts: others }, 'Asia/Tokyo')?.facts.timezone).toBe('Asia/Tokyo');
  expect(completed(situation, 'Asia/Tokyo')?.facts.timezone).toBe(FACTS.timezone);
});

test('until the widget has loaded what conditions need, there is nothing to explain', () => {
  expect(completed({ ...situation, facts: { now: 1, device: 'mobile' } }, 'UTC')).toBeNull();
});
