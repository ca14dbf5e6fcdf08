// Around every screen: the skip link, toasts, scroll and focus on navigation, and the word that a session is over.
import { useEffect } from 'react';
import { Outlet, ScrollRestoration } from 'react-router';
import { AUTH_ERRORS, TOASTS } from '#shared/messages.ts';
import { useSession } from '../api/session-context.tsx';
import { Toaster, toast } from '../ui/toast.tsx';
import { useRouteFocus } from './use-route-focus.ts';

export function Root() {
  const session = useSession();
  useRouteFocus();
  // Where to go then is the guard's business: it sees the same change.
  useEffect(
    () =>
      session.onExpired(() =>
        toast({ ...TOASTS.authenticationError, description: AUTH_ERRORS['token-expired'], tone: 'danger' }),
      ),
    [session],
  );
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-ink px-4 py-2 font-medium text-paper text-sm focus:translate-y-0"
      >
        Skip to content
      </a>
      <Outlet />
      <ScrollRestoration />
      <Toaster />
    </>
  );
}
