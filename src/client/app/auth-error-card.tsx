// Where a redirect loop ends: what happened, and the way out of it.
import { Link } from 'react-router';
import { AUTH_LOOP } from '#shared/messages.ts';
import { useTitle } from '../hooks/use-title.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';

export function AuthErrorCard() {
  useTitle(AUTH_LOOP.title);
  return (
    <div className="mx-auto w-full max-w-xl px-4 py-16 md:py-24">
      <section role="alert" className="rounded-panel border border-line bg-surface p-6 md:p-8">
        <h1 className="font-display font-semibold text-2xl tracking-tight outline-none">{AUTH_LOOP.title}</h1>
        <p className="mt-2 text-pretty text-muted">{AUTH_LOOP.description}</p>
        <div className="mt-6">
          <Button asChild>
            <Link to={paths.login.href()}>{AUTH_LOOP.action}</Link>
          </Button>
        </div>
      </section>
    </div>
  );
}
