// What the app does when a signed-in user's session turns out to be over: it says so, and goes to the login page, from
// where the way leads back. On guarded pages the guard has seen it already.
import { type RefObject, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { AUTH_ERRORS, TOASTS } from '#shared/messages.ts';
import { TOKEN_REFRESH_FAILED } from '../api/auth-events.ts';
import { paths } from '../paths.ts';
import { toast } from '../ui/toast.tsx';

/** @param guards how many guards stand around the screen. */
export function useAuthEvents(guards: RefObject<number>): void {
  const navigate = useNavigate();
  const location = useLocation();
  const latest = useRef({ navigate, location });
  useEffect(() => {
    latest.current = { navigate, location };
  });
  useEffect(() => {
    const onFailed = () => {
      toast({ ...TOASTS.authenticationError, description: AUTH_ERRORS['token-expired'], tone: 'danger' });
      const { pathname, search, hash } = latest.current.location;
      if (guards.current > 0 || pathname === paths.login.pattern) return;
      const from = `${pathname}${search}${hash}`;
      latest.current.navigate(paths.login.href({ error: 'token-expired', from }));
    };
    window.addEventListener(TOKEN_REFRESH_FAILED, onFailed);
    return () => window.removeEventListener(TOKEN_REFRESH_FAILED, onFailed);
  }, [guards]);
}
