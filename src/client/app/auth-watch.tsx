// Auth behavior common to all screens: reports that a session has ended, and breaks redirect loops.
import { createContext, type ReactNode, type RefObject, use, useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { screens } from '#client/screens.ts';
import { toast } from '#client/ui/toast.tsx';
import { AUTH_ERRORS, FIRST_TOASTS } from '#shared/first-messages.ts';
import { TOKEN_REFRESH_FAILED } from '../auth/session.ts';
import { useAuthRecovery, useSession } from '../auth/session-context.tsx';

/** How many route guards wrap the open screen. A guard does its own redirect. */
const GuardCount = createContext<RefObject<number>>({ current: 0 });

/** Called by the route guard. */
export function useGuardMark(): void {
  const guards = use(GuardCount);
  useEffect(() => {
    guards.current += 1;
    return () => {
      guards.current -= 1;
    };
  }, [guards]);
}

/** Wraps all screens, guards included. */
export function AuthWatch({ children }: { children: ReactNode }) {
  const guards = useRef(0);
  useExpiry(guards);
  useRedirectLoop();
  return <GuardCount value={guards}>{children}</GuardCount>;
}

/** Announces that the session has ended and goes to the login page, which leads back after login. */
function useExpiry(guards: RefObject<number>): void {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const onFailed = useEffectEvent(() => {
    toast({
      ...FIRST_TOASTS.authenticationError,
      description: AUTH_ERRORS['token-expired'],
      tone: 'danger',
      outlivesPage: true,
    });
    // Behind a guard: the guard has already redirected.
    if (guards.current > 0 || pathname === screens.login.path) return;
    navigate(screens.login.href({ error: 'token-expired', from: `${pathname}${search}${hash}` }));
  });
  useEffect(() => {
    window.addEventListener(TOKEN_REFRESH_FAILED, onFailed);
    return () => window.removeEventListener(TOKEN_REFRESH_FAILED, onFailed);
  }, []);
}

/**
 * Counts redirects to and from the login page. On a loop, clears the stored redirects and gives up the session, so that
 * the login page stays put.
 */
function useRedirectLoop(): void {
  const { key, pathname } = useLocation();
  const arrival = useNavigationType();
  const navigate = useNavigate();
  const { redirects } = useAuthRecovery();
  const session = useSession();
  const last = useRef({ key, pathname });
  useEffect(() => {
    const before = last.current;
    last.current = { key, pathname };
    if (before.key === key) return;
    // Only the app's own redirects replace the address; user navigation adds a history entry or goes back to one.
    if (arrival !== 'REPLACE') return redirects.recordNavigation();
    const loginPages = [before.pathname, pathname].filter((each) => each === screens.login.path).length;
    if (loginPages !== 1 || !redirects.record()) return;
    redirects.clear();
    session.giveUp();
    navigate(screens.login.href({ error: 'auth-error' }), { replace: true });
  }, [key, pathname, arrival, navigate, redirects, session]);
}
