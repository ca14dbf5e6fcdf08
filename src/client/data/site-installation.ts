// What really happened with a site: where its snippet was seen, how far it is set up, and what needs attention.
import { useMutation } from '@tanstack/react-query';
import { trpc } from '#client/auth/trpc.ts';
import type { Installation, SiteSetup } from '#shared/contract/installation.ts';
import type { Site } from '#shared/contract/site.ts';
import { SETUP_POLL, UNSEEN_FOR } from '#shared/limits.ts';
import { MINUTE } from '#shared/time.ts';
import { useUpdateSite } from './sites.ts';

/** Hidden tabs don't poll. One that is shown again goes on, and knows what happened on the owner's own page within 4 s. */
const LIVE = { staleTime: SETUP_POLL } as const;

/** @returns whether nothing that the set-up is made of is left to happen. */
export const isSetUp = ({ seen, firstNotificationAt, firstDisplayAt, firstClickAt }: SiteSetup): boolean =>
  [seen, firstNotificationAt, firstDisplayAt, firstClickAt].every((step) => step !== null);

/**
 * @param until what the caller waits for: the first display, or all of it.
 * @returns how far the site is set up, asked for every 4 s until that has happened.
 */
export const useSiteSetup = (siteId: string, until: 'display' | 'all' = 'all') =>
  trpc.sites.setup.useQuery(
    { id: siteId },
    {
      ...LIVE,
      refetchInterval({ state: { data } }) {
        const isOver = data && (until === 'display' ? data.firstDisplayAt !== null : isSetUp(data));
        return isOver ? false : SETUP_POLL;
      },
    },
  );

/** @returns whether the snippet was seen, and not so long ago that the site has perhaps lost it. */
export const isSeenOf = ({ hosts: [latest], checkedAt }: Pick<Installation, 'hosts' | 'checkedAt'>): boolean =>
  latest !== undefined && Date.parse(checkedAt) - Date.parse(latest.lastSeenAt) < UNSEEN_FOR;

/** @returns where the site's snippet was seen and what was refused, asked for every 4 s until it is seen (again). */
export const useSiteInstallation = (siteId: string) =>
  trpc.sites.installation.useQuery(
    { id: siteId },
    { ...LIVE, refetchInterval: ({ state: { data } }) => (data && isSeenOf(data) ? MINUTE : SETUP_POLL) },
  );

/** @returns what of the site needs its owner's attention, the most urgent first. */
export const useSiteAttention = (siteId: string) =>
  trpc.sites.attention.useQuery({ id: siteId }, { staleTime: MINUTE, refetchInterval: MINUTE });

/** @returns a function that notes that the owner was told of the first display. */
export function useCelebrate() {
  const utils = trpc.useUtils();
  const { mutate } = trpc.sites.celebrated.useMutation({
    onSuccess: (setup, { id }) => utils.sites.setup.setData({ id }, setup),
  });
  return (siteId: string) => mutate({ id: siteId, isCelebrated: true });
}

/** @returns a mutation that lets the widget show on one more host, which asked and was refused. */
export function useAllowHost(site: Site) {
  const utils = trpc.useUtils();
  const update = useUpdateSite();
  return useMutation({
    mutationFn: (host: string) => update.mutateAsync({ id: site.id, domains: [...site.domains, host] }),
    onSuccess: () => utils.sites.attention.invalidate({ id: site.id }),
  });
}
