// Twenty orders of the last days, as a shop's own code reports them: what sizes are measured with, by tests and benchmarks.
import { HOUR } from '#shared/time.ts';

const BUYERS =
  'Ana Ben Chloe David Emma Felix Greta Hugo Ines Jonas Klara Luis Maria Noah Olga Paul Rosa Sam Tina Viktor';
const PRODUCTS = ['Oak Desk', 'Walnut Shelf', 'Elm Stool', 'Ash Lamp', 'Pine Bench'];
const CITIES = ['Lisbon', 'Porto', 'Faro', 'Braga'];

/** @param now milliseconds since 1970. @returns them as events, newest first. */
export const twentyOrders = (now: number) =>
  BUYERS.split(' ').map((firstName, n) => ({
    id: String(1001 + n),
    kind: 'purchase' as const,
    occurredAt: new Date(now - n * 3 * HOUR).toISOString(),
    actor: { firstName, city: CITIES[n % CITIES.length], country: 'PT' },
    subject: { name: PRODUCTS[n % PRODUCTS.length], url: `https://shop.example/p/${n}` },
  }));
