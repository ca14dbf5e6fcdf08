// Wraps every screen: the skip link, toasts, the question who is there, scroll and focus on navigation, the session
// watch, and the page shown when the shell crashes.
import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { useConfirmation } from '../auth/session-context.tsx';
import { lazyOverlay } from '../ui/load-later.tsx';
import { Toaster } from '../ui/toast.tsx';
import { Tooltips } from '../ui/tooltip.tsx';
import { AuthWatch } from './auth-watch.tsx';
import { useRouteFocus } from './route-focus.ts';
import { ScreenError } from './screen-error.tsx';
import { useScreenPrefetch } from './use-screen-prefetch.ts';

export function Root() {
  useRouteFocus();
  useScreenPrefetch();
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-ink px-4 py-2 font-medium text-paper text-sm focus:translate-y-0"
      >
        Skip to content
      </a>
      <AuthWatch>
        <Outlet />
      </AuthWatch>
      <ScrollRestoration />
      <Confirmations />
      <Toaster />
      <Tooltips />
    </>
  );
}

const ConfirmationDialog = lazyOverlay(async () => (await import('./confirmation-dialog.tsx')).ConfirmationDialog);

function Confirmations() {
  const { asked, settle } = useConfirmation();
  const { pathname } = useLocation();
  const lastPath = useRef(pathname);
  useEffect(() => {
    // Whoever leaves a page by the browser's own buttons no longer wants what was asked for there.
    if (lastPath.current !== pathname) settle(false);
    lastPath.current = pathname;
  }, [pathname, settle]);
  return asked && <ConfirmationDialog onClose={() => settle(false)} />;
}

/** Shown when the shell itself throws, or a screen without one: in the others an error leaves it as it is (routes.tsx). */
export const CrashPage = () => (
  <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center px-4 outline-none">
    <ScreenError />
  </main>
);
