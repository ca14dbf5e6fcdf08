// Where the proof of a notification of an event stands, for its owner to look at and to pass on.
import { useParams } from 'react-router';
import { useSites } from '#client/data/sites.ts';
import { screens } from '#client/screens.ts';

/** @returns what gives the whole address of a notification's proof; undefined while the site isn't known. */
export function useProofHref(): (notificationId: string) => string | undefined {
  const { siteSlug } = useParams();
  const { data: sites } = useSites();
  const site = sites?.find(({ slug }) => slug === siteSlug);
  return (notificationId) =>
    site && `${window.location.origin}${screens.notificationProof.href(site.id, notificationId)}`;
}
