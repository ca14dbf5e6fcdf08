// Before the guard: an address whose first segment can be no site's is simply not there, signed in or not. A single
// segment is a site's address to its owner only, whom SiteScope takes to the site's dashboard.
import { Outlet, useLocation, useParams } from 'react-router';
import { slugFault } from '#shared/slug.ts';
import { useAuth } from '../api/session-context.tsx';
import { isBareSitePath } from '../paths.ts';
import { PageSpinner } from '../ui/spinner.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { PublicLayout } from './public-layout.tsx';

export function AddressGate() {
  const { siteSlug } = useParams();
  const { pathname } = useLocation();
  const { status } = useAuth();
  if (siteSlug === undefined) return <Outlet />;
  const isBare = isBareSitePath(pathname);
  if (slugFault(siteSlug) === null) {
    if (isBare && status === 'loading') return <PageSpinner />;
    if (!isBare || status !== 'out') return <Outlet />;
  }
  return (
    <PublicLayout>
      <NotFoundPage />
    </PublicLayout>
  );
}
