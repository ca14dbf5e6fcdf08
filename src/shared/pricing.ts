// The plans: what they are called, how many sites they allow, and what they cost. Limits count sites only: every feature
// is in every plan, and notifications never stop because of traffic.
import { DEFAULT_SITE_LIMIT } from './limits.ts';

/** Prices in whole US dollars, for a month and for a year. */
type Plan = { id: string; name: string; sites: number; price: { monthly: number; annual: number } };

export const PLANS: readonly Plan[] = [
  { id: 'free', name: 'Free', sites: DEFAULT_SITE_LIMIT, price: { monthly: 0, annual: 0 } },
  { id: 'starter', name: 'Starter', sites: 3, price: { monthly: 19, annual: 190 } },
  { id: 'growth', name: 'Growth', sites: 10, price: { monthly: 49, annual: 490 } },
  { id: 'agency', name: 'Agency', sites: 50, price: { monthly: 149, annual: 1490 } },
];

/** @returns what paying by the year saves, in whole percent of twelve monthly prices (spec 1); 0 for what is free. */
export function savingPercent({ monthly, annual }: Plan['price']): number {
  const yearly = monthly * 12;
  return yearly === 0 ? 0 : Math.round(((yearly - annual) / yearly) * 100);
}
