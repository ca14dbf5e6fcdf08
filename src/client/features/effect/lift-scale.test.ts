import { expect, test } from 'vitest';
import { pointsOf, scaleOf } from './lift-scale.ts';

const day = '2026-11-02';
const at = (low: number, high: number | null) => [{ day, lift: { value: 0.1, low, high } }];

test('the last days say how tall it is, around no change', () => {
  expect(scaleOf(at(-0.17, 0.57))).toMatchObject({ low: -0.3, ticks: [-0.25, 0, 0.25, 0.5, 0.75] });
  expect(scaleOf(at(-0.95, null))).toMatchObject({ low: -1, high: 3, ticks: [-1, 0, 1, 2, 3] });
  expect(scaleOf(at(0.01, 0.02)).ticks).toEqual([-0.2, 0, 0.2]);
});

test('a day without a lift is no point', () => {
  const arms = { heldOut: 0, shown: 0 };
  expect(pointsOf([{ day, enrolled: arms, converted: arms, lift: null }])).toEqual([]);
});
