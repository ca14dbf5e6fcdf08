// Whether the owner gets the weekly summary of a site.
import { trpc } from '#client/auth/trpc.ts';

/** The last one was sent meanwhile, or it was unsubscribed from in an email: a look is always a fresh one. */
export const useWeeklyEmail = (siteId: string) => trpc.sites.weeklyEmail.useQuery({ id: siteId }, { staleTime: 0 });

/** Of several sites at once. */
export const useWeeklyEmails = (siteIds: readonly string[]) =>
  trpc.useQueries((t) => siteIds.map((id) => t.sites.weeklyEmail({ id }, { staleTime: 0 })));

/** Sends last week's summary to the owner. */
export const useSendWeeklyEmail = () => trpc.sites.sendWeeklyEmail.useMutation();

export function useSetWeeklyEmail() {
  const utils = trpc.useUtils();
  return trpc.sites.setWeeklyEmail.useMutation({
    onSuccess: (weekly, { id }) => utils.sites.weeklyEmail.setData({ id }, weekly),
  });
}
