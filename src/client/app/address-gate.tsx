// Before the guard: an address whose first segment can be no site's is simply not there, signed in or not.
import { Outlet, useParams } from 'react-router';
import { slugFault } from '#shared/slug.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { PublicLayout } from './public-layout.tsx';

export function AddressGate() {
  const { siteSlug, '*': rest } = useParams();
  // A single segment is the address of a page, never of a site.
  const isNowhere = siteSlug !== undefined && (rest === '' || slugFault(siteSlug) !== null);
  if (!isNowhere) return <Outlet />;
  return (
    <PublicLayout>
      <NotFoundPage />
    </PublicLayout>
  );
}
