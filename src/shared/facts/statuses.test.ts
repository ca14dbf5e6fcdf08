import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type OrderState, orderStateOf } from './statuses.ts';

test.each<[OrderState | undefined, string[]]>([
  [
    'paid',
    [
      ...[
        'paid',
        'Paid',
        'PAID',
        'partially_paid',
        'Completed',
        'complete',
        'succeeded',
        'Captured',
        'Settled',
        'shipped',
        'wc-shipped',
      ],
      ...[
        'Awaiting Fulfillment',
        'Awaiting Shipment',
        'Awaiting Pickup',
        'Partially Shipped',
        'Delivered',
        'Canceled Reversal',
      ],
    ],
  ],
  [
    'waiting',
    [
      ...[
        'pending',
        'Pending',
        'unpaid',
        'Not paid',
        'NOT_PAID',
        'Awaiting Payment',
        'authorized',
        'requires_payment_method',
        'draft',
      ],
      ...['wc-pending', 'checkout-draft', 'Incomplete', 'Uncaptured', 'requires_action'],
    ],
  ],
  [
    'held',
    ['on-hold', 'On Hold', 'wc-on-hold', 'held', 'Manual Verification Required', 'In review', 'Suspected fraud'],
  ],
  ['part-refunded', ['partially_refunded', 'Partially Refunded', 'PARTIALLY_REFUNDED', 'Partial refund']],
  ['refunded', ['refunded', 'Refunded', 'FULLY_REFUNDED', 'Refund', 'wc-refunded', 'Refund requested', 'Returned']],
  ['cancelled', ['cancelled', 'Canceled', 'voided', 'expired', 'trash', 'Abandoned']],
  ['failed', ['failed', 'Failed', 'Denied', 'Declined', 'unsuccessful', 'Payment failed']],
  ['disputed', ['Disputed', 'chargeback', 'Reversed', 'needs_response', 'Under dispute']],
  // Their owner is asked.
  [undefined, ['processing', 'Bezahlt', 'ok', '', '1', 'true', 'constructor', '__proto__']],
])('%s', (state, words) => {
  expect(words.map((word) => [word, orderStateOf(word)])).toEqual(words.map((word) => [word, state]));
});

test("a shop's own words come first", () => {
  expect(orderStateOf('wc-processing', { processing: 'paid' })).toBe('paid');
  expect(orderStateOf('expired', { expired: 'waiting' })).toBe('waiting');
});

test('a word is the same in any case and with any marks, and what takes back is never paid', () => {
  const words = fc.constantFrom(
    'partially refunded',
    'on hold',
    'awaiting payment',
    'not paid',
    'refund requested',
    'paid',
  );
  fc.assert(
    fc.property(words, fc.constantFrom(' ', '_', '-', ' - '), fc.boolean(), (word, mark, isUpper) => {
      const written = word.replaceAll(' ', mark);
      expect(orderStateOf(isUpper ? written.toUpperCase() : written)).toBe(orderStateOf(word));
    }),
  );
  fc.assert(
    fc.property(
      fc.constantFrom('refunded', 'cancelled', 'failed', 'disputed', 'on hold'),
      fc.constantFrom('paid', 'completed', 'shipped'),
      (gone, paid) => {
        expect(orderStateOf(`${paid}, ${gone}`)).not.toBe('paid');
      },
    ),
  );
});
