// Sites, their widget's switch, and what the overview says of each. The list is the one source for everything that
// names a site: looking a site up by its slug is filtering it.
import { trpc } from '#client/api/trpc.ts';
import type { Site } from '#shared/contract/site.ts';
import { SITE_FETCH_THROTTLE } from '#shared/limits.ts';

/** Days that the overview and the dashboard look back. */
export const STATS_DAYS = 30;

/** @returns the owner's sites, and a `retry` that asks again, at most once a second. */
export function useSites() {
  const query = trpc.sites.list.useQuery();
  const lastAsked = Math.max(query.dataUpdatedAt, query.errorUpdatedAt);
  const retry = () => {
    setTimeout(() => query.refetch(), Math.max(0, SITE_FETCH_THROTTLE - (Date.now() - lastAsked)));
  };
  return { ...query, retry };
}

const replaceIn = (sites: Site[] | undefined, site: Site) =>
  sites?.map((other) => (other.id === site.id ? site : other));

export function useCreateSite() {
  const utils = trpc.useUtils();
  return trpc.sites.create.useMutation({
    onSuccess: (site) => utils.sites.list.setData(undefined, (sites) => [...(sites ?? []), site]),
  });
}

export function useUpdateSite() {
  const utils = trpc.useUtils();
  return trpc.sites.update.useMutation({
    onSuccess: (site) => utils.sites.list.setData(undefined, (sites) => replaceIn(sites, site)),
  });
}

export function useDeleteSite() {
  const utils = trpc.useUtils();
  return trpc.sites.delete.useMutation({
    onSuccess: (_nothing, { id }) =>
      utils.sites.list.setData(undefined, (sites) => sites?.filter((site) => site.id !== id)),
  });
}

export const useWidget = (siteId: string) => trpc.widgets.bySite.useQuery({ siteId });

/** Switches the widget on or off; the switch moves at once and goes back when the server refuses. */
export function useSwitchWidget(siteId: string) {
  const utils = trpc.useUtils();
  return trpc.widgets.update.useMutation({
    onMutate({ isActive }) {
      const before = utils.widgets.bySite.getData({ siteId });
      utils.widgets.bySite.setData(
        { siteId },
        (widget) => widget && { ...widget, isActive: isActive ?? widget.isActive },
      );
      return { before };
    },
    onSuccess: (widget) => utils.widgets.bySite.setData({ siteId }, widget),
    onError: (_error, _input, context) => utils.widgets.bySite.setData({ siteId }, context?.before),
  });
}

/** @returns what the overview says of each site, by site id. */
export function useSummaries() {
  const { data, isError } = trpc.stats.summary.useQuery();
  return { bySite: data && new Map(data.map((summary) => [summary.siteId, summary])), isError };
}

/** Addresses and checksums of the snippet. */
export const useInstallation = () => trpc.meta.info.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
