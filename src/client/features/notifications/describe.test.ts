import { expect, test } from 'vitest';
import { createNotificationInput, type Notification } from '#shared/contract/notification.ts';
import { NAME_MAX } from '#shared/limits.ts';
import { copyOf, scheduleNote, selectNotices, toEmbed, totalsOf } from './describe.ts';

const NOW = Date.parse('2026-05-03T12:00:00.000Z');
const notice: Notification = {
  id: 'n1',
  widgetId: 'w1',
  type: 'purchase',
  name: 'Desk order',
  title: null,
  message: 'Ana from Lisbon bought the Oak Desk',
  image: null,
  url: '/desks/oak',
  rating: null,
  code: null,
  count: null,
  status: 'active',
  timestamp: '2026-05-03T10:00:00.000Z',
  startsAt: null,
  endsAt: null,
  displayCount: 12,
  clickCount: 3,
  isCustom: false,
  source: 'manual',
  metadata: {},
  rules: null,
  appearance: null,
  position: 0,
  createdAt: '2026-05-03T10:00:00.000Z',
  updatedAt: '2026-05-03T10:00:00.000Z',
};
const paused: Notification = {
  ...notice,
  id: 'n2',
  name: null,
  status: 'inactive',
  type: 'signup',
  message: 'Priya joined',
};

test('a filter keeps its status, and a search needs every word somewhere', () => {
  expect(selectNotices([notice, paused], 'all', '')).toEqual([notice, paused]);
  expect(selectNotices([notice, paused], 'inactive', '')).toEqual([paused]);
  expect(selectNotices([notice, paused], 'all', 'oak ANA')).toEqual([notice]);
  expect(selectNotices([notice, paused], 'all', 'sign-up priya')).toEqual([paused]);
  expect(selectNotices([notice, paused], 'active', 'priya')).toEqual([]);
});

test('totals add up what is given', () => {
  expect(totalsOf([notice, paused])).toEqual({ displays: 24, clicks: 6 });
});

test('a copy has (Copy) behind its name, no id and no counts, and passes the contract', () => {
  const copy = copyOf(notice);
  expect(copy).toMatchObject({ name: 'Desk order (Copy)', message: notice.message, url: '/desks/oak' });
  expect(copy).not.toHaveProperty('id');
  expect(copy).not.toHaveProperty('displayCount');
  expect(createNotificationInput.safeParse(copy).success).toBe(true);
});

test('a copy of a notice without a name is named after its message, shortened', () => {
  expect(copyOf(paused).name).toBe('Priya joined (Copy)');
  expect(copyOf({ ...paused, message: 'x'.repeat(200) }).name).toBe(`${'x'.repeat(39)}… (Copy)`);
});

test('a copy of the longest name still fits', () => {
  const copy = copyOf({ ...notice, name: 'n'.repeat(NAME_MAX) });
  expect(copy.name).toHaveLength(NAME_MAX);
  expect(copy.name?.endsWith('… (Copy)')).toBe(true);
});

test('the schedule is told of while it keeps an active notice away', () => {
  expect(scheduleNote(notice, NOW)).toBeNull();
  expect(scheduleNote({ ...notice, startsAt: '2026-05-05T12:00:00.000Z' }, NOW)).toBe('Starts May 5');
  expect(scheduleNote({ ...notice, endsAt: '2026-05-01T12:00:00.000Z' }, NOW)).toBe('Ended May 1');
  expect(scheduleNote({ ...paused, endsAt: '2026-05-01T12:00:00.000Z' }, NOW)).toBeNull();
});

test('the widget gets no empty keys', () => {
  expect(toEmbed(notice)).toEqual({
    id: 'n1',
    type: 'purchase',
    message: notice.message,
    timestamp: notice.timestamp,
    url: '/desks/oak',
  });
});
