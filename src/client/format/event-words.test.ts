import { expect, test } from 'vitest';
import type { Event } from '#shared/contract/event.ts';
import { reasonOf, receiptOf } from './event-state.ts';
import { factsOf, sentenceOf } from './event-words.ts';

const event = (more: Partial<Event> = {}): Event => ({
  id: '1001',
  key: 'e-1',
  sourceId: 's-1',
  source: 'api',
  kind: 'purchase',
  occurredAt: '2026-11-25T10:00:00.000Z',
  receivedAt: '2026-11-25T10:00:01.000Z',
  isSigned: false,
  isRead: false,
  actor: { firstName: 'Ana', lastName: 'Silva', city: 'Lisbon', country: 'PT' },
  subject: { name: 'Oak Desk' },
  state: 'shown',
  reason: null,
  retraction: null,
  notificationId: 'n-1',
  ...more,
});
const bare = { actor: undefined, subject: undefined } as unknown as Partial<Event>;

test.each([
  [event(), 'Ana Silva bought Oak Desk'],
  [event({ quantity: 3 }), 'Ana Silva bought 3 × Oak Desk'],
  [event({ quantity: 1 }), 'Ana Silva bought Oak Desk'],
  [event(bare), 'Someone placed an order'],
  [event({ ...bare, state: 'retracted' }), 'Details erased'],
  [event({ kind: 'signup' }), 'Ana Silva signed up for Oak Desk'],
  [event({ kind: 'signup', ...bare }), 'Someone signed up'],
  [event({ kind: 'review' }), 'Ana Silva reviewed Oak Desk'],
  [event({ kind: 'review', ...bare }), 'Someone reviewed a purchase'],
  [event({ kind: 'custom', text: 'A tree was planted' }), 'A tree was planted'],
])('%# says what happened', (one, sentence) => {
  expect(sentenceOf(one)).toBe(sentence);
});

test('names what is known, and the order rather than the id', () => {
  expect(factsOf(event({ amount: 349, currency: 'EUR', reference: '#1001' }))).toEqual([
    'Purchase',
    'Lisbon, PT',
    '€349.00',
    '#1001',
  ]);
  expect(factsOf(event({ kind: 'review', rating: 1, ...bare }))).toEqual(['Review', '1 star', '1001']);
  expect(factsOf(event({ amount: 5, actor: { region: 'Tyrol', country: 'AT' } }))).toEqual([
    'Purchase',
    'Tyrol, AT',
    '5',
    '1001',
  ]);
});

test('says why it does not show in words, also where the server has only a name for it', () => {
  expect(reasonOf({ state: 'retracted', reason: 'refunded' })).toBe('Refunded');
  expect(reasonOf({ state: 'retracted', reason: 'something new' })).toBe('something new');
  expect(reasonOf({ state: 'not-shown', reason: 'Below the smallest amount' })).toBe('Below the smallest amount');
  expect(reasonOf({ state: 'shown', reason: null })).toBeNull();
});

test('says by what it was retracted, and when', () => {
  const at = '2026-11-25T10:00:00.000Z';
  const by = (who: string | null) => receiptOf({ retraction: { at, by: who } });
  expect(by('d-1')).toMatch(/^Nov 2\d, 2026, .*\d:\d\d/);
  expect(by('owner')).toMatch(/^Deleted by you, Nov 2\d, 2026/);
  expect(by('api')).toMatch(/^By the API, Nov 2\d, 2026/);
  // Before it was noted by whom.
  expect(by(null)).toMatch(/^Nov 2\d, 2026, .*\d:\d\d/);
  expect(receiptOf({ retraction: null })).toBeNull();
});
