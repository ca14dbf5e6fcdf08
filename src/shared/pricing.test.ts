import { describe, expect, it } from 'vitest';
import { CYCLES, PAID_PLAN_IDS, PLAN_IDS, PLANS, plansFor, savingPercent } from './pricing.ts';

describe('the annual saving is the yearly cost of the monthly price minus the annual price, as a share of that cost, rounded', () => {
  it.each([
    { case: 'of our own plans', monthly: 19, annual: 190, percent: 17 },
    { case: '49 a month', monthly: 49, annual: 490, percent: 17 },
    { case: '149 a month', monthly: 149, annual: 1490, percent: 17 },
    { case: 'exactly a quarter', monthly: 10, annual: 90, percent: 25 },
    { case: 'rounded down from 8.33', monthly: 10, annual: 110, percent: 8 },
    { case: 'rounded up from 12.5', monthly: 10, annual: 105, percent: 13 },
    { case: 'rounded up from 99.6', monthly: 100, annual: 5, percent: 100 },
    { case: 'nothing saved', monthly: 10, annual: 120, percent: 0 },
    { case: 'free', monthly: 0, annual: 0, percent: 0 },
  ])('$case: $percent% [spec 1.pricing.1]', ({ monthly, annual, percent }) => {
    expect(savingPercent({ monthly, annual })).toBe(percent);
  });
});

describe('the plans', () => {
  it('the first plan costs nothing and has the default site limit [spec 9.11]', () => {
    expect(PLANS[0]).toMatchObject({ id: 'free', max_sites: 1, price: { monthly: 0, annual: 0 } });
  });

  it('are the four of the design, the smallest first', () => {
    expect(PLANS.map(({ id, max_sites, price }) => [id, max_sites, price.monthly, price.annual])).toEqual([
      ['free', 1, 0, 0],
      ['starter', 3, 19, 190],
      ['growth', 10, 49, 490],
      ['agency', 50, 149, 1490],
    ]);
    expect(PLANS.map(({ id }) => id)).toEqual(PLAN_IDS);
    expect(PLANS.filter(({ price }) => CYCLES.some((cycle) => price[cycle] > 0)).map(({ id }) => id)).toEqual(
      PAID_PLAN_IDS,
    );
  });

  it('differ in sites alone', () => {
    const [first = [], ...others] = PLANS.map(({ features: [, ...rest] }) => rest);
    for (const other of others) expect(other).toEqual(first);
    expect(PLANS.map(({ features }) => features[0])).toEqual(['1 site', '3 sites', '10 sites', '50 sites']);
  });

  it('have the free sites of the server', () => {
    expect(plansFor(7)[0]).toMatchObject({ id: 'free', max_sites: 7, features: expect.arrayContaining(['7 sites']) });
    expect(plansFor(7).slice(1)).toEqual(PLANS.slice(1));
  });
});
