import { expect, test } from 'vitest';
import type { Template } from '#shared/contract/template.ts';
import type { EmbedNotification } from '#shared/embed/payload.ts';
import { MESSAGE_MAX, NAME_MAX } from '#shared/limits.ts';
import { fromZoned } from '#shared/zoned-time.ts';
import { makeNotification } from '#tests/support/notification.ts';
import {
  eventIdOf,
  firstDraft,
  nameOf,
  originOf,
  ownFacts,
  previewOf,
  scheduleNote,
  sourceOf,
  totalsOf,
} from './describe.ts';

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

test('the first notification starts from a sentence that is true for any shop', () => {
  const draft = firstDraft('Oak & Iron');
  expect(draft).toEqual({ type: 'announcement', message: 'Welcome to Oak & Iron. Take a look around!' });
  expect(firstDraft('n'.repeat(NAME_MAX)).message?.length).toBeLessThan(MESSAGE_MAX);
});

test('totals sum the given counts', () => {
  expect(totalsOf([notification, paused])).toEqual({ displays: 24, clicks: 6 });
});

test('a notification is known by its name, or its message', () => {
  expect([nameOf(notification), nameOf(paused)]).toEqual(['Desk order', 'Priya joined']);
});

test('a notification says where it came from, and of which event it tells', () => {
  const origin = (source: string, metadata = {}) => originOf(makeNotification({ source, metadata }));
  expect(origin('manual')).toBe('Manual');
  expect(origin('template', { templateId: 't-1' })).toBe('Manual, from a template');
  expect(origin('shopify', { eventId: '5678' })).toBe('Shopify · event 5678');
  expect(origin('api', { eventId: '1001' })).toBe('API · event 1001');
  expect(origin('api')).toBe('API');
  expect(origin('zapier')).toBe('zapier');
  // Metadata is the owner's to write.
  expect(eventIdOf({ metadata: { eventId: 7 } })).toBeNull();
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
  const note = (schedule: object) => scheduleNote({ ...notification, ...schedule }, NOW, 'UTC');
  expect(note({})).toBeNull();
  expect(note({ startsAt: '2026-05-05T12:00:00.000Z' })).toBe('Starts May 5');
  expect(note({ endsAt: '2026-05-01T12:00:00.000Z' })).toBe('Ended May 1');
  expect(note({ status: 'inactive', endsAt: '2026-05-01T12:00:00.000Z' })).toBeNull();
});

test('the day of the schedule is the site’s, as in the editor, wherever its owner is', () => {
  const startsAt = fromZoned('2027-05-06T08:00', 'Pacific/Auckland')?.at ?? null;
  const days = ['Pacific/Auckland', 'America/New_York', 'Mars/Olympus'].map((zone) =>
    scheduleNote({ ...notification, startsAt }, NOW, zone),
  );
  expect(days).toEqual(['Starts May 6', 'Starts May 5', 'Starts May 5']);
});

test('the payload has no empty keys', () => {
  expect(previewOf(notification)).toEqual({
    id: 'n1',
    type: 'purchase',
    message: notification.message,
    url: '/desks/oak',
  });
});

test('only what somebody vouches for has an age', () => {
  const ageOf = (type: EmbedNotification['type'], source: string) =>
    previewOf({ ...notification, type, source }).timestamp;
  expect([ageOf('purchase', 'manual'), ageOf('review', 'template'), ageOf('visitors', 'api')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect([ageOf('purchase', 'api'), ageOf('signup', 'shopify'), ageOf('milestone', 'manual')]).toEqual(
    Array(3).fill(notification.timestamp),
  );
});

test('a draft comes from where its notification does, and a new one from its template or its author', () => {
  const template = {} as Template;
  expect([{ source: 'api', template }, { template }, {}].map(sourceOf)).toEqual(['api', 'template', 'manual']);
});
