// A site's events: page by page, retracted and forgotten.
import { keepPreviousData, skipToken } from '@tanstack/react-query';
import { trpc } from '#client/auth/trpc.ts';
import type { AggregateValueInput } from '#shared/contract/aggregate.ts';
import type { EventListInput } from '#shared/contract/event.ts';
import { SETUP_POLL } from '#shared/limits.ts';
import { MINUTE } from '#shared/time.ts';

/** Events come while one looks, and wait until they show. Hidden tabs don't poll. */
const EVENTS_INTERVAL = 12_000;

/** @returns one page of events, the last received first. Until it is there, the page before stays. */
export const useEvents = (input: EventListInput) =>
  trpc.events.list.useQuery(input, {
    staleTime: SETUP_POLL,
    refetchInterval: EVENTS_INTERVAL,
    placeholderData: keepPreviousData,
  });

/**
 * @returns what a number is now; null asks nothing. Notifications update it each minute, and so does this. Until it is
 * there, the one before stays.
 */
export const useAggregate = (input: AggregateValueInput | null) =>
  trpc.events.aggregate.useQuery(input ?? skipToken, {
    staleTime: SETUP_POLL,
    refetchInterval: MINUTE,
    placeholderData: keepPreviousData,
  });

/** @returns a function that asks again for a site's events and what shows of them. */
export function useRefreshShown() {
  const utils = trpc.useUtils();
  return (siteId: string) =>
    Promise.all([utils.events.list.invalidate({ siteId }), utils.notifications.list.invalidate()]);
}

/** @returns a function that asks for a site's events again, after what was done to their notifications. */
export function useRefreshEvents() {
  const utils = trpc.useUtils();
  return (siteId: string) => utils.events.list.invalidate({ siteId });
}

/** Whatever retracts events deletes their notifications, too. */
export function useRetractEvent() {
  const refresh = useRefreshShown();
  return trpc.events.retract.useMutation({ onSuccess: (_done, { siteId }) => refresh(siteId) });
}

export function useForget() {
  const refresh = useRefreshShown();
  return trpc.events.forget.useMutation({ onSuccess: (_done, { siteId }) => void refresh(siteId) });
}
