// What a site keeps, and what its visitors' browsers store and send.
import { trpc } from '#client/auth/trpc.ts';
import { MINUTE } from '#shared/time.ts';

/** Follows settings and sources, which other screens change. */
export const useDataStatement = (siteId: string) =>
  trpc.sites.dataStatement.useQuery({ id: siteId }, { staleTime: 0, refetchInterval: MINUTE });
