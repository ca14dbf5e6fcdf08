// A report in the address, so that it can be bookmarked and shared, saved or not: which saved report is open, and the
// range and filter on screen.
import type { Definition } from '#client/data/reports.ts';
import type { Report, ReportFilter } from '#shared/contract/report.ts';
import { DEVICES, NOTIFICATION_TYPES } from '#shared/embed/payload.ts';
import { DEFAULT_RANGE, readRange } from './range.ts';

export type FilterKind = ReportFilter['by'];
export const FILTER_KINDS = ['type', 'notification', 'device', 'page'] as const satisfies readonly FilterKind[];

/** What the address narrows the counts to; `only` may still be empty. */
export type Narrowing = { by: FilterKind; only: string[] } | null;

/** Devices and pages are counted by day. */
export const isByDay = (by: FilterKind | undefined): boolean => by === 'device' || by === 'page';

/** @returns the values that a filter names. */
function valuesOf(filter: ReportFilter): string[] {
  switch (filter.by) {
    case 'type':
      return filter.types;
    case 'notification':
      return filter.notificationIds;
    case 'device':
      return filter.devices;
    case 'page':
      return filter.pages;
  }
}

const KNOWN_DEVICES = [...DEVICES, 'unknown'] as const;

/** @returns the filter; null when nothing that it could name is left. */
export function toFilter(narrowing: Narrowing): ReportFilter | null {
  if (!narrowing) return null;
  const { by, only } = narrowing;
  if (by === 'type') {
    const types = NOTIFICATION_TYPES.filter((type) => only.includes(type));
    return types.length > 0 ? { by, types } : null;
  }
  if (by === 'device') {
    const devices = KNOWN_DEVICES.filter((device) => only.includes(device));
    return devices.length > 0 ? { by, devices } : null;
  }
  if (only.length === 0) return null;
  return by === 'page' ? { by, pages: only } : { by, notificationIds: only };
}

/** The id of a report that isn't saved yet. */
export const NEW_REPORT = 'new';

/** What the address says; `view` is null where it leaves that to the saved report. */
export type ReportAddress = { report: string | null; view: View | null };
/** The range and the narrowing on screen. */
export type View = { chosen: Definition['chosen']; narrowing: Narrowing };

export function readReportAddress(query: URLSearchParams): ReportAddress {
  const report = query.get('report');
  const by = FILTER_KINDS.find((kind) => kind === query.get('by'));
  if (!query.has('range') && !query.has('by')) return { report, view: null };
  const only = [...new Set(query.getAll('only'))].filter((value) => value !== '');
  const chosen = readRange(query);
  const isPossible = !(chosen.range === '24h' && isByDay(by));
  return { report, view: { chosen: isPossible ? chosen : { range: '7d' }, narrowing: by ? { by, only } : null } };
}

/** @returns the query of a report's address; `view` null for a report as it was saved. */
export function reportSearch(report: string, view: View | null = null): string {
  const query = new URLSearchParams({ report });
  if (view) {
    for (const [key, value] of Object.entries(view.chosen)) query.set(key, value);
    if (view.narrowing) {
      query.set('by', view.narrowing.by);
      for (const value of view.narrowing.only) query.append('only', value);
    }
  }
  return `?${query}`;
}

/** @returns what a saved report shows. */
export const viewOf = ({ range, from, to, filter }: Pick<Report, 'range' | 'from' | 'to' | 'filter'>): View => ({
  chosen: range !== 'custom' ? { range } : from && to ? { range, from, to } : DEFAULT_RANGE,
  narrowing: filter && { by: filter.by, only: valuesOf(filter) },
});

/** @returns whether two views show the same. */
export const isSameView = (a: View, b: View): boolean => {
  const text = ({ chosen, narrowing }: View) =>
    JSON.stringify([Object.entries(chosen).sort(), narrowing?.by, narrowing?.only.toSorted()]);
  return text(a) === text(b);
};
