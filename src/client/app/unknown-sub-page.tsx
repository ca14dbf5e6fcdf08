// An unknown page of a known site (spec 2: the card's words are fixed).
import { Link, useNavigate } from 'react-router';
import type { Site } from '#shared/contract/site.ts';
import { useTitle } from '../hooks/use-title.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';

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
          <Link to={paths.siteDashboard.href(site.slug)}>Go to Dashboard</Link>
        </Button>
      </div>
    </section>
  );
}
