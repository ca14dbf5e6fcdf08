// What came to a source's address, and the last body while its fields are being mapped.
import { useEffect, useRef } from 'react';
import { trpc } from '#client/auth/trpc.ts';
import type { DeliveryListInput } from '#shared/contract/delivery.ts';
import type { Source } from '#shared/contract/source.ts';
import { SETUP_POLL } from '#shared/limits.ts';
import { GROWING_LIST, useRefreshShown } from './events.ts';

/** @returns one page of what came, the last first. */
export const useDeliveries = (input: DeliveryListInput) => trpc.sources.deliveries.useQuery(input, GROWING_LIST);

/** Runs the rules again: what shows may change with it. */
export function useRunDelivery() {
  const refresh = useRefreshShown();
  return trpc.sources.runDelivery.useMutation({ onSuccess: (_run, ref) => void refresh(ref) });
}

/**
 * Keeps the last body of a source while this is on the page, and asks for it.
 * @returns the last body, whether keeping it failed, and how to try again.
 */
export function useCapture({ id: sourceId, siteId }: Pick<Source, 'id' | 'siteId'>) {
  const utils = trpc.useUtils();
  const ref = { siteId, sourceId };
  const open = trpc.sources.openCapture.useMutation({
    onSuccess: (capture) => utils.sources.capture.setData(ref, capture),
  });
  const close = trpc.sources.closeCapture.useMutation({
    gcTime: 0,
    onSettled: () => utils.sources.capture.setData(ref, null),
  });
  const { data } = trpc.sources.capture.useQuery(ref, {
    enabled: open.isSuccess,
    gcTime: 0,
    staleTime: SETUP_POLL,
    refetchInterval: SETUP_POLL,
  });
  const [start, end] = [open.mutate, close.mutate];
  const ending = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // Taken away and put back at once, as React does to find mistakes, it stays open.
    clearTimeout(ending.current);
    start({ siteId, sourceId });
    return () => {
      ending.current = setTimeout(() => end({ siteId, sourceId }));
    };
  }, [start, end, siteId, sourceId]);
  return {
    /** Undefined until it is being kept; null once its hour is over. */
    capture: open.isSuccess ? data : undefined,
    error: open.error,
    isOpening: open.isPending,
    open: () => open.mutate(ref),
  };
}
