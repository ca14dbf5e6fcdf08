// Saved reports of a site, and what a report shows, saved or not.
import { keepPreviousData } from '@tanstack/react-query';
import { trpc } from '#client/auth/trpc.ts';
import type { Report, ReportFilter } from '#shared/contract/report.ts';
import { type ChosenRange, LIVE } from './stats.ts';

/** What a report shows. */
export type Definition = { chosen: ChosenRange; filter: ReportFilter | null };

export const useReports = (siteId: string, isNeeded = true) =>
  trpc.reports.list.useQuery({ siteId }, { enabled: isNeeded });

/** @param definition null while it is incomplete. */
export const useReportStats = (siteId: string, definition: Definition | null) =>
  trpc.reports.preview.useQuery(
    { siteId, ...definition?.chosen, filter: definition?.filter ?? null },
    { ...LIVE, placeholderData: keepPreviousData, enabled: definition !== null },
  );

/** @returns a function that fetches one of a report's tables as CSV, never from the cache. */
export function useReportCsv() {
  const { reports } = trpc.useUtils();
  return (input: Parameters<typeof reports.previewCsv.fetch>[0]) =>
    reports.previewCsv.fetch(input, { staleTime: 0, gcTime: 0 });
}

/** Edits the list at once. */
function useListEdit() {
  const utils = trpc.useUtils();
  return (siteId: string, edit: (reports: Report[]) => Report[]) =>
    utils.reports.list.setData({ siteId }, (reports) => reports && edit(reports));
}

export function useCreateReport() {
  const edit = useListEdit();
  return trpc.reports.create.useMutation({
    onSuccess: (report, { siteId }) => edit(siteId, (reports) => [...reports, report]),
  });
}

export function useUpdateReport() {
  const edit = useListEdit();
  return trpc.reports.update.useMutation({
    onSuccess: (report, { siteId }) =>
      edit(siteId, (reports) => reports.map((each) => (each.id === report.id ? report : each))),
  });
}

export function useDeleteReport() {
  const utils = trpc.useUtils();
  const edit = useListEdit();
  return trpc.reports.delete.useMutation({
    onSuccess: (_nothing, { siteId, reportId }) =>
      edit(siteId, (reports) => reports.filter(({ id }) => id !== reportId)),
    // One that was deleted in another tab leaves the list, too.
    onError: (_error, { siteId }) => void utils.reports.list.invalidate({ siteId }),
  });
}
