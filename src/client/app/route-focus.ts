// Where the focus goes on navigation: to the new screen's heading, so that screen readers announce the screen and Tab
// starts there.
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Focuses the screen's heading, or the screen itself while it has none. */
function focusHeading(main: HTMLElement): void {
  const heading = main.querySelector<HTMLElement>('h1') ?? main;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Moves the focus whenever the path changes. */
export function useRouteFocus(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    // On the first screen, leave focus where the browser put it.
    if (shown.current === pathname) return;
    shown.current = pathname;
    // A screen that focuses a field itself (autoFocus) has already done so; don't take focus away from it.
    const main = document.getElementById('main');
    if (main && !main.contains(document.activeElement)) focusHeading(main);
  }, [pathname]);
}

/** For what stands in for a screen: passes the focus on to the screen's heading once it is there. */
export function useFocusPassing(): void {
  useEffect(
    () => () => {
      const main = document.getElementById('main');
      if (main && document.activeElement === main) focusHeading(main);
    },
    [],
  );
}
