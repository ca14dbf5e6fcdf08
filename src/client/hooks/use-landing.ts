// Lands on a part of a screen that an address names, although what stands above it is still loading.
import { type RefObject, useEffect } from 'react';
import { SECOND } from '#shared/time.ts';

/** By then a screen has mostly loaded, in ms. */
const SETTLED_AFTER = 5 * SECOND;
const BY_HAND = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Keeps `place` at the top of the window while the screen grows, until somebody scrolls or presses something. */
export function useLanding(place: RefObject<HTMLElement | null>, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    const observer = new ResizeObserver(() => place.current?.scrollIntoView());
    observer.observe(document.body);
    const stop = () => observer.disconnect();
    for (const name of BY_HAND) window.addEventListener(name, stop, { once: true, passive: true });
    const timer = setTimeout(stop, SETTLED_AFTER);
    return () => {
      stop();
      clearTimeout(timer);
      for (const name of BY_HAND) window.removeEventListener(name, stop);
    };
  }, [place, isWanted]);
}
