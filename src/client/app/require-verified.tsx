// The route guard: lets through whoever is signed in with a verified e-mail address. The server checks every call
// whatever is shown here.
import { useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useAuth, useSession } from '../api/session-context.tsx';
import { isVerifiedHere } from '../api/verified.ts';
import { VerificationGate } from '../features/account/verification-gate.tsx';
import { paths } from '../paths.ts';
import { PageSpinner } from '../ui/spinner.tsx';
import { useGuardMark } from './guard-mark.ts';
import { LoginRedirect } from './login-redirect.tsx';
import { PublicLayout } from './public-layout.tsx';
import { ServerDown } from './server-down.tsx';
import { StateMending } from './state-mending.tsx';

export function RequireVerified() {
  const auth = useAuth();
  const session = useSession();
  const { key } = useLocation();
  const [wasOut] = useState(auth.status === 'out');
  useGuardMark();
  switch (auth.status) {
    case 'loading':
      return <PageSpinner />;
    case 'unreachable':
      return <ServerDown onRetry={() => void session.start()} />;
    case 'corrupted':
      return <StateMending />;
    case 'out':
      // Who logged out while here goes home, not back to the door; who comes here later is asked to log in.
      if (auth.reason === 'left' && !wasOut) return <Navigate to={paths.home.href()} replace />;
      if (auth.reason === 'broken') return <Navigate to={paths.login.href({ error: 'auth-error' })} replace />;
      return <LoginRedirect key={key} error={auth.reason === 'expired' ? 'token-expired' : undefined} />;
    case 'in':
      // Keyed by the user: nothing that a screen holds for one of them is there for the next.
      if (isVerifiedHere(auth.user)) return <Outlet key={auth.user._id} />;
      return (
        <PublicLayout>
          <VerificationGate key={auth.user._id} user={auth.user} />
        </PublicLayout>
      );
  }
}
