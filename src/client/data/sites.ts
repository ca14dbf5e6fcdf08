// The owner's sites. This list is the only source for site data: finding a site by slug means filtering it.
import { useQueryClient } from '@tanstack/react-query';
import { createTRPCQueryUtils, getMutationKey } from '@trpc/react-query';
import type { Api } from '#client/auth/create-api.ts';
import { failureOf } from '#client/auth/failures.ts';
import { trpc } from '#client/auth/trpc.ts';
import type { User } from '#shared/contract/account.ts';
import type { Site } from '#shared/contract/site.ts';
import { FIRST_MESSAGES } from '#shared/first-messages.ts';
import { DEFAULT_SITE_LIMIT } from '#shared/limits.ts';

/** @returns the owner's sites. However often they are asked for, a call goes out once a second (auth/links.ts). */
/** From so many on, sites are searched wherever they are listed: they fill a screen. */
export const SITES_SEARCHED_FROM = 8;

export const useSites = () => trpc.sites.list.useQuery();

const replaceIn = (sites: Site[] | undefined, site: Site) =>
  sites?.map((other) => (other.id === site.id ? site : other));

export function useCreateSite() {
  const utils = trpc.useUtils();
  return trpc.sites.create.useMutation({
    onSuccess(site) {
      utils.sites.list.setData(undefined, (sites) => [...(sites ?? []), site]);
      // They don't have its row yet.
      void utils.stats.summary.invalidate();
    },
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

/** @returns a function that tells whether a site was deleted by this page, rather than elsewhere. */
export function useWasDeletedHere(): (id: string) => boolean {
  const mutations = useQueryClient().getMutationCache();
  return (id) =>
    mutations
      .findAll({ mutationKey: getMutationKey(trpc.sites.delete) })
      .some(({ state }) => state.status !== 'error' && (state.variables as { id: string } | undefined)?.id === id);
}

/** Asks for the sites again when something was asked of one that is gone: it was deleted elsewhere. */
export function noticeLostSites({ client, queryClient }: Pick<Api, 'client' | 'queryClient'>): void {
  const utils = createTRPCQueryUtils({ client, queryClient });
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    const { code, message } = failureOf(event.action.error);
    const isSite = message === FIRST_MESSAGES.siteNotFound || message === FIRST_MESSAGES.widgetNotFound;
    // Several polls fail together, again and again: the answer on its way will do.
    if (code === 'not-found' && isSite) void utils.sites.list.invalidate(undefined, {}, { cancelRefetch: false });
  });
}

/** Creates the signed link that opens the inspector on the owner's own page. */
export const useInspectionLink = () => trpc.sites.inspectionLink.useMutation();

/** @returns how many sites `user` may own; 1 unless the subscription says otherwise. */
export const allowedSites = (user: Pick<User, 'subscription'> | null): number =>
  user?.subscription.max_sites ?? DEFAULT_SITE_LIMIT;

/** @returns how many more sites may be created, never below 0. */
export const remainingSites = (allowed: number, owned: number): number => Math.max(0, allowed - owned);
