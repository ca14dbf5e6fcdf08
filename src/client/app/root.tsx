// Around every screen: the skip link, toasts, scroll and focus on navigation, and the watch over signing in: a session
// that is over, redirects that run in circles.
import { useRef } from 'react';
import { Outlet, ScrollRestoration } from 'react-router';
import { Toaster } from '../ui/toast.tsx';
import { GuardMark } from './guard-mark.ts';
import { useAuthEvents } from './use-auth-events.ts';
import { useRedirectLoop } from './use-redirect-loop.ts';
import { useRouteFocus } from './use-route-focus.ts';

export function Root() {
  const guards = useRef(0);
  useRouteFocus();
  useAuthEvents(guards);
  useRedirectLoop();
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-ink px-4 py-2 font-medium text-paper text-sm focus:translate-y-0"
      >
        Skip to content
      </a>
      <GuardMark value={guards}>
        <Outlet />
      </GuardMark>
      <ScrollRestoration />
      <Toaster />
    </>
  );
}
