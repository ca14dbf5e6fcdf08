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

test('a filter keeps its status, and a search needs every word somewhere', () => {
  expect(selectNotifications([notification, paused], 'all', '')).toEqual([notification, paused]);
  expect(selectNotifications([notification, paused], 'inactive', '')).toEqual([paused]);
  expect(selectNotifications([notification, paused], 'all', 'oak ANA')).toEqual([notification]);
  expect(selectNotifications([notification, paused], 'all', 'sign-up priya')).toEqual([paused]);
  expect(selectNotifications([notification, paused], 'active', 'priya')).toEqual([]);
});

test('totals add up what is given', () => {
  expect(totalsOf([notification, paused])).toEqual({ displays: 24, clicks: 6 });
});

test('a copy has (Copy) behind its name, no id and no counts, and passes the contract', () => {
  const copy = copyOf(notification);
  expect(copy).toMatchObject({ name: 'Desk order (Copy)', message: notification.message, url: '/desks/oak' });
  expect(copy).not.toHaveProperty('id');
  expect(copy).not.toHaveProperty('displayCount');
  expect(createNotificationInput.safeParse(copy).success).toBe(true);
});

test('a copy of a notification without a name is named after its message, shortened', () => {
  expect(copyOf(paused).name).toBe('Priya joined (Copy)');
  expect(copyOf({ ...paused, message: 'x'.repeat(200) }).name).toBe(`${'x'.repeat(39)}… (Copy)`);
});

test('a copy of the longest name still fits', () => {
  const copy = copyOf({ ...notification, name: 'n'.repeat(NAME_MAX) });
  expect(copy.name).toHaveLength(NAME_MAX);
  expect(copy.name?.endsWith('… (Copy)')).toBe(true);
});

test('the schedule is told of while it keeps an active notification away', () => {
  expect(scheduleNote(notification, NOW)).toBeNull();
  expect(scheduleNote({ ...notification, startsAt: '2026-05-05T12:00:00.000Z' }, NOW)).toBe('Starts May 5');
  expect(scheduleNote({ ...notification, endsAt: '2026-05-01T12:00:00.000Z' }, NOW)).toBe('Ended May 1');
  expect(scheduleNote({ ...paused, endsAt: '2026-05-01T12:00:00.000Z' }, NOW)).toBeNull();
});

test('the widget gets no empty keys', () => {
  expect(previewOf(notification)).toEqual({
    id: 'n1',
    type: 'purchase',
    message: notification.message,
    timestamp: notification.timestamp,
    url: '/desks/oak',
  });
});
