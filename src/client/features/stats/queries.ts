// What the statistics screens show: reports over a range, what the widget costs visitors, tables to download, and how far
// the owner has come with setting up.
import { keepPreviousData } from '@tanstack/react-query';
import { trpc } from '#client/api/trpc.ts';
import type { AccountStats, SiteStats } from '#shared/contract/stats.ts';
import type { ChosenRange } from './range.ts';

/** How often figures on the screen are asked for again, in ms; not at all in a hidden tab. */
const REFRESH_INTERVAL = 60_000;

const LIVE = {
  refetchInterval: REFRESH_INTERVAL,
  staleTime: REFRESH_INTERVAL,
  // A tab that comes back after longer than that is brought up to date at once.
  refetchOnWindowFocus: true,
} as const;
/** Another range leaves the last figures standing until its own have come. */
const REPORT = { ...LIVE, placeholderData: keepPreviousData } as const;

export const useSiteStats = (siteId: string, chosen: ChosenRange) =>
  trpc.stats.site.useQuery({ siteId, ...chosen }, REPORT);

export const useAccountStats = (chosen: ChosenRange) => trpc.stats.account.useQuery(chosen, REPORT);

type Report = SiteStats | AccountStats;

/** The days before those of `report`, for the faint line behind them. Hours have none: a range cannot name them. */
const beforeOf = (report: Report | undefined) => {
  const { from = '', to = '' } = report?.previous ?? {};
  return { input: { range: 'custom', from, to } as const, options: { enabled: report?.unit === 'day' } };
};

export function useSiteSeriesBefore(siteId: string, report: Report | undefined) {
  const { input, options } = beforeOf(report);
  return seriesLike(report, trpc.stats.site.useQuery({ siteId, ...input }, options).data);
}

export function useAccountSeriesBefore(report: Report | undefined) {
  const { input, options } = beforeOf(report);
  return seriesLike(report, trpc.stats.account.useQuery(input, options).data);
}

/** @returns the series of `before` where it can stand behind that of `report`: as long, and not empty. */
function seriesLike(report: Report | undefined, before: Report | undefined) {
  if (!before || report?.unit !== before.unit || report.series.length !== before.series.length) return undefined;
  return report.previous.displays > 0 ? before.series : undefined;
}

export const useSiteCost = (siteId: string) => trpc.stats.cost.useQuery({ siteId }, LIVE);

/** @returns functions that fetch a table as CSV, never from the cache. */
export function useCsv() {
  const { stats } = trpc.useUtils();
  const fresh = { staleTime: 0, gcTime: 0 };
  return {
    ofSite: (input: Parameters<typeof stats.csv.fetch>[0]) => stats.csv.fetch(input, fresh),
    ofAccount: (input: Parameters<typeof stats.accountCsv.fetch>[0]) => stats.accountCsv.fetch(input, fresh),
  };
}

/** @returns the widget and its notices, the second once the first is known. */
export function useSetUp(siteId: string) {
  const widget = trpc.widgets.bySite.useQuery({ siteId });
  const widgetId = widget.data?.id ?? '';
  const notices = trpc.notifications.list.useQuery({ widgetId }, { enabled: widgetId !== '' });
  return { widget, notices };
}
