// Shown when a user's role does not allow a page.
import { Link } from 'react-router';
import { useTitle } from '#client/hooks/use-title.ts';
import { screens } from '#client/screens.ts';
import { Button } from '#client/ui/button.tsx';
import { LogoBadge } from '#client/ui/logo.tsx';
import { useUser } from '../session-context.tsx';

export default function UnauthorizedPage() {
  useTitle('No access');
  const user = useUser();
  return (
    <div className="mx-auto flex max-w-xl flex-col items-start px-4 py-20 md:py-28">
      <span aria-hidden="true" className="opacity-60 grayscale">
        <LogoBadge size={56} />
      </span>
      <h1 className="mt-6 font-display font-semibold text-4xl tracking-tight outline-none">
        You don't have access to this page
      </h1>
      <p className="wrap-anywhere mt-3 text-pretty text-muted">
        {user
          ? `You're logged in as ${user.email}, and that account can't open this page. If it should, ask your administrator.`
          : 'Only some accounts can open this page. If yours is one of them, log in and try again.'}
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button asChild>
          <Link to={user ? screens.dashboard.href() : screens.login.href()}>{user ? 'Go to dashboard' : 'Log in'}</Link>
        </Button>
        <Button asChild variant="secondary">
          <Link to={screens.home.href()}>Go to the home page</Link>
        </Button>
      </div>
    </div>
  );
}
