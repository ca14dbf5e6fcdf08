// Sends whoever is not signed in to the login page, remembering where they wanted to be; somebody who was sent there a
// moment ago and came back by themselves gets a card to stop at instead (spec 4).
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import type { AuthErrorType } from '#shared/messages.ts';
import { useDoor } from '../api/door-context.tsx';
import { paths } from '../paths.ts';
import { PageSpinner } from '../ui/spinner.tsx';
import { AuthErrorCard } from './auth-error-card.tsx';
import { PublicLayout } from './public-layout.tsx';

type LoginRedirectProps = {
  /** What the login page says is why. */
  error?: AuthErrorType | undefined;
};

/** To be keyed by the location: each place is decided about anew. */
export function LoginRedirect({ error }: LoginRedirectProps) {
  const { redirects } = useDoor();
  const { pathname, search, hash } = useLocation();
  const arrival = useNavigationType();
  const navigate = useNavigate();
  const [isLoop] = useState(() => redirects.isBounce(arrival === 'REPLACE'));
  const target = paths.login.href({ error, from: `${pathname}${search}${hash}` });
  useEffect(() => {
    if (isLoop) return;
    redirects.noteGuard();
    navigate(target, { replace: true });
  }, [isLoop, navigate, redirects, target]);
  if (!isLoop) return <PageSpinner />;
  return (
    <PublicLayout>
      <AuthErrorCard />
    </PublicLayout>
  );
}
