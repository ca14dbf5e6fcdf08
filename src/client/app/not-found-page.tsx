// Any address that is none of ours.
import { Link } from 'react-router';
import { useAuth } from '../api/session-context.tsx';
import { useTitle } from '../hooks/use-title.ts';
import { paths } from '../paths.ts';
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
        There is no page at this address. It may have moved, or the link may have a slip in it.
      </p>
      <div className="mt-8">
        <Button asChild>
          <Link to={isSignedIn ? paths.dashboard.href() : paths.home.href()}>
            {isSignedIn ? 'Go to Dashboard' : 'Go to the home page'}
          </Link>
        </Button>
      </div>
    </div>
  );
}
