// Whether the page is scrolled past the header's threshold.
import { useSyncExternalStore } from 'react';
import { HEADER_SCROLL } from '#shared/limits.ts';

function subscribe(listener: () => void) {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
}

/** @returns whether more than 10 px are scrolled. */
export const useScrolled = (): boolean => useSyncExternalStore(subscribe, () => window.scrollY > HEADER_SCROLL);
