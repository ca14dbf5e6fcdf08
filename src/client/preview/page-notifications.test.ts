import { expect, test } from 'vitest';
import type { Notification } from '#shared/contract/notification.ts';
import { NOTIFICATION_TYPES, PAYLOAD_VERSION } from '#shared/embed/payload.ts';
import { readPayload } from '#shared/embed/read-payload.ts';
import { pageNotifications, samplesOf } from './page-notifications.ts';

const notification = (id: string, patch: Partial<Notification> = {}) =>
  ({ id, type: 'custom', message: id, status: 'active', position: 0, title: null, ...patch }) as Notification;

const NOW = Date.parse('2026-01-10T00:00:00.000Z');

test('the active ones come in the order in which visitors get them, without unset values', () => {
  const all = [
    notification('old', { timestamp: '2026-01-01T00:00:00.000Z', position: 3 }),
    notification('new', { timestamp: '2026-01-03T00:00:00.000Z', position: 2 }),
    notification('off', { timestamp: '2026-01-02T00:00:00.000Z', status: 'inactive' }),
    notification('ended', { timestamp: '2026-01-02T00:00:00.000Z', endsAt: '2026-01-09T00:00:00.000Z' }),
    notification('coming', { timestamp: '2026-01-02T00:00:00.000Z', startsAt: '2026-01-11T00:00:00.000Z' }),
    notification('middle', { timestamp: '2026-01-02T00:00:00.000Z', position: 1 }),
  ];
  const ids = (order: 'newest' | 'oldest' | 'custom') => pageNotifications(all, order, NOW).map(({ id }) => id);
  expect(ids('newest')).toEqual(['new', 'middle', 'old']);
  expect(ids('oldest')).toEqual(['old', 'middle', 'new']);
  expect(ids('custom')).toEqual(['middle', 'new', 'old']);
  expect(pageNotifications(all, 'newest', NOW)[0]).toEqual({
    id: 'new',
    type: 'custom',
    message: 'new',
    timestamp: '2026-01-03T00:00:00.000Z',
  });
});

test('there is a sample of every type, and the widget would show each', () => {
  const samples = samplesOf(Date.now());
  expect(samples.map(({ type }) => type)).toEqual([...NOTIFICATION_TYPES]);
  const payload = { v: PAYLOAD_VERSION, token: 't', widget: { style: '.region{}' }, notifications: samples };
  expect(readPayload(JSON.stringify(payload))?.notifications).toHaveLength(NOTIFICATION_TYPES.length);
});
