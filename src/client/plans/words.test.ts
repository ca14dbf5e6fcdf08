// What the pages say about plans.
import { expect, it } from 'vitest';
import { plansFor, savingPercent } from '#shared/pricing.ts';
import { bestSaving, choiceIn, pointlessPlans, priceNote, priceOf, type ShownPlan, withChoice } from './words.ts';

const shown = (freeSites: number): ShownPlan[] =>
  plansFor(freeSites).map((plan) => ({ ...plan, savingPercent: savingPercent(plan.price) }));
const [free, , growth] = shown(1) as [ShownPlan, ShownPlan, ShownPlan];

it('a price is in whole dollars where it is whole, and in cents where it is not', () => {
  expect(priceOf(growth, 'annual')).toBe('$490 a year');
  expect(priceNote(growth, 'annual')).toBe('$40.83 a month, saves 17%');
  expect(priceNote(growth, 'monthly')).toBe('or $490 a year');
  expect(priceNote(free, 'annual')).toBe('For as long as you like');
});

it('what the switch promises is the best of all plans', () => {
  expect(bestSaving(shown(1))).toBe(17);
  expect(bestSaving([])).toBe(0);
});

it('where Free allows as many sites, a paid plan adds nothing', () => {
  expect(pointlessPlans(shown(1))).toEqual([]);
  expect(pointlessPlans(shown(3))).toEqual(['starter']);
  expect(pointlessPlans(shown(25))).toEqual(['starter', 'growth']);
});

it('reads a choice from an address, and nothing that is no plan of ours', () => {
  const read = (query: string) => choiceIn(new URLSearchParams(query));
  expect(read('plan=growth&cycle=annual')).toEqual({ plan: 'growth', cycle: 'annual' });
  expect(read('plan=growth')).toEqual({ plan: 'growth', cycle: 'monthly' });
  expect(read('plan=growth&cycle=weekly')).toEqual({ plan: 'growth', cycle: 'monthly' });
  expect(read('plan=platinum&cycle=annual')).toBeNull();
  expect(read('plan=__proto__')).toBeNull();
  expect(read('')).toBeNull();
  expect(withChoice('/register', { plan: 'growth', cycle: 'annual' })).toBe('/register?plan=growth&cycle=annual');
});
