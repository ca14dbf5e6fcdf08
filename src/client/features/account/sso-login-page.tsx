// Where the operator's own system sends its users. The gate around every screen has used the token by the time this is
// shown; what is left is to lead on: to the path in `from`, or to the dashboard.
import { Navigate, useSearchParams } from 'react-router';
import { useAuth } from '#client/api/session-context.tsx';
import { paths, safeReturnPath } from '#client/paths.ts';
import { PageSpinner } from '#client/ui/spinner.tsx';

export function SsoLoginPage() {
  const { status } = useAuth();
  const [query] = useSearchParams();
  const from = safeReturnPath(query.get('from'), window.location.origin) ?? undefined;
  if (status === 'loading') return <PageSpinner />;
  if (status === 'in') return <Navigate to={from ?? paths.dashboard.href()} replace />;
  // Without a token there is nothing to sign in by.
  return <Navigate to={paths.login.href({ error: 'auth-error', from })} replace />;
}
