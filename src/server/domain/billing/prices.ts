// Whether plans can be bought here. With Stripe only while its prices are those of our plans: they are read back at start
// and daily. In the sandbox only where nobody could take it for real, or where the operator allowed it.

import { BILLING_MESSAGES } from '#shared/billing-messages.ts';
import { CYCLES, PAID_PLAN_IDS, type PaidPlanId, PLANS } from '#shared/pricing.ts';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';
import { type Client, isForOwnMachine } from '../client.ts';
import type { Clock, Log } from '../ports.ts';
import { type Payments, PaymentsError, type ProviderPrice } from './payments.ts';

/** `reason` says to people why nothing can be bought; null while something can. */
export type Offer = { buying: 'live' | 'test'; reason: null } | { buying: 'off'; reason: string };
type Buyer = Pick<Client, 'mayBeLocal'>;

export type Buying = {
  offerFor(client: Buyer): Offer;
  buyingFor(client: Buyer): Offer['buying'];
  /** Checks the prices if it is time. It waits for no answer, so that no stop does. */
  check(): void;
};

export type BuyingDeps = {
  /** Null when nothing can be bought at all. */
  payments: Pick<Payments, 'mode' | 'priceIds' | 'readPrices'> | null;
  config: {
    publicUrl: string;
    /** Whether the operator lets the sandbox serve anybody. */
    isSandboxAllowed: boolean;
  };
  clock: Clock;
  log: Log;
};

const INTERVALS = { monthly: 'month', annual: 'year' } as const;
/** The pause after a first failure doubles up to this with each further one. */
const PAUSE_MAX = HOUR;

const off = (reason: string): Offer => ({ buying: 'off', reason });

/** @returns what is wrong with the prices at the provider, a sentence for each. */
export function priceIssues(priceIds: Payments['priceIds'], prices: readonly ProviderPrice[]): string[] {
  const issueOf = (plan: PaidPlanId, cycle: (typeof CYCLES)[number]): string[] => {
    const id = priceIds[plan][cycle];
    const dollars = PLANS.find((one) => one.id === plan)?.price[cycle] ?? 0;
    const wanted = `${dollars * 100} usd a ${INTERVALS[cycle]}`;
    const found = prices.find((price) => price.id === id);
    const label = `${plan} ${cycle} (${id})`;
    if (!found) return [`${label}: no such price; expected ${wanted}`];
    const { amount, currency, interval, isActive } = found;
    const is = `${amount ?? 'no fixed amount'} ${currency} ${interval ? `a ${interval}` : 'in another rhythm'}`;
    if (is !== wanted) return [`${label}: ${is}; expected ${wanted}`];
    return isActive ? [] : [`${label}: archived, so it can't be bought`];
  };
  return PAID_PLAN_IDS.flatMap((plan) => CYCLES.flatMap((cycle) => issueOf(plan, cycle)));
}

/**
 * Reads the prices back now, and then whenever it is time.
 * @returns `offer`, as of the last check, and `run`, which checks if it is time.
 */
export function makePriceCheck(payments: NonNullable<BuyingDeps['payments']>, { clock, log }: BuyingDeps) {
  let offer = off(BILLING_MESSAGES.notCheckedYet);
  let lastAt = Number.NEGATIVE_INFINITY;
  let pause = 0;

  /** An outage says nothing about prices that were right before: each checkout tells by itself whether it works. */
  function fail(error: PaymentsError): void {
    pause = Math.min(Math.max(MINUTE, pause === DAY ? 0 : pause * 2), PAUSE_MAX);
    const isOutage = error.kind === 'unavailable';
    if (!isOutage) offer = off(BILLING_MESSAGES.paymentNotSetUp);
    const details = { reason: error.message, buying: offer.buying, retryInMinutes: pause / MINUTE };
    if (isOutage) log.warn(details, "the prices at the payment provider can't be read");
    else log.error(details, 'buying is off: the payment provider refuses to show its prices');
  }

  return {
    offer: () => offer,
    async run(): Promise<void> {
      const now = clock.now();
      // A clock that was set back is no reason to wait.
      if (now >= lastAt && now < lastAt + pause) return;
      lastAt = now;
      try {
        const issues = priceIssues(payments.priceIds, await payments.readPrices());
        pause = DAY;
        const wasOff = offer.buying === 'off';
        offer = issues.length > 0 ? off(BILLING_MESSAGES.paymentNotSetUp) : { buying: 'live', reason: null };
        if (issues.length > 0)
          log.error({ prices: issues }, 'buying is off: prices at the payment provider are not those of the plans');
        else if (wasOff) log.info({}, 'buying is on: the prices at the payment provider are those of the plans');
      } catch (error) {
        if (!(error instanceof PaymentsError)) throw error;
        fail(error);
      }
    },
  };
}

/** Checks the prices for the first time. */
export function startBuying(deps: BuyingDeps): Buying {
  const { payments, config } = deps;
  const isLoopback = isForOwnMachine(config.publicUrl);
  // The sandbox is given our prices; reading them back would only start it.
  const check = payments?.mode === 'live' ? makePriceCheck(payments, deps) : null;
  const run = () => void check?.run().catch((error: unknown) => deps.log.error({ err: error }, 'price check failed'));
  run();
  const offerFor = (client: Buyer): Offer => {
    if (check) return check.offer();
    const mayTest = config.isSandboxAllowed || (isLoopback && client.mayBeLocal());
    return payments && mayTest ? { buying: 'test', reason: null } : off(BILLING_MESSAGES.nothingForSale);
  };
  return {
    offerFor,
    buyingFor: (client) => offerFor(client).buying,
    check: run,
  };
}
