// Whether notifications change what a site's visitors do: its goals, its hold-out, and what both groups came to.
import { keepPreviousData } from '@tanstack/react-query';
import { trpc } from '#client/auth/trpc.ts';
import type { Effect } from '#shared/contract/effect.ts';
import { SETUP_POLL } from '#shared/limits.ts';
import { MINUTE } from '#shared/time.ts';
import { useSwitchWidget } from './widgets.ts';

/** @returns whether something is measured, or would be if the guard hadn't paused the widget. */
export const isMeasured = ({ holdOut, epoch }: Effect): boolean => holdOut.share > 0 && epoch !== null;

/** @param epoch an earlier one. @param isWatched whether orders that arrive now are waited for. */
export const useSiteEffect = (siteId: string, epoch?: string, isWatched = false) =>
  trpc.effect.get.useQuery(
    { siteId, ...(epoch && { epoch }) },
    {
      staleTime: SETUP_POLL,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) => (isWatched && data && isMeasured(data) ? SETUP_POLL : MINUTE),
    },
  );

/** Goals, hold-out and figures hang together: whatever changes one has all asked for again. */
function useRefresh() {
  const utils = trpc.useUtils();
  return { onSuccess: () => utils.effect.invalidate() };
}

export const useGoals = (siteId: string) => trpc.effect.listGoals.useQuery({ siteId }, { staleTime: MINUTE });
export const useCreateGoal = () => trpc.effect.createGoal.useMutation(useRefresh());
export const useUpdateGoal = () => trpc.effect.updateGoal.useMutation(useRefresh());
export const useDeleteGoal = () => trpc.effect.deleteGoal.useMutation(useRefresh());
export const useUpdateHoldOut = () => trpc.effect.updateHoldOut.useMutation(useRefresh());

/** @returns a function that turns a paused widget on again, which begins a new epoch. */
export function useTurnOnAgain(siteId: string) {
  const utils = trpc.useUtils();
  const { mutateAsync } = useSwitchWidget(siteId);
  return async (widgetId: string) => {
    await mutateAsync({ id: widgetId, isActive: true });
    await utils.effect.invalidate();
  };
}
