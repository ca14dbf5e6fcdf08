import { expect, test } from 'vitest';
import { bytes, compact, count, describeRate, milliseconds, percent, sortableRate } from './numbers.ts';

test('a share has one decimal below 10 percent', () => {
  expect([0.034, 0.25, 0.0994, 0.0996, 0].map(percent)).toEqual(['3.4%', '25%', '9.9%', '10%', '0%']);
});

test('without displays there is no rate', () => {
  expect(describeRate(null)).toEqual({ kind: 'none', value: '–', range: null });
});

test('a rate includes its interval', () => {
  const words = describeRate({ value: 0.058, low: 0.053, high: 0.062 });
  expect(words).toEqual({ kind: 'known', value: '5.8%', range: '5.3 to 6.2%' });
});

test('a rate that may be off by more than five points is not shown', () => {
  // One click on two displays, and none on forty-one.
  expect(describeRate({ value: 0.5, low: 0.0945, high: 0.9055 })).toMatchObject({
    kind: 'uncertain',
    value: 'Too few',
  });
  expect(describeRate({ value: 0, low: 0, high: 0.0857 }).kind).toBe('uncertain');
  expect(describeRate({ value: 0.1, low: 0.06, high: 0.149 }).kind).toBe('known');
});

test('one click on one display does not top a list', () => {
  expect(sortableRate({ clickRate: { value: 1, low: 0.2065, high: 1 } })).toBeNull();
  expect(sortableRate({ clickRate: { value: 0.05, low: 0.04, high: 0.06 } })).toBe(0.05);
});

test('counts, bytes and times are formatted with their units', () => {
  expect([count(12971), compact(12971)]).toEqual(['12,971', '13K']);
  expect([bytes(412), bytes(5480), bytes(123456)]).toEqual(['412 bytes', '5.5 kB', '123 kB']);
  expect([milliseconds(0.456), milliseconds(1.83)]).toEqual(['0.46 ms', '1.8 ms']);
});
