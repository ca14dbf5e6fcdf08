// A site's events: page by page, retracted and forgotten.
import { keepPreviousData, skipToken } from '@tanstack/react-query';
import { trpc } from '#client/auth/trpc.ts';
import type { AggregateValueInput } from '#shared/contract/aggregate.ts';
import type { EventListInput } from '#shared/contract/event.ts';
import { SETUP_POLL } from '#shared/limits.ts';
import { MINUTE, SECOND } from '#shared/time.ts';

/** For lists that grow while one looks. Hidden tabs don't poll. Until another page is there, the one before stays. */
export const GROWING_LIST = {
  staleTime: SETUP_POLL,
  refetchInterval: 12 * SECOND,
  placeholderData: keepPreviousData,
} as const;

/** @returns one page of events, the last received first. */
export const useEvents = (input: EventListInput) => trpc.events.list.useQuery(input, GROWING_LIST);

/**
 * @returns what a number is now; null asks nothing. Notifications update it each minute, and so does this. Until it is
 * there, the one before stays.
 */
export const useAggregate = (input: AggregateValueInput | null) =>
  trpc.events.aggregate.useQuery(input ?? skipToken, { ...GROWING_LIST, refetchInterval: MINUTE });

/** Without `sourceId`, any source of the site. */
type Changed = { siteId: string; sourceId?: string };

/** Asks again for a site's events and what shows of them. */
export const refreshShown = (utils: ReturnType<typeof trpc.useUtils>, { siteId, sourceId }: Changed) =>
  Promise.all([
    utils.events.list.invalidate({ siteId }),
    utils.sources.activity.invalidate({ siteId, ...(sourceId !== undefined && { sourceId }) }),
    utils.notifications.list.invalidate(),
  ]);

export function useRefreshShown() {
  const utils = trpc.useUtils();
  return (changed: Changed) => refreshShown(utils, changed);
}

/** @returns a function that asks for a site's events again, after what was done to their notifications. */
export function useRefreshEvents() {
  const utils = trpc.useUtils();
  return (siteId: string) => utils.events.list.invalidate({ siteId });
}

/** Whatever retracts events deletes their notifications, too. */
export function useRetractEvent() {
  const refresh = useRefreshShown();
  return trpc.events.retract.useMutation({ onSuccess: (_done, { siteId }) => refresh({ siteId }) });
}

export function useForget() {
  const refresh = useRefreshShown();
  return trpc.events.forget.useMutation({ onSuccess: (_done, { siteId }) => void refresh({ siteId }) });
}
