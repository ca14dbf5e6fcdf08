// What an account has bought, and what can be bought on this server.
import { trpc } from '#client/auth/trpc.ts';

/** Whether plans can be bought here. */
export const usePlanOffer = () => trpc.billing.offer.useQuery();
