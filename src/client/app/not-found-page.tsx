// Shown for unknown addresses, and for unknown pages of a known site.
import { Link, useNavigate } from 'react-router';
import type { Site } from '#shared/contract/site.ts';
import { useAuth } from '../auth/session-context.tsx';
import { useTitle } from '../hooks/use-title.ts';
import { screens } from '../screens.ts';
import { Button } from '../ui/button.tsx';
import { LogoBadge } from '../ui/logo.tsx';

export function NotFoundPage() {
  useTitle('Page not found');
  const isSignedIn = useAuth().status === 'in';
  return (
    <div className="mx-auto flex max-w-xl flex-col items-start px-4 py-20 md:py-28">
      <span aria-hidden="true" className="opacity-60 grayscale">
        <LogoBadge size={56} />
      </span>
      <h1 className="mt-6 font-display font-semibold text-4xl tracking-tight outline-none">Nothing rings here</h1>
      <p className="mt-3 text-pretty text-muted">
        There is no page at this address. It may have moved, or the link may be mistyped.
      </p>
      <div className="mt-8">
        <Button asChild>
          <Link to={isSignedIn ? screens.dashboard.href() : screens.home.href()}>
            {isSignedIn ? 'Go to dashboard' : 'Go to the home page'}
          </Link>
        </Button>
      </div>
    </div>
  );
}

/** Shown inside the site's layout (spec 2 fixes the wording). */
export function UnknownSubPage({ site }: { site: Site }) {
  useTitle('Page Not Found');
  const navigate = useNavigate();
  return (
    <section className="max-w-xl rounded-panel border border-line bg-surface p-6 md:p-8">
      <h1 className="font-display font-semibold text-2xl tracking-tight outline-none">Page Not Found</h1>
      <p className="mt-2 text-muted">
        The page you're looking for doesn't exist or you don't have permission to access it.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => navigate(-1)}>
          Go Back
        </Button>
        <Button asChild>
          <Link to={screens.siteDashboard.href(site.slug)}>Go to Dashboard</Link>
        </Button>
      </div>
    </section>
  );
}
