import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_APPEARANCE, DEFAULT_BEHAVIOR, DEFAULT_RULES } from './defaults.ts';
import { readPayload } from './read-payload.ts';

const good = {
  v: 1,
  revision: 3,
  site: { id: 's', timezone: 'UTC' },
  widget: { appearance: DEFAULT_APPEARANCE, behavior: DEFAULT_BEHAVIOR, rules: DEFAULT_RULES, style: '.region{}' },
  notifications: [{ id: 'n', type: 'custom', message: 'Hello', timestamp: '2026-01-01T00:00:00.000Z' }],
  token: 't',
};
const read = (value: unknown) => readPayload(JSON.stringify(value));

test('reads a valid payload as it is, including unknown keys', () => {
  expect(read({ ...good, later: true })).toEqual({ ...good, later: true });
});

test('reads an old payload without rules or site', () => {
  const { site: _site, ...rest } = { ...good, widget: { ...good.widget, rules: undefined } };
  expect(read(rest)?.notifications).toEqual(good.notifications);
});

test('drops notifications that cannot be shown', () => {
  const [notification] = good.notifications;
  const wrong = [{ id: 5 }, { message: {} }, { message: ' ' }, { title: [] }, { code: {} }];
  const odd = wrong.map((part) => ({ ...notification, ...part }));
  expect(
    read({ ...good, notifications: [null, 7, {}, { id: 'x' }, ...odd, ...good.notifications] })?.notifications,
  ).toEqual(good.notifications);
});

test.each([
  ['another version', { ...good, v: 2 }],
  ['no token', { ...good, token: undefined }],
  ['no settings', { ...good, widget: {} }],
  ['notifications that are not a list', { ...good, notifications: { length: 1 } }],
  ['null', null],
  ['no style, as in old payloads', { ...good, widget: { ...good.widget, style: undefined } }],
  ['an empty style', { ...good, widget: { ...good.widget, style: ' ' } }],
  ['a style that is not text', { ...good, widget: { ...good.widget, style: [] } }],
])('%s is no payload', (_name, value) => expect(read(value)).toBeNull());

test('anything else is not a payload, and nothing throws', () => {
  for (const text of ['', '<!doctype html>', JSON.stringify(good).slice(0, -5)]) expect(readPayload(text)).toBeNull();
  fc.assert(fc.property(fc.json(), (text) => readPayload(text) === null));
});
