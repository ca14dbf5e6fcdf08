// Moves the focus to the new screen's heading, so that screen readers say where one has come and Tab starts there.
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

export function useRouteFocus(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    // The first screen keeps the browser's own focus.
    if (shown.current === pathname) return;
    shown.current = pathname;
    // A screen that focuses a field of its own (autoFocus) has done so by now and keeps it.
    const main = document.getElementById('main');
    if (!main || main.contains(document.activeElement)) return;
    const heading = main.querySelector<HTMLElement>('h1') ?? main;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname]);
}
