import { expect, test } from 'vitest';
import { makeNotification } from '#tests/support/notification.ts';
import { nameOf, ownFacts, previewOf, scheduleNote, totalsOf } from './describe.ts';

const NOW = Date.parse('2026-05-03T12:00:00.000Z');
const notification = makeNotification({
  name: 'Desk order',
  url: '/desks/oak',
  displayCount: 12,
  clickCount: 3,
});
const paused = makeNotification({
  ...notification,
  id: 'n2',
  name: null,
  status: 'inactive',
  type: 'signup',
  message: 'Priya joined',
});

test('totals sum the given counts', () => {
  expect(totalsOf([notification, paused])).toEqual({ displays: 24, clicks: 6 });
});

test('a notification is known by its name, or its message', () => {
  expect([nameOf(notification), nameOf(paused)]).toEqual(['Desk order', 'Priya joined']);
});

test('rules and appearance of its own are facts, empty ones are not', () => {
  expect(ownFacts({ ...notification, rules: { conditions: [] }, appearance: {} })).toEqual([]);
  const rules = { conditions: [{ type: 'device' as const, operator: 'is' as const, value: ['mobile' as const] }] };
  expect(ownFacts({ ...notification, rules, appearance: { layout: { borderRadius: 3 } } })).toEqual([
    'Own rules',
    'Own appearance',
  ]);
});

test('the schedule is mentioned while it hides an active notification', () => {
  expect(scheduleNote(notification, NOW)).toBeNull();
  expect(scheduleNote({ ...notification, startsAt: '2026-05-05T12:00:00.000Z' }, NOW)).toBe('Starts May 5');
  expect(scheduleNote({ ...notification, endsAt: '2026-05-01T12:00:00.000Z' }, NOW)).toBe('Ended May 1');
  expect(scheduleNote({ ...paused, endsAt: '2026-05-01T12:00:00.000Z' }, NOW)).toBeNull();
});

test('the payload has no empty keys', () => {
  expect(previewOf(notification)).toEqual({
    id: 'n1',
    type: 'purchase',
    message: notification.message,
    timestamp: notification.timestamp,
    url: '/desks/oak',
  });
});
