// Which way leads from an account's plan to each of the others.
import { expect, it } from 'vitest';
import type { ShownPlan } from '#client/plans/words.ts';
import { PLAN_IDS, plansFor, savingPercent } from '#shared/pricing.ts';
import { noteOn, wayTo } from './ways.ts';

const shown = (freeSites: number): ShownPlan[] =>
  plansFor(freeSites).map((plan) => ({ ...plan, savingPercent: savingPercent(plan.price) }));

type Read = Parameters<typeof wayTo>[2];
const FREE: Read = {
  plan: 'free',
  cycle: null,
  status: 'none',
  isGranted: false,
  offer: { buying: 'test', reason: null },
};
const GROWTH: Read = { ...FREE, plan: 'growth', cycle: 'monthly', status: 'active' };

/** @returns what stands under each plan, the smallest first. */
const under = (billing: Read, cycle: 'monthly' | 'annual' = 'monthly', freeSites = 1) =>
  PLAN_IDS.map((id) => {
    const way = wayTo(id, cycle, billing, shown(freeSites));
    return way.kind === 'none' ? way.why : `${way.label} (${way.kind})`;
  });

it('from Free each plan is bought', () => {
  expect(under(FREE)).toEqual([null, 'Upgrade (buy)', 'Upgrade (buy)', 'Upgrade (buy)']);
});

it('a subscription is changed and canceled at the portal, so that nobody pays for two', () => {
  expect(under(GROWTH)).toEqual(['Cancel plan (portal)', 'Switch (portal)', null, 'Upgrade (portal)']);
  expect(under(GROWTH, 'annual')[2]).toBe('Pay by the year (portal)');
  expect(under({ ...GROWTH, cycle: 'annual' })[2]).toBe('Pay by the month (portal)');
});

it('one that gives nothing is still changed at the portal, unless it was never paid', () => {
  const lost = { ...GROWTH, plan: 'free' as const };
  expect(under({ ...lost, status: 'unpaid' })[3]).toBe('Upgrade (portal)');
  expect(under({ ...lost, status: 'incomplete' })[3]).toBe('Upgrade (buy)');
});

it('what a grant includes is not sold', () => {
  const granted = { ...FREE, plan: 'growth' as const, status: 'active', isGranted: true };
  expect(under(granted)).toEqual([
    'You have more without paying',
    'You have more without paying',
    null,
    'Upgrade (buy)',
  ]);
  // Growth by a grant, and a subscription to Starter besides.
  expect(under({ ...granted, cycle: 'monthly' })[3]).toBe('Upgrade (portal)');
});

it('nothing is offered where buying is off, or that has no more sites than Free', () => {
  const off = { ...FREE, offer: { buying: 'off' as const, reason: 'Not here.' } };
  expect(under(off).slice(1)).toEqual(['Not for sale here', 'Not for sale here', 'Not for sale here']);
  expect(under(FREE, 'monthly', 10).slice(1)).toEqual([
    'No more sites than Free',
    'No more sites than Free',
    'Upgrade (buy)',
  ]);
});

it('a plan with less room than there are sites says what becomes of them, before it is chosen', () => {
  const note = (plan: Read['plan'], owned: number) =>
    PLAN_IDS.map((id) =>
      noteOn(id, { plan, sites: { owned, allowed: 50, remaining: 50 - owned, mayCreate: true } }, shown(1)),
    );
  const [free, starter, growth, agency] = note('agency', 4);
  expect(free).toBe('Your 4 sites keep running. You can create another once you have fewer than 1.');
  expect(starter).toContain('fewer than 3');
  expect([growth, agency]).toEqual([null, null]);
  expect(note('agency', 1)).toEqual([null, null, null, null]);
  expect(note('free', 4)).toEqual([null, null, null, null]);
});
