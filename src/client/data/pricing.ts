// The plans and their prices as this server offers them, kept in the browser for a day (spec 7 and 9).
import { useQuery } from '@tanstack/react-query';
import { localStore, type SafeStorage } from '#client/auth/browser.ts';
import { trpc } from '#client/auth/trpc.ts';
import type { Pricing } from '#shared/contract/billing.ts';
import { PRICING_ATTEMPT_GAP, PRICING_CACHE_AGE } from '#shared/limits.ts';
import { PLAN_IDS } from '#shared/pricing.ts';

/** What the browser keeps. Another shape gets another key. */
const KEY = 'proofbell-pricing';

type Kept = {
  /** ms; of the last attempt to fetch it, whether or not it worked. */
  attemptedAt: number;
  /** ms; null before the first answer. */
  fetchedAt: number | null;
  pricing: Pricing | null;
};

const NOTHING: Kept = { attemptedAt: Number.NEGATIVE_INFINITY, fetchedAt: null, pricing: null };

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Anything may stand in the storage of a browser: what the pages read is looked at. */
function isPricing(value: unknown): value is Pricing {
  if (!isRecord(value) || !Array.isArray(value.plans) || !isRecord(value.stripePriceIds)) return false;
  const plans: unknown[] = value.plans;
  return (
    plans.length === PLAN_IDS.length &&
    plans.every(
      (plan, at) =>
        isRecord(plan) &&
        plan.id === PLAN_IDS[at] &&
        typeof plan.name === 'string' &&
        typeof plan.max_sites === 'number' &&
        typeof plan.savingPercent === 'number' &&
        isRecord(plan.price) &&
        typeof plan.price.monthly === 'number' &&
        typeof plan.price.annual === 'number' &&
        Array.isArray(plan.features) &&
        plan.features.every((line) => typeof line === 'string'),
    )
  );
}

function parse(text: string | null): Kept {
  try {
    const kept: unknown = JSON.parse(text ?? 'null');
    if (!isRecord(kept) || typeof kept.attemptedAt !== 'number') return NOTHING;
    const { attemptedAt, fetchedAt, pricing } = kept;
    return typeof fetchedAt === 'number' && isPricing(pricing)
      ? { attemptedAt, fetchedAt, pricing }
      : { ...NOTHING, attemptedAt };
  } catch {
    return NOTHING;
  }
}

export type PricingDeps = {
  storage: SafeStorage;
  fetch: () => Promise<Pricing>;
  now: () => number;
  wait: (ms: number) => Promise<unknown>;
};

/**
 * @returns a function that answers with the pricing: from the browser's storage for 24 h, otherwise from the server, asked
 * at most once in 10 s, also across reloads. If the server can't be asked or doesn't answer, what is kept is used however
 * old it is; without anything kept, the call waits until it may ask, and throws what the fetch threw.
 */
export function createPricingCache({ storage, fetch, now, wait }: PricingDeps): () => Promise<Pricing> {
  // Where storage is blocked, for as long as the page is open.
  let inMemory = NOTHING;
  const read = (): Kept => {
    const stored = parse(storage.read(KEY));
    return stored === NOTHING ? inMemory : stored;
  };
  const keep = (kept: Kept) => {
    inMemory = kept;
    storage.write(KEY, JSON.stringify(kept));
  };
  /** A clock that was set back makes everything look as if it were of the future. */
  const isWithin = (at: number, span: number) => at <= now() && now() - at < span;

  async function load(): Promise<Pricing> {
    const kept = read();
    if (kept.pricing && kept.fetchedAt !== null && isWithin(kept.fetchedAt, PRICING_CACHE_AGE)) return kept.pricing;
    if (isWithin(kept.attemptedAt, PRICING_ATTEMPT_GAP)) {
      if (kept.pricing) return kept.pricing;
      await wait(kept.attemptedAt + PRICING_ATTEMPT_GAP - now());
    }
    keep({ ...kept, attemptedAt: now() });
    try {
      const pricing = await fetch();
      keep({ attemptedAt: now(), fetchedAt: now(), pricing });
      return pricing;
    } catch (error) {
      if (kept.pricing) return kept.pricing;
      throw error;
    }
  }

  let running: Promise<Pricing> | undefined;
  return () => {
    running ??= load().finally(() => {
      running = undefined;
    });
    return running;
  };
}

export const PRICING_KEY = ['pricing'];

let cache: ReturnType<typeof createPricingCache> | undefined;

/** The plans as this server offers them. A failed fetch isn't repeated by itself: the next may go out 10 s later. */
export function usePricing() {
  const { client } = trpc.useUtils();
  cache ??= createPricingCache({
    storage: localStore,
    fetch: () => client.registration.plans.query(),
    now: () => Date.now(),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
  return useQuery({ queryKey: PRICING_KEY, queryFn: cache, retry: false });
}
