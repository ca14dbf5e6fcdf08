// The pricing as the browser keeps it.
import { expect, it, vi } from 'vitest';
import { createSafeStorage } from '#client/auth/browser.ts';
import type { Pricing } from '#shared/contract/billing.ts';
import { plansFor, savingPercent } from '#shared/pricing.ts';
import { DAY, HOUR, SECOND } from '#shared/time.ts';
import { createPricingCache } from './pricing.ts';

const ids = { monthly: 'm', annual: 'a' };
const pricingWith = (freeSites: number): Pricing => ({
  plans: plansFor(freeSites).map((plan) => ({ ...plan, savingPercent: savingPercent(plan.price) })),
  stripePriceIds: { starter: ids, growth: ids, agency: ids },
});

const memory = () => {
  const items = new Map<string, string>();
  return {
    items,
    storage: createSafeStorage(() => ({
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
      removeItem: (key) => void items.delete(key),
    })),
  };
};

function setUp(storage = memory().storage) {
  const clock = { now: 1_000_000 * SECOND };
  const fetch = vi.fn<() => Promise<Pricing>>(async () => pricingWith(1));
  const wait = vi.fn(async (ms: number) => {
    clock.now += ms;
  });
  const open = () => createPricingCache({ storage, fetch, wait, now: () => clock.now });
  return { clock, fetch, wait, open, load: open() };
}

it('asks the server once in 24 hours, also after a reload [spec 3.storage.4 7.pricing.1 9.7]', async () => {
  const { clock, fetch, open } = setUp();
  expect(await open()()).toEqual(pricingWith(1));
  clock.now += 24 * HOUR - 1;
  expect(await open()()).toEqual(pricingWith(1));
  expect(fetch).toHaveBeenCalledTimes(1);
  clock.now += 1;
  fetch.mockResolvedValue(pricingWith(5));
  expect(await open()()).toEqual(pricingWith(5));
  expect(fetch).toHaveBeenCalledTimes(2);
});

it('uses what it kept when a fetch fails, however old it is, and asks again after 10 s [spec 7.pricing.1 9.7]', async () => {
  const { clock, fetch, wait, load } = setUp();
  await load();
  clock.now += 40 * DAY;
  fetch.mockRejectedValue(new Error('down'));
  expect(await load()).toEqual(pricingWith(1));
  clock.now += 10 * SECOND - 1;
  expect(await load()).toEqual(pricingWith(1));
  expect(fetch).toHaveBeenCalledTimes(2);
  clock.now += 1;
  fetch.mockResolvedValue(pricingWith(5));
  expect(await load()).toEqual(pricingWith(5));
  expect(wait).not.toHaveBeenCalled();
});

it('without anything kept, a second attempt waits until 10 s have passed, also after a reload', async () => {
  const { clock, fetch, wait, open } = setUp();
  fetch.mockRejectedValueOnce(new Error('down'));
  await expect(open()()).rejects.toThrow('down');
  clock.now += 3 * SECOND;
  expect(await open()()).toEqual(pricingWith(1));
  expect(wait.mock.calls).toEqual([[7 * SECOND]]);
});

it('asks once for everybody who waits', async () => {
  const { fetch, load } = setUp();
  await Promise.all([load(), load(), load()]);
  expect(fetch).toHaveBeenCalledTimes(1);
});

it.each([
  ['no JSON', '{'],
  ['of another shape', JSON.stringify({ attemptedAt: 0, fetchedAt: 1_000_000_000, pricing: { plans: [] } })],
  [
    'a plan without a price',
    JSON.stringify({
      attemptedAt: 0,
      fetchedAt: 1_000_000_000,
      pricing: { ...pricingWith(1), plans: pricingWith(1).plans.map(({ price: _, ...plan }) => plan) },
    }),
  ],
  ['of the future', JSON.stringify({ attemptedAt: 9e15, fetchedAt: 9e15, pricing: pricingWith(7) })],
])('what is kept is not trusted when it is %s', async (_, text) => {
  const { items, storage } = memory();
  items.set('proofbell-pricing', text);
  const { load, fetch } = setUp(storage);
  expect(await load()).toEqual(pricingWith(1));
  expect(fetch).toHaveBeenCalledTimes(1);
});

it('works where storage is blocked', async () => {
  const blocked = createSafeStorage(() => {
    throw new Error('blocked');
  });
  const { load, fetch } = setUp(blocked);
  expect(await load()).toEqual(pricingWith(1));
  expect(await load()).toEqual(pricingWith(1));
  expect(fetch).toHaveBeenCalledTimes(1);
});
