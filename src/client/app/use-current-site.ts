// The app shell's current site: the one in the address, or the owner's first.
import { useParams } from 'react-router';
import { useSites } from '#client/data/sites.ts';
import type { Site } from '#shared/contract/site.ts';

export type CurrentSite = {
  sites: Site[] | undefined;
  current: Site | undefined;
  isError: boolean;
  isFetching: boolean;
  retry: () => void;
};

export function useCurrentSite(): CurrentSite {
  const { siteSlug } = useParams();
  const { data: sites, isError, isFetching, retry } = useSites();
  const current = sites?.find((site) => site.slug === siteSlug) ?? sites?.[0];
  return { sites, current, isError: isError && !sites, isFetching, retry };
}
