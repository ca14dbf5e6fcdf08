// Wraps every screen: with a token in the address of any page, we ask whether to log in with it before the page is shown
// (spec 2). The token is removed from the address as this module loads, before the client sends any request.
import { lazy, Suspense, useCallback, useState } from 'react';
import { Outlet } from 'react-router';
import { PageSpinner } from '#client/ui/spinner.tsx';
import { takeSsoToken } from '../auth/browser.ts';

const givenToken = import.meta.env.SSR ? null : takeSsoToken(window);

/** Whether the address brought a token, which is no longer in it: the page's first render is then the question. */
export const hasSsoToken = givenToken !== null;
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
