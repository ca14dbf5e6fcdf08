import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstProduct, isNoProduct, productInWording } from './products.ts';

test.each([
  ...[
    'Tip',
    'TIP',
    'Tips',
    'Gratuity',
    'Trinkgeld',
    'Gift card',
    'Gift Card - $25.00',
    'E-Gift Card',
    'Gift voucher (50 €)',
    'Gutschein',
  ],
  ...[
    'Shipping',
    'Free shipping',
    'Shipping & Handling',
    'Delivery',
    'Versandkosten',
    'Frais de port',
    'Service fee',
    'Booking fee 3%',
  ],
  ...['COD fee', 'Deposit', 'Deposit 50 EUR', 'Anzahlung', 'Donation', 'Tax', 'Shipping protection', 'Rounding'],
])('no product: %j', (name) => {
  expect(isNoProduct(name)).toBe(true);
});

test.each([
  ...[
    'Beech Stool',
    'Tip-Top Cleaner',
    'Tipi',
    'Gift box',
    'Gift wrap',
    'Card holder',
    'Shipping container',
    'Membership fee',
  ],
  ...['Deposit slip book', 'Delivery bag', 'Oak Desk - $25', 'Tax guide 2026', 'Don Quixote', 'Voucher book', '7', ''],
])('a product: %j', (name) => {
  expect(isNoProduct(name)).toBe(false);
});

test('the first real line is what was bought, wherever the others stand', () => {
  type Line = { name: string; left: number };
  const others = fc.array(
    fc.record({ name: fc.constantFrom('Tip', 'Shipping', 'Gift card', 'Service fee'), left: fc.constantFrom(0, 1) }),
  );
  const nameOf = (line: unknown) => (line as Line).name;
  const isLeft = (line: unknown) => (line as Line).left > 0;
  fc.assert(
    fc.property(others, others, (before, after) => {
      const gone = { name: 'Oak Desk', left: 0 };
      const stool = { name: 'Beech Stool', left: 1 };
      expect(firstProduct([...before, gone, stool, ...after, { name: 'Lamp', left: 1 }], nameOf, isLeft)).toBe(stool);
      expect(firstProduct([...before, gone], nameOf, isLeft)).toBeUndefined();
    }),
  );
});

const BUYER = ['Zoé Marie Dubois', undefined, 'zoe.dub@buyers.example'];
test.each([...['Oak Desk', 'Pro plan', '2 × Oak Desk', 'iPhone 15', 'Chaise en chêne', 'オークの机', 'Monthly box']])(
  'a payment for %j says what was bought',
  (wording) => {
    expect(productInWording(` ${wording} `, BUYER)).toBe(wording);
  },
);

test.each([
  ...[
    'Order 42',
    'Acme - Order 42',
    'Your order',
    'Bestellung 42',
    'Commande nº 7',
    'Pedido 7',
    'Invoice 6D-01',
    '#77',
  ],
  ...[
    'Payment',
    'Booking for Anna',
    'Installment 2 of 3',
    'Termin mit Herrn Lee',
    'Consultation with Dr. Lee',
    'Mrs. Lee',
  ],
  ...['zoé dubois', 'Dubois, Zoé', 'Gift for Marie', 'Desk (dub)', 'anna@buyers.example', 'https://shop.example/x'],
  ...['prod_NffrFeUfNV2Hib', 'a3f9c1d2-77ab', '{"sku":"oak"}', 'ORD00012', '12', '£12.00', 'null', 'undefined', 'Test'],
  ...['', 'Shipping', 'Donation', `Oak ${'desk '.repeat(40)}`],
])('a payment for %j does not', (wording) => {
  expect(productInWording(wording, BUYER)).toBeUndefined();
});

test('a wording is shown as it is, or not at all', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (wording) => {
      const said = productInWording(wording, BUYER);
      expect(said === undefined || said === wording.trim()).toBe(true);
    }),
  );
});
