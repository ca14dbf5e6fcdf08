import { expect, test } from 'vitest';
import { type Found, sentenceOf } from './sentence.ts';

const orders = { kind: 'orders', eventKind: 'purchase', name: 'Orders' } as const;
const found: Found = {
  state: 'none',
  lift: { value: 0.1235, low: -0.174, high: 0.572 },
  converted: { heldOut: 90, shown: 910 },
  first: 280,
  since: '2026-11-03',
  seenBy: '2027-01-12',
  today: '2026-11-28',
  expectedHeldOut: null,
  isEnded: false,
};

test('a clear difference has its interval beside it', () => {
  const clear = { ...found, state: 'clear' } as const;
  expect(sentenceOf(orders, { ...clear, lift: { value: 0.1235, low: 0.0041, high: 0.2614 } })).toBe(
    'Since 3 November, visitors who could see notifications ordered 12% more (between 0.4% and 26%).',
  );
  expect(sentenceOf(orders, { ...clear, lift: { value: -0.37, low: -0.525, high: -0.15 } })).toBe(
    'Since 3 November, visitors who could see notifications ordered 37% less (between 15% and 53%).',
  );
  expect(
    sentenceOf({ ...orders, eventKind: 'signup' }, { ...clear, lift: { value: null, low: 2.1, high: null } }),
  ).toBe('Since 3 November, visitors who could see notifications signed up at least 210% more.');
});

test('without one it says what may be true, and when more would be known', () => {
  expect(sentenceOf(orders, found)).toBe(
    'No clear difference yet: between 17% less and 57% more (90 and 910 orders). ±20% would be seen by 12 January 2027 at this traffic.',
  );
  expect(sentenceOf({ ...orders, kind: 'click', name: 'Newsletter' }, { ...found, seenBy: null })).toBe(
    'No clear difference yet: between 17% less and 57% more (90 and 910 visitors). ±20% would take more than ten years at this traffic.',
  );
});

test('early it says how far it is, and of broken groups nothing', () => {
  expect(sentenceOf(orders, { ...found, state: 'early', converted: { heldOut: 4, shown: 34 } })).toBe(
    'Too early to tell: 38 of about 280 orders.',
  );
  expect(sentenceOf(orders, { ...found, state: 'early', converted: { heldOut: 4, shown: 34 }, isEnded: true })).toBe(
    'Ended too early to tell: 38 orders.',
  );
  expect(sentenceOf(orders, { ...found, isEnded: true })).toBe(
    'No clear difference: between 17% less and 57% more (90 and 910 orders).',
  );
  expect(sentenceOf(orders, { ...found, converted: { heldOut: 70, shown: 430 }, expectedHeldOut: 50 })).toBe(
    'Paused: of 500 orders, 70 came from visitors who saw no notifications. If notifications changed nothing, it would be about 50.',
  );
  expect(sentenceOf(orders, { ...found, state: 'broken' })).toContain('nothing can be said');
});
