// Where the focus goes on navigation: to the new screen's heading, so that screen readers announce the screen and Tab
// starts there.
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { focusHeading } from '../ui/use-return-focus.ts';

/** Moves the focus whenever the path changes. */
export function useRouteFocus(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    // On the first screen, leave focus where the browser put it.
    if (shown.current === pathname) return;
    shown.current = pathname;
    // A screen that focuses a field itself (autoFocus) has already done so; don't take focus away from it.
    if (!document.getElementById('main')?.contains(document.activeElement)) focusHeading();
  }, [pathname]);
}

/** For what stands in for a screen: passes the focus on to the screen's heading once it is there. */
export function useFocusPassing(): void {
  useEffect(
    () => () => {
      if (document.activeElement?.id === 'main') focusHeading();
    },
    [],
  );
}
