// What an account has bought, and what can be bought on this server.
import { useEffect, useState } from 'react';
import { useSession, useUser } from '#client/auth/session-context.tsx';
import { trpc } from '#client/auth/trpc.ts';
import type { Billing, CheckoutInput, ConfirmedCheckout, PortalInput } from '#shared/contract/billing.ts';
import { SECOND } from '#shared/time.ts';
import { useReloadUser } from './account.ts';

/** Whether plans can be bought here. */
export const usePlanOffer = () => trpc.billing.offer.useQuery();

/** How often the plan is read after a visit to the provider's page, and for how long, in ms. */
const AFTER_VISIT = { poll: 3 * SECOND, for: 30 * SECOND };

/**
 * The account's plan, read anew every time it is shown. The session learns of a plan that has changed meanwhile.
 * @param isBack whether the owner has just come back from the provider's page: what was done there arrives a little later.
 */
export function useBilling(isBack = false) {
  const [openedAt] = useState(Date.now);
  const query = trpc.billing.read.useQuery(undefined, {
    staleTime: 0,
    refetchInterval: () => isBack && Date.now() - openedAt < AFTER_VISIT.for && AFTER_VISIT.poll,
  });
  const reload = useReloadUser();
  const user = useUser();
  const isNews = query.data !== undefined && user !== null && !isKnown(query.data, user.subscription);
  useEffect(() => {
    if (isNews) void reload().catch(() => {});
  }, [isNews, reload]);
  return query;
}

const isKnown = (
  { plan, status, sites }: Billing,
  known: { type: string | null; status: string; max_sites: number },
): boolean => plan === (known.type ?? 'free') && status === known.status && sites.allowed === known.max_sites;

/** @returns the calls that lead to the provider's pages, and the one for whoever comes back from a checkout. */
export function useBillingCalls() {
  const { client, billing } = trpc.useUtils();
  const session = useSession();
  return {
    /** @returns the address of the page where the plan is bought. */
    checkout: async (choice: CheckoutInput): Promise<string> => (await client.billing.checkout.mutate(choice)).url,
    /** @returns the address of the page with the card, the invoices and the subscription; it opens at what was chosen. */
    portal: async (choice?: PortalInput): Promise<string> => (await client.billing.portal.mutate(choice)).url,
    /** Reads back what was paid at a checkout. */
    async confirm(sessionId: string): Promise<ConfirmedCheckout['status']> {
      const { status, user } = await client.billing.confirm.mutate({ sessionId });
      session.setUser(user);
      void billing.read.invalidate();
      return status;
    },
  };
}
