// What anybody may know of this server: its address, its operator, what it sells.
import type { Meta } from '#shared/contract/meta.ts';
import type { PageData } from '#shared/page-data.ts';
import { pricingOf } from '#shared/pricing.ts';
import type { Deps } from '../deps.ts';

export function readMeta({ config }: Pick<Deps, 'config'>): Meta {
  const { version, publicUrl, mail, operatorName, operatorAddress, contactEmail, widget } = config;
  return {
    version,
    publicUrl,
    mail,
    operator: { name: operatorName ?? null, address: operatorAddress ?? null },
    contact: { isOpen: contactEmail !== undefined, email: contactEmail ?? null },
    widget,
  };
}

/** @returns what prerendered pages say, for as long as the server runs. Whether Stripe's prices are right is read later. */
export function readPageData(deps: Pick<Deps, 'config' | 'payments' | 'billing'>): PageData {
  const { freeSites, priceIds } = deps.config;
  return {
    meta: readMeta(deps),
    pricing: pricingOf(freeSites, priceIds),
    offer:
      deps.payments?.mode === 'live'
        ? { buying: 'live', reason: null }
        : deps.billing.offerFor({ mayBeLocal: () => true }),
  };
}
