import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureNumber, measureText, numberText, readNumber } from './number-text.ts';

const range = { min: 10, max: 24, unit: 'px' };

describe('readNumber', () => {
  it.each([
    ['14', 14],
    [' 14 ', 14],
    ['14.5', 14.5],
    ['14,5', 14.5],
    ['14px', 14],
    ['14 PX', 14],
    ['10', 10],
    ['24', 24],
  ])('reads %j as %d', (typed, value) => {
    expect(readNumber(typed, range)).toBe(value);
  });

  it.each(['', 'px', '9', '25', '-14', '1e1', '14em', '14.555', '14 15', '0x10', 'Infinity', '99999999999'])(
    'asks for another number than %j',
    (typed) => {
      expect(readNumber(typed, range)).toEqual({ issue: 'Enter 10 to 24 px' });
    },
  );

  it('takes only whole numbers where parts make no sense', () => {
    const layer = { min: 1, max: 2_147_483_647, isWhole: true };
    expect(readNumber('9999', layer)).toBe(9999);
    expect(readNumber('1.5', layer)).toEqual({ issue: 'Enter a whole number from 1 to 2,147,483,647' });
  });

  it('reads back every number it shows, with or without the unit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 2400 }), fc.constantFrom('', 'px', ' px'), (hundredths, unit) => {
        const value = hundredths / 100;
        expect(readNumber(numberText(value) + unit, range)).toBe(value);
      }),
    );
  });

  it('gives a number within the range or an issue, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const read = readNumber(typed, range);
        if (typeof read === 'number') {
          expect(read).toBeGreaterThanOrEqual(10);
          expect(read).toBeLessThanOrEqual(24);
        } else expect(read.issue).toBe('Enter 10 to 24 px');
      }),
    );
  });
});

it('a stored measure keeps its number and its unit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 200_000 }), fc.constantFrom('px', 'ms'), (hundredths, unit) => {
      const text = measureText(hundredths / 100, unit);
      expect(text).toMatch(/^\d{1,5}(?:\.\d{1,2})?(?:px|ms)$/);
      expect(measureNumber(text)).toBe(hundredths / 100);
    }),
  );
});
