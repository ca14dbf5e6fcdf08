import { expect, it } from 'vitest';
import { PLANS, savingPercent } from './pricing.ts';

it('[spec 1] the annual saving is the yearly cost of the monthly price minus the annual price, as a share of that cost, rounded', () => {
  expect(savingPercent({ monthly: 19, annual: 190 })).toBe(17);
  expect(savingPercent({ monthly: 10, annual: 100 })).toBe(17);
  expect(savingPercent({ monthly: 10, annual: 90 })).toBe(25);
  expect(savingPercent({ monthly: 10, annual: 120 })).toBe(0);
  expect(savingPercent({ monthly: 0, annual: 0 })).toBe(0);
});

it('[spec 9] the first plan costs nothing and has the default site limit', () => {
  expect(PLANS[0]).toMatchObject({ id: 'free', sites: 1, price: { monthly: 0, annual: 0 } });
});
