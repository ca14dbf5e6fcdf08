import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountOf, numberOf } from './money.ts';

test.each<[unknown, number | undefined]>([
  [349.5, 349.5],
  ['349', 349],
  ['349.00', 349],
  ['1,299.00', 1299],
  ['1.299,00', 1299],
  ['1.299.000,5', 1_299_000.5],
  ['1.299.000', 1_299_000],
  ['1,299,000', 1_299_000],
  ['19,99', 19.99],
  ['0,125', 0.125],
  ['0.125', 0.125],
  ['€ 19.99', 19.99],
  ['€1,299.00', 1299],
  ['1299,00', 1299],
  ['49.90 EUR', 49.9],
  ['19,99 EUR', 19.99],
  ['1\u202f299,50 €', 1299.5],
  ['1\u00a0299,00\u00a0kr', 1299],
  ['1 299,00 kr.', 1299],
  ['1\u2009299.00', 1299],
  ['R$ 1.299,00', 1299],
  ['R$1.299,00', 1299],
  ['12,50 zł', 12.5],
  ['US$12.00', 12],
  ['CA$ 12.00', 12],
  ['Rs. 1,200.00', 1200],
  ['₹1,23,456.00', 123_456],
  ['1,23,456.00', 123_456],
  ['12,34,567', 1_234_567],
  ['Rs. 1,200/-', 1200],
  ["1'299.00", 1299],
  ['CHF 1’299’000.50', 1_299_000.5],
  ['Fr. 12.50', 12.5],
  ['CHF 12.50', 12.5],
  ['12.–', 12],
  ['12,- €', 12],
  ['1.299,-', 1299],
  ['120:- kr', 120],
  ['-5', -5],
  ['−5.00', -5],
  ['5.00-', -5],
  ['-€5', -5],
  ['€ -5', -5],
  ['(5.00)', -5],
  ['($5.00)', -5],
  ['$(1,299.00)', -1299],
  ['+5', 5],
  ['EUR 5', 5],
  ['5 euros', 5],
  ['1 299', 1299],
  ['5 6', undefined],
  ['5 EUR 99', undefined],
  ['1 2990', undefined],
  ['1,299', undefined],
  ['1.299', undefined],
  ['1.299 €', undefined],
  ['12,34.50', undefined],
  ['1,2,3', undefined],
  ['--5', undefined],
  ['-5-', undefined],
  ['(-5)', undefined],
  ['5k', undefined],
  ['5 %', undefined],
  ['5 kg', undefined],
  ['ten', undefined],
  ['€', undefined],
  ['', undefined],
  ['1e3', undefined],
  ['0x10', undefined],
  ['9'.repeat(100), undefined],
  [Number.POSITIVE_INFINITY, undefined],
  [true, undefined],
  [null, undefined],
])('an amount: %j', (value, amount) => {
  expect(amountOf(value)).toBe(amount);
});

test('a number that is no money may have three digits after its point: the average of some stars', () => {
  expect(['4.667', '1,299', '4,5'].map(numberOf)).toEqual([4.667, undefined, 4.5]);
});

test('an amount is the same in whatever country it was written', () => {
  const cents = fc.integer({ min: -99_999_999_999, max: 99_999_999_999 });
  const locales = ['en', 'de', 'fr', 'de-CH', 'pt-BR', 'sv', 'pl', 'en-IN', 'hi-IN', 'cs', 'da', 'nl', 'es'];
  const currencies = ['EUR', 'USD', 'BRL', 'SEK', 'PLN', 'INR', 'CHF', 'CZK', 'DKK', 'GBP'];
  const forms = [
    { style: 'currency', currencyDisplay: 'symbol' },
    { style: 'currency', currencyDisplay: 'code' },
    { style: 'currency', currencyDisplay: 'narrowSymbol', currencySign: 'accounting' },
    { style: 'decimal', minimumFractionDigits: 2 },
  ] as const;
  fc.assert(
    fc.property(
      cents,
      fc.constantFrom(...locales),
      fc.constantFrom(...currencies),
      fc.constantFrom(...forms),
      (value, locale, currency, form) => {
        const text = new Intl.NumberFormat(locale, { ...form, currency, numberingSystem: 'latn' }).format(value / 100);
        expect([text, amountOf(text)]).toEqual([text, value / 100]);
      },
    ),
  );
});

test('any text is read, or is no number', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[-(]?[\d.,' ]{1,12}[)-]?$/)), (text) => {
      for (const read of [numberOf, amountOf]) expect(read(text) ?? 0).not.toBeNaN();
    }),
  );
});
