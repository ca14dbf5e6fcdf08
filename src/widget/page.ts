// The page around the widget: on what device it is, and when the visitor moves on inside it.
import type { Device } from '#shared/embed/payload.ts';
import { after, listen } from './quiet.ts';

/** How often the address is compared where the browser does not tell, in milliseconds. */
const ADDRESS_LOOK = 500;

/** @returns the kind of device: mobile under the specification's 768 px, tablet for a larger touch screen. */
export function deviceOf(window: Window): Device {
  const matches = (query: string) => window.matchMedia(query).matches;
  return matches('(max-width:767.98px)') ? 'mobile' : matches('(pointer:coarse)') ? 'tablet' : 'desktop';
}

/**
 * Calls back when the visitor is on another page without a new load; a fragment makes another page only when it is a
 * route. The host's history is never patched: the browser tells, or the address is compared.
 */
export function watchMoves(window: Window, signal: AbortSignal, onMove: () => void): void {
  const pageOf = () => window.location.href.replace(/#(?![!/]).*/, '');
  let last = pageOf();
  const look = () => {
    const page = pageOf();
    if (page !== last) onMove();
    last = page;
  };
  const lookAgain = () => {
    if (signal.aborted) return;
    look();
    after(ADDRESS_LOOK, lookAgain);
  };
  // Missing in Firefox before 147 and Safari before 26.2.
  const { navigation } = window as { navigation?: EventTarget };
  if (navigation) listen(navigation, 'currententrychange', look, signal);
  else lookAgain();
}
