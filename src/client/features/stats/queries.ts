// What a site's dashboard shows: counts by day, and how far the owner has come with setting up.
import { trpc } from '#client/api/trpc.ts';

/** Days that the dashboard looks back. */
export const DASHBOARD_DAYS = 30;

export const useDailyStats = (siteId: string) => trpc.stats.daily.useQuery({ siteId, days: DASHBOARD_DAYS });

/** @returns the widget and its notices, the second once the first is known. */
export function useSetUp(siteId: string) {
  const widget = trpc.widgets.bySite.useQuery({ siteId });
  const widgetId = widget.data?.id ?? '';
  const notices = trpc.notifications.list.useQuery({ widgetId }, { enabled: widgetId !== '' });
  return { widget, notices };
}
