// Where a toast stands in relation to what it must not cover.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clearPlace } from './toast-place.ts';

const at = (top: number, bottom: number) => ({ top, bottom });

test('it stands at the bottom when nothing is in its way', () => {
  expect(clearPlace(80, 760, 64, [])).toBe(760);
  expect(clearPlace(80, 760, 64, [at(100, 140), at(640, 680)])).toBe(760);
});

test('it stands above what it would cover, and above what it would cover there', () => {
  expect(clearPlace(80, 760, 64, [at(700, 740)])).toBe(692);
  expect(clearPlace(80, 760, 64, [at(600, 640), at(700, 740)])).toBe(592);
});

test('without room anywhere it stays at the bottom', () => {
  expect(clearPlace(80, 300, 64, [at(120, 290)])).toBe(300);
});

test('whatever is in its way, it covers none of it or stands at the bottom, and never above its ceiling', () => {
  const span = fc.tuple(fc.nat(800), fc.nat(200)).map(([top, height]) => at(top, top + height + 1));
  fc.assert(
    fc.property(fc.integer({ min: 20, max: 200 }), fc.array(span, { maxLength: 8 }), (height, taken) => {
      const bottom = clearPlace(height, 760, 64, taken);
      expect(bottom).toBeLessThanOrEqual(760);
      if (bottom === 760) return;
      expect(bottom - height).toBeGreaterThanOrEqual(64);
      for (const { top, bottom: end } of taken) expect(top >= bottom || end <= bottom - height).toBe(true);
    }),
  );
});
