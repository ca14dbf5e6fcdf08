// What the plans cost, as everyone may read it.
import { expect, it } from 'vitest';
import type { Pricing } from '#shared/contract/billing.ts';
import { startApp } from './support/apps.ts';
import { makeClient } from './support/client.ts';

const read = async (environment: Record<string, string> = {}) =>
  (await makeClient(await startApp(environment)).get<Pricing>('/api/registration/pricing/plans')).body;

it('a plan has a monthly and an annual price, and the payment provider ids of both [spec 3.plan.1]', async () => {
  const { plans, stripePriceIds } = await read();
  expect(plans.map(({ features: _, ...plan }) => plan)).toEqual([
    { id: 'free', name: 'Free', max_sites: 1, price: { monthly: 0, annual: 0 }, savingPercent: 0 },
    { id: 'starter', name: 'Starter', max_sites: 3, price: { monthly: 19, annual: 190 }, savingPercent: 17 },
    { id: 'growth', name: 'Growth', max_sites: 10, price: { monthly: 49, annual: 490 }, savingPercent: 17 },
    { id: 'agency', name: 'Agency', max_sites: 50, price: { monthly: 149, annual: 1490 }, savingPercent: 17 },
  ]);
  expect(stripePriceIds).toEqual({
    starter: { monthly: 'price_starter_monthly', annual: 'price_starter_annual' },
    growth: { monthly: 'price_growth_monthly', annual: 'price_growth_annual' },
    agency: { monthly: 'price_agency_monthly', annual: 'price_agency_annual' },
  });
});

it('has nothing else in it', async () => {
  const pricing = await read();
  expect(Object.keys(pricing)).toEqual(['plans', 'stripePriceIds']);
  for (const plan of pricing.plans) {
    expect(Object.keys(plan)).toEqual(['id', 'name', 'max_sites', 'price', 'savingPercent', 'features']);
    expect(plan.features.length).toBeGreaterThan(2);
  }
});

it('says how many sites are free on this server', async () => {
  const { plans } = await read({ MAX_SITES: '25' });
  expect(plans[0]).toMatchObject({ id: 'free', max_sites: 25, features: expect.arrayContaining(['25 sites']) });
});
