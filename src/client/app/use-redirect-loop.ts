// Counts the redirects to and from the login page as they happen, and ends a loop: stored redirect data goes, and the
// login page is shown to somebody who counts as signed out, so that nothing leads on from there by itself.
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { useDoor } from '../api/door-context.tsx';
import { useSession } from '../api/session-context.tsx';
import { paths } from '../paths.ts';

export function useRedirectLoop(): void {
  const { key, pathname } = useLocation();
  const arrival = useNavigationType();
  const navigate = useNavigate();
  const { redirects } = useDoor();
  const session = useSession();
  const last = useRef({ key, pathname });
  useEffect(() => {
    const before = last.current;
    last.current = { key, pathname };
    if (before.key === key) return;
    // The app's own redirects replace the address; whatever a person does adds one, or goes back to one.
    if (arrival !== 'REPLACE') return redirects.notePerson();
    const atDoor = [before.pathname, pathname].filter((each) => each === paths.login.pattern).length;
    if (atDoor !== 1 || !redirects.note()) return;
    redirects.clear();
    session.giveUp();
    navigate(paths.login.href({ error: 'auth-error' }), { replace: true });
  }, [key, pathname, arrival, navigate, redirects, session]);
}
