import { expect, test } from 'vitest';
import { DEFAULT_BEHAVIOR, DEFAULT_RULES } from './defaults.ts';
import type { EmbedNotification } from './payload.ts';
import type { Condition, Rules } from './rule-types.ts';
import { obstacleOf, type Situation, verdictOf } from './verdict.ts';

const NOW = Date.parse('2026-05-01T12:00:00Z');
const notification: EmbedNotification = {
  id: 'a',
  type: 'custom',
  message: 'Hello',
  timestamp: '2026-05-01T00:00:00Z',
};
const FREE: Situation = {
  behavior: DEFAULT_BEHAVIOR,
  rules: DEFAULT_RULES,
  facts: { now: NOW, device: 'desktop' },
  shownHere: [],
  closedHere: [],
  count: 0,
  seen: {},
  closed: {},
};
const exit: Condition = { type: 'exit', operator: 'happened' };
const onExit: Rules = { match: 'all', conditions: [exit] };
const queue = (part: Partial<typeof DEFAULT_BEHAVIOR.queue>) => ({
  behavior: { ...DEFAULT_BEHAVIOR, queue: { ...DEFAULT_BEHAVIOR.queue, ...part } },
});
const visibility = (showOnDesktop: boolean, showOnMobile: boolean) => ({
  behavior: { ...DEFAULT_BEHAVIOR, visibility: { showOnDesktop, showOnMobile, zIndex: 1 } },
});
const on = (device: 'mobile' | 'tablet') => ({ facts: { ...FREE.facts, device } });
const verdict = (situation: Partial<Situation>, part: Partial<EmbedNotification> = {}) =>
  obstacleOf(
    verdictOf({ ...notification, ...part }, { ...FREE, ...situation }, (rules) => !rules?.conditions.length),
  ) ?? '';

test('a notification without obstacles may be shown', () => {
  expect(verdict({})).toBe('');
  expect(verdict({ closed: { a: NOW, b: NOW + 9 }, closedHere: ['b'] })).toBe('');
  expect(verdict({ shownHere: ['a', 'b'], ...queue({ loop: true }) })).toBe('');
  expect(verdict({}, { startsAt: '2026-05-01T12:00:00Z', endsAt: '2026-05-01T12:00:01Z' })).toBe('');
});

test.each<[string, Partial<Situation>, Partial<EmbedNotification>?]>([
  ['device', visibility(false, true)],
  ['device', { ...visibility(true, false), ...on('mobile') }],
  ['device', { ...visibility(false, true), ...on('tablet') }],
  ['page-cap', { ...queue({ perPage: 2 }), shownHere: ['b', 'c'] }],
  ['visit-cap', { ...queue({ perVisit: 2 }), count: 2 }],
  ['rules', { rules: onExit }],
  ['schedule', {}, { startsAt: '2026-05-01T12:00:01Z' }],
  ['schedule', {}, { endsAt: '2026-05-01T12:00:00Z' }],
  ['dismissed', { closedHere: ['a'] }],
  ['dismissed', { closed: { a: NOW + 1 } }],
  ['shown', { shownHere: ['a'] }],
  ['own-rules', {}, { rules: onExit }],
])('%s', (expected, situation, part) => {
  expect(verdict(situation, part)).toBe(expected);
});

test('the first of several obstacles wins', () => {
  const all = { ...queue({ perPage: 1 }), rules: onExit, shownHere: ['a'], closedHere: ['a'] };
  expect(verdict(all, { rules: onExit })).toBe('page-cap');
  expect(verdict({ ...all, ...queue({}) }, { rules: onExit })).toBe('rules');
  expect(verdict({ ...all, ...queue({}), rules: DEFAULT_RULES }, { rules: onExit })).toBe('dismissed');
});
