import { expect, test } from 'vitest';
import { createNotificationInput } from '#shared/contract/notification.ts';
import { NAME_MAX } from '#shared/limits.ts';
import { makeNotification } from '#tests/support/notification.ts';
import { copyOf, previewOf, scheduleNote, selectNotifications, totalsOf } from './describe.ts';

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

test('a filter keeps only its status, and a search must match every word', () => {
  expect(selectNotifications([notification, paused], 'all', '')).toEqual([notification, paused]);
  expect(selectNotifications([notification, paused], 'inactive', '')).toEqual([paused]);
  expect(selectNotifications([notification, paused], 'all', 'oak ANA')).toEqual([notification]);
  expect(selectNotifications([notification, paused], 'all', 'sign-up priya')).toEqual([paused]);
  expect(selectNotifications([notification, paused], 'active', 'priya')).toEqual([]);
});

test('totals sum the given counts', () => {
  expect(totalsOf([notification, paused])).toEqual({ displays: 24, clicks: 6 });
});

test('a copy has (Copy) after its name, no id or counts, and passes the contract', () => {
  const copy = copyOf(notification);
  expect(copy).toMatchObject({ name: 'Desk order (Copy)', message: notification.message, url: '/desks/oak' });
  expect(copy).not.toHaveProperty('id');
  expect(copy).not.toHaveProperty('displayCount');
  expect(createNotificationInput.safeParse(copy).success).toBe(true);
});

test('a copy of an unnamed notification is named after its shortened message', () => {
  expect(copyOf(paused).name).toBe('Priya joined (Copy)');
  expect(copyOf({ ...paused, message: 'x'.repeat(200) }).name).toBe(`${'x'.repeat(39)}… (Copy)`);
});

test('a copy of the longest possible name still fits', () => {
  const copy = copyOf({ ...notification, name: 'n'.repeat(NAME_MAX) });
  expect(copy.name).toHaveLength(NAME_MAX);
  expect(copy.name?.endsWith('… (Copy)')).toBe(true);
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
