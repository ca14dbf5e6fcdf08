// The app shell's current site: the one in the address, on pages that span all sites the one that was open last, else the
// owner's first.
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { useSites } from './sites.ts';

export type CurrentSite = ReturnType<typeof useCurrentSite>;

/** The id of the site whose screen was open last, until the page is reloaded. */
let lastOpen: string | undefined;

export function useCurrentSite() {
  const { siteSlug } = useParams();
  const { data: sites, isError, isFetching, refetch } = useSites();
  const open = sites?.find((site) => site.slug === siteSlug);
  const current = open ?? sites?.find((site) => site.id === lastOpen) ?? sites?.[0];
  useEffect(() => {
    if (open) lastOpen = open.id;
  }, [open]);
  return { sites, current, isError: isError && !sites, isFetching, retry: () => void refetch() };
}
