// Around the screens of one site: finds it by the slug in the address, and says what happens when there is none.
import { type ComponentType, useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation, useOutletContext, useParams } from 'react-router';
import type { Site } from '#shared/contract/site.ts';
import { TOASTS } from '#shared/messages.ts';
import { useSites } from '../features/sites/queries.ts';
import { isBareSitePath, paths, sameSitePage } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { toast } from '../ui/toast.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { PageSkeleton } from './page-skeleton.tsx';

export function SiteScope() {
  const { siteSlug = '' } = useParams();
  const { pathname } = useLocation();
  const { data: sites, isError, isFetching, retry } = useSites();
  const [shown, setShown] = useState<{ slug: string; id: string }>();
  const site = sites?.find((one) => one.slug === siteSlug);
  if (site && (shown?.slug !== siteSlug || shown.id !== site.id)) setShown({ slug: siteSlug, id: site.id });

  const isBare = isBareSitePath(pathname);
  if (site && isBare) return <Navigate to={paths.siteDashboard.href(site.slug)} replace />;
  if (site) return <Outlet context={site} key={site.id} />;
  if (isError && !sites) {
    return (
      <EmptyState
        title={TOASTS.sitesFetchFailed.title}
        description="Your site and its notifications are safe. Check your connection and try again."
        action={
          <Button onClick={retry} isBusy={isFetching}>
            Try again
          </Button>
        }
      />
    );
  }
  if (!sites) return <PageSkeleton />;
  if (isBare) return <NotFoundPage />;
  // The site on the screen got another address, or was deleted: neither is a mistake of the owner's.
  if (shown?.slug === siteSlug) {
    const renamed = sites.find((one) => one.id === shown.id);
    return <Navigate to={renamed ? sameSitePage(pathname, renamed.slug) : paths.dashboard.href()} replace />;
  }
  return <UnknownSite slug={siteSlug} hasSites={sites.length > 0} />;
}

function UnknownSite({ slug, hasSites }: { slug: string; hasSites: boolean }) {
  useEffect(() => toast({ ...TOASTS.siteUnknown(slug), tone: 'danger' }), [slug]);
  return <Navigate to={hasSites ? paths.dashboard.href() : paths.createSite.href()} replace />;
}

/** @returns a route's component that hands the site of SiteScope to `Screen`, so that features need no context. */
export function withSite(Screen: ComponentType<{ site: Site }>) {
  return function SiteScreen() {
    return <Screen site={useOutletContext<Site>()} />;
  };
}
