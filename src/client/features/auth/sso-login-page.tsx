// /sso-login, where the operator's own system sends its users. By now the gate has dealt with the token; this redirects to
// the path in `from`, or to the dashboard.
import { Navigate, useSearchParams } from 'react-router';
import { useAuth } from '#client/auth/session-context.tsx';
import { safeReturnPath } from '#client/links.ts';
import { screens } from '#client/screens.ts';
import { PageSpinner } from '#client/ui/spinner.tsx';

export default function SsoLoginPage() {
  const { status } = useAuth();
  const [query] = useSearchParams();
  const from = safeReturnPath(query.get('from'), window.location.origin) ?? undefined;
  if (status === 'loading') return <PageSpinner />;
  if (status === 'in') return <Navigate to={from ?? screens.dashboard.href()} replace />;
  // No token, no login.
  return <Navigate to={screens.login.href({ error: 'auth-error', from })} replace />;
}
