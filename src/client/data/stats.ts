// Statistics: the overview's summaries, reports over a range, the widget's cost to visitors, and tables as CSV.
import { keepPreviousData } from '@tanstack/react-query';
import { trpc } from '#client/auth/trpc.ts';
import type { AccountStats, Range, SiteStats } from '#shared/contract/stats.ts';
import { MINUTE } from '#shared/time.ts';

export type ChosenRange = { range: Exclude<Range, 'custom'> } | { range: 'custom'; from: string; to: string };

/** How often to refetch statistics on screen, in ms. Hidden tabs never refetch. */
const REFRESH_INTERVAL = MINUTE;

export const LIVE = { refetchInterval: REFRESH_INTERVAL, staleTime: REFRESH_INTERVAL } as const;
/** Keeps the last statistics on screen until those of the new range arrive. */
const REPORT = { ...LIVE, placeholderData: keepPreviousData } as const;

/** @returns each site's summary for the overview, by site id. */
export function useSummaries() {
  const query = trpc.stats.summary.useQuery(undefined, LIVE);
  return { ...query, bySite: query.data && new Map(query.data.map((summary) => [summary.siteId, summary])) };
}

export const useSiteStats = (siteId: string, chosen: ChosenRange) =>
  trpc.stats.site.useQuery({ siteId, ...chosen }, REPORT);

export const useAccountStats = (chosen: ChosenRange) => trpc.stats.account.useQuery(chosen, REPORT);

type Report = SiteStats | AccountStats;

/** The days before those of `report`, drawn as a faint line. None for hours, because a range cannot express them. */
const previousQueryOf = (report: Report | undefined) => {
  const { from = '', to = '' } = report?.previous ?? {};
  return { input: { range: 'custom', from, to } as const, options: { enabled: report?.unit === 'day' } };
};

export function usePreviousSiteSeries(siteId: string, report: Report | undefined) {
  const { input, options } = previousQueryOf(report);
  return comparableSeries(report, trpc.stats.site.useQuery({ siteId, ...input }, options).data);
}

export function usePreviousAccountSeries(report: Report | undefined) {
  const { input, options } = previousQueryOf(report);
  return comparableSeries(report, trpc.stats.account.useQuery(input, options).data);
}

/** @returns the series of `before` if it fits behind that of `report`: equally long, and not empty. */
function comparableSeries(report: Report | undefined, before: Report | undefined) {
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
