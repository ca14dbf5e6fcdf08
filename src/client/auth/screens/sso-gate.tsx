// Wraps every screen: with a token in the address of any page, we ask whether to log in with it before the page is shown
// (spec 2). The token is removed from the address as this module loads, before the client sends any request.
import { lazy, Suspense, useCallback, useState } from 'react';
import { Navigate, Outlet, useSearchParams } from 'react-router';
import { safeReturnPath } from '#client/links.ts';
import { screens } from '#client/screens.ts';
import { PageSpinner } from '#client/ui/spinner.tsx';
import { takeSsoToken } from '../browser.ts';
import { useAuth } from '../session-context.tsx';

const givenToken = takeSsoToken(window);
const SsoSignIn = lazy(async () => ({ default: (await import('./sso-sign-in.tsx')).SsoSignIn }));

export function SsoGate() {
  const [token, setToken] = useState(givenToken);
  const finish = useCallback(() => setToken(null), []);
  if (token === null) return <Outlet />;
  return (
    <Suspense fallback={<PageSpinner />}>
      <SsoSignIn token={token} onDone={finish} />
    </Suspense>
  );
}

/**
 * /sso-login, where the operator's own system sends its users. By now the gate has dealt with the token; this redirects to
 * the path in `from`, or to the dashboard.
 */
export default function SsoLoginPage() {
  const { status } = useAuth();
  const [query] = useSearchParams();
  const from = safeReturnPath(query.get('from'), window.location.origin) ?? undefined;
  if (status === 'loading') return <PageSpinner />;
  if (status === 'in') return <Navigate to={from ?? screens.dashboard.href()} replace />;
  // No token, no login.
  return <Navigate to={screens.login.href({ error: 'auth-error', from })} replace />;
}
