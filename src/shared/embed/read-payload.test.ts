import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_APPEARANCE, DEFAULT_BEHAVIOR, DEFAULT_RULES, WIDGET_BEHAVIOR } from './defaults.ts';
import { readPayload } from './read-payload.ts';

const good = {
  v: 2,
  token: 't',
  widget: {},
  notifications: [{ id: 'n', type: 'custom', message: 'Hello', timestamp: '2026-01-01T00:00Z' }],
};
const full = {
  v: 1,
  revision: 3,
  site: { id: 's', timezone: 'UTC' },
  widget: { appearance: DEFAULT_APPEARANCE, behavior: DEFAULT_BEHAVIOR, rules: DEFAULT_RULES, style: '.region{}' },
  notifications: [{ ...good.notifications[0], from: 'Shop', proof: 'https://proofbell.example/proof/s/n' }],
  token: 't',
};
const read = (value: unknown) => readPayload(JSON.stringify(value));

test('what a payload says nothing of, the widget does by itself', () => {
  expect(read(good)).toEqual({ ...good, widget: { behavior: WIDGET_BEHAVIOR } });
  const behavior = { timing: { initialDelay: 0 }, queue: { loop: true }, language: 'de' };
  expect(read({ ...good, widget: { behavior, style: '.a{}' } })?.widget).toEqual({
    style: '.a{}',
    behavior: {
      ...WIDGET_BEHAVIOR,
      timing: { ...WIDGET_BEHAVIOR.timing, initialDelay: 0 },
      queue: { loop: true },
      language: 'de',
    },
  });
});

test('a notification without a type is an order, and has its proof where all are', () => {
  const proof = 'https://proofbell.example/proof/s/';
  const notifications = [{ id: 'a', message: 'Sold', from: 'Shop' }];
  expect(read({ ...good, proof, notifications })?.notifications).toEqual([
    { id: 'a', message: 'Sold', from: 'Shop', type: 'purchase', proof: `${proof}a` },
  ]);
});

test('reads the full form as it is, and keys of later versions in both', () => {
  expect(read({ ...full, later: true })).toEqual({ ...full, later: true });
  expect(read({ ...good, later: true })).toMatchObject({ later: true });
});

test('drops notifications that cannot be shown', () => {
  const [notification] = good.notifications;
  const wrong = [{ id: 5 }, { message: {} }, { message: ' ' }, { title: [] }, { code: {} }, { from: {} }];
  const odd = wrong.map((part) => ({ ...notification, ...part }));
  expect(
    read({ ...good, notifications: [null, 7, {}, { id: 'x' }, ...odd, ...good.notifications] })?.notifications,
  ).toEqual(good.notifications);
});

test.each([
  ['a later version', { ...good, v: 3 }],
  ['no version', { ...good, v: undefined }],
  ['no token', { ...good, token: undefined }],
  ['no settings', { ...good, widget: undefined }],
  ['notifications that are not a list', { ...good, notifications: { length: 1 } }],
  ['null', null],
])('%s is no payload', (_name, value) => expect(read(value)).toBeNull());

test('anything else is not a payload, and nothing throws', () => {
  for (const text of ['', '<!doctype html>']) expect(readPayload(text)).toBeNull();
  const text = JSON.stringify(good);
  for (let length = 0; length < text.length; length += 1) expect(readPayload(text.slice(0, length))).toBeNull();
  fc.assert(fc.property(fc.json(), (text) => readPayload(text) === null));
});

test('whatever stands in its parts, what is read is complete, and every notification in it is text', () => {
  const part = fc.oneof(fc.jsonValue(), fc.constant(undefined));
  const orElse = (right: unknown) => fc.oneof(part, fc.constant(right), fc.constant(right));
  const notification = fc.oneof(
    fc.jsonValue(),
    fc.record({ id: orElse('n'), message: orElse('Hello'), title: part, code: part, from: part, type: part }),
  );
  const parts = fc.record({
    v: fc.constantFrom<unknown>(1, 2, 2, 3, [2]),
    token: orElse('t'),
    proof: part,
    site: part,
    widget: fc.oneof(part, fc.record({ behavior: part, style: part, words: part, rules: part })),
    notifications: fc.oneof(part, fc.array(notification), fc.array(notification)),
  });
  fc.assert(
    fc.property(parts, (value) => {
      const payload = read(value);
      if (!payload) return;
      const { timing, interaction, visibility, queue } = payload.widget.behavior;
      for (const group of [timing, interaction, visibility, queue]) expect(group).toBeTypeOf('object');
      for (const { id, message, title, code, from } of payload.notifications)
        for (const text of [id, message, title || '', code || '', from || '']) expect(text).toBeTypeOf('string');
    }),
    { numRuns: 300 },
  );
});

test('ten thousand notifications are read like one', () => {
  const notifications = Array.from({ length: 10_000 }, (_, n) => ({ id: `n${n}`, message: 'x'.repeat(100) }));
  expect(read({ ...good, notifications })?.notifications).toHaveLength(10_000);
});
