// The site in the URL: looks it up by slug, passes it to its screens, and handles unknown slugs.
import { type ComponentType, useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation, useOutletContext, useParams } from 'react-router';
import { useSites, useWasDeletedHere } from '#client/data/sites.ts';
import { isWorking } from '#client/form/leaving.ts';
import type { Site } from '#shared/contract/site.ts';
import { FIRST_TOASTS } from '#shared/first-messages.ts';
import { slugIssue } from '#shared/slug.ts';
import { useAuth } from '../auth/session-context.tsx';
import { isBareSitePath, isSubPagePath, sameSitePage } from '../links.ts';
import { screens } from '../screens.ts';
import { ContentError } from '../ui/load-error.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { toast } from '../ui/toast.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { PublicLayout } from './public-layout.tsx';

export function SiteScope() {
  const { siteSlug = '' } = useParams();
  const { pathname, search } = useLocation();
  const query = useSites();
  const sites = query.data;
  const [shown, setShown] = useState<Site>();
  const wasDeletedHere = useWasDeletedHere();
  const site = sites?.find((one) => one.slug === siteSlug);
  if (site && shown !== site) setShown(site);

  const isBare = isBareSitePath(pathname);
  if (site && isBare) return <Navigate to={screens.siteDashboard.href(site.slug)} replace />;
  if (site) return <Outlet context={site} key={site.id} />;
  if (query.isError && !sites) {
    const comfort = 'Your site and its notifications are safe.';
    return <ContentError query={query} title="Couldn't open this site" comfort={comfort} />;
  }
  if (!sites) return <PageSkeleton />;
  if (isBare) return <NotFoundPage />;
  // Whoever has only the snippet, as the WordPress plugin has, knows the site by its id.
  const meant = sites.find((one) => one.id === siteSlug);
  if (meant) return <Navigate to={`${sameSitePage(pathname, meant.slug)}${search}`} replace />;
  if (shown?.slug === siteSlug) {
    // The open site was renamed or deleted here. That is no error, so show no message.
    const renamed = sites.find((one) => one.id === shown.id);
    if (renamed) return <Navigate to={sameSitePage(pathname, renamed.slug)} replace />;
    if (wasDeletedHere(shown.id)) return <Navigate to={screens.dashboard.href()} replace />;
    // It was deleted elsewhere: what is being written stays, to be copied, until it is left.
    if (isWorking()) return <Outlet context={shown} key={shown.id} />;
  }
  return <UnknownSite slug={siteSlug} hasSites={sites.length > 0} />;
}

function UnknownSite({ slug, hasSites }: { slug: string; hasSites: boolean }) {
  useEffect(() => toast({ ...FIRST_TOASTS.siteUnknown(slug), tone: 'danger', outlivesPage: true }), [slug]);
  return <Navigate to={hasSites ? screens.dashboard.href() : screens.createSite.href()} replace />;
}

/** @returns a route component that passes SiteScope's site to `Screen`, so that features need no context. */
export function withSite(Screen: ComponentType<{ site: Site }>) {
  return function SiteScreen() {
    return <Screen site={useOutletContext<Site>()} />;
  };
}

/**
 * Runs before the guard: a path whose first segment can't be a slug is not found, logged in or not. A single segment, and
 * more than a sub-page has, are a site's path only for its owner; SiteScope redirects them to the site's dashboard, or says that the
 * site has no such page. To anybody else the server has answered 404 (http/pages.ts).
 */
export function AddressGate() {
  const { siteSlug } = useParams();
  const { pathname } = useLocation();
  const { status } = useAuth();
  if (siteSlug === undefined) return <Outlet />;
  const isBare = isBareSitePath(pathname);
  if (slugIssue(siteSlug) === null) {
    if (isBare && status === 'loading') return <PageSpinner />;
    if (status !== 'out' || isSubPagePath(pathname)) return <Outlet />;
  }
  return (
    <PublicLayout>
      <NotFoundPage />
    </PublicLayout>
  );
}
