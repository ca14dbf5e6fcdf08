// GrowthBook's own tests (gbstats), which the formulas reproduce.
import { expect, it } from 'vitest';
import { moneyChange, narrowestAt } from './money.ts';

const proportion = (sum: number, n: number) => ({ n, sum, squares: sum });

it('is narrowest where it was asked to be', () => {
  expect(narrowestAt(5_000)).toBeCloseTo(0.0398401, 7);
});

it('has the means and the interval of GrowthBook', () => {
  const found = moneyChange(
    { n: 3_000, sum: 1396.87, squares: 52_377.9767 },
    { n: 3_461, sum: 2422.7, squares: 134_698.29 },
    1_000,
    true,
  );
  expect(found?.value).toBeCloseTo(0.50336, 5);
  expect(found?.low).toBeCloseTo(-0.55844, 5);
  expect(found?.high).toBeCloseTo(1.56516, 5);
});

it('has those of proportions, whose variance is divided by one more', () => {
  const found = moneyChange(proportion(1_396, 3_000), proportion(2_422, 3_461), 5_000, true);
  expect(found?.value).toBeCloseTo(0.50386, 5);
  expect(found?.low).toBeCloseTo(0.40098, 3);
  expect(found?.high).toBeCloseTo(0.60675, 3);
});

it('says an amount, too; and nothing relative to nothing', () => {
  const [none, some] = [
    { n: 500, sum: 0, squares: 0 },
    { n: 500, sum: 100, squares: 4_000 },
  ];
  expect(moneyChange(none, some, 1_000, true)).toBeNull();
  expect(moneyChange(none, some, 1_000, false)).toMatchObject({ value: 0.2 });
  expect(moneyChange({ n: 1, sum: 5, squares: 25 }, some, 1_000, false)).toBeNull();
});
