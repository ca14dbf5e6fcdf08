// The route guard: lets through whoever is signed in with a verified e-mail address. The server checks every call
// whatever is shown here.
import { Navigate, Outlet, useLocation } from 'react-router';
import { useAuth, useSession } from '../api/session-context.tsx';
import { isVerifiedHere } from '../api/verified.ts';
import { VerificationGate } from '../features/account/verification-gate.tsx';
import { paths } from '../paths.ts';
import { PageSpinner } from '../ui/spinner.tsx';
import { PublicLayout } from './public-layout.tsx';
import { ServerDown } from './server-down.tsx';

export function RequireVerified() {
  const auth = useAuth();
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  switch (auth.status) {
    case 'loading':
      return <PageSpinner />;
    case 'unreachable':
      return <ServerDown onRetry={() => void session.start()} />;
    case 'out': {
      // Who has just logged out goes home, not back to the door.
      if (auth.reason === 'left') return <Navigate to={paths.home.href()} replace />;
      const error = auth.reason === 'expired' ? 'token-expired' : undefined;
      return <Navigate to={paths.login.href({ error, from: `${pathname}${search}${hash}` })} replace />;
    }
    case 'in':
      if (isVerifiedHere(auth.user)) return <Outlet />;
      return (
        <PublicLayout>
          <VerificationGate user={auth.user} />
        </PublicLayout>
      );
  }
}
