// For those who came to a page that is not for them.
import { Link } from 'react-router';
import { useUser } from '#client/api/session-context.tsx';
import { useTitle } from '#client/hooks/use-title.ts';
import { paths } from '#client/paths.ts';
import { Button } from '#client/ui/button.tsx';
import { LogoBadge } from '#client/ui/logo.tsx';

export function UnauthorizedPage() {
  useTitle('Not for this account');
  const user = useUser();
  return (
    <div className="mx-auto flex max-w-xl flex-col items-start px-4 py-20 md:py-28">
      <span aria-hidden="true" className="opacity-60 grayscale">
        <LogoBadge size={56} />
      </span>
      <h1 className="mt-6 font-display font-semibold text-4xl tracking-tight outline-none">This door stays shut</h1>
      <p className="wrap-anywhere mt-3 text-pretty text-muted">
        {user
          ? `You are signed in as ${user.email}, and this page is not open to that account. If it should be, ask whoever runs this installation.`
          : 'This page is open to some accounts only. If yours is one of them, log in and try again.'}
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button asChild>
          <Link to={user ? paths.dashboard.href() : paths.login.href()}>{user ? 'Go to Dashboard' : 'Log in'}</Link>
        </Button>
        <Button asChild variant="secondary">
          <Link to={paths.home.href()}>Go to the home page</Link>
        </Button>
      </div>
    </div>
  );
}
