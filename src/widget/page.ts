// The page around the widget: on what device it is, what the visitor does on it, and when they move on inside it.
import type { Device } from '#shared/embed/payload.ts';
import { addressOf } from '#shared/embed/rules.ts';
import { after, listen } from './quiet.ts';

/** How often the address is compared where the browser does not tell, in milliseconds. */
const ADDRESS_LOOK = 500;
/** A page that scrolls is measured this often at most, in milliseconds; by then a new page has mostly been drawn. */
const SCROLL_LOOK = 500;

/** What rules and caps know of one page, from the visitor's coming to their leaving it. */
export type Stay = {
  /** When they came, in milliseconds since 1970. */
  cameAt: number;
  /** Furthest pixel that was in view, from the top of the page. */
  seenTo: number;
  /** Whether the mouse left by the upper edge. */
  exit: boolean;
  /** Ids of notices. */
  shownHere: string[];
  closedHere: string[];
};

/** @returns the kind of device: mobile under the specification's 768 px, tablet for a larger touch screen. */
export function deviceOf(window: Window): Device {
  const matches = (query: string) => window.matchMedia(`(${query})`).matches;
  return matches('max-width:767.98px') ? 'mobile' : matches('pointer:coarse') ? 'tablet' : 'desktop';
}

/** @returns the host that the visitor came from, undefined when that is the page's own or none. */
export function externalHost({ referrer, location }: Document): string | undefined {
  const host = /\/\/([^/:]+)/.exec(referrer)?.[1];
  return host === location.hostname ? undefined : host;
}

/**
 * Writes down what the visitor does on the page that they came to at `cameAt`.
 * @returns the stay on the present page, and what begins the next one.
 */
export function watchStay(
  window: Window,
  signal: AbortSignal,
  cameAt: number,
  onExit: () => void,
): { here(): Stay; come(cameAt: number): void } {
  const { document } = window;
  let stay: Stay;
  let cancel: (() => void) | undefined;
  const measure = () => {
    cancel = undefined;
    stay.seenTo = Math.max(stay.seenTo, window.scrollY + window.innerHeight);
  };
  // Not in the listener itself: there the page may still be changing, and measuring would make it lay out anew.
  const measureSoon = () => {
    cancel ??= after(SCROLL_LOOK, measure);
  };
  const come = (cameAt: number) => {
    stay = { cameAt, seenTo: 0, exit: false, shownHere: [], closedHere: [] };
    cancel?.();
    cancel = after(SCROLL_LOOK, measure);
  };
  const onLeave = (event: Event) => {
    if ((event as MouseEvent).clientY > 0) return;
    stay.exit = true;
    onExit();
  };
  come(cameAt);
  listen(window, 'scroll', measureSoon, signal);
  listen(document, 'mouseleave', onLeave, signal);
  return { here: () => stay, come };
}

/** @returns how many per cent of the page, as long as it is now, were in view: 0 to 100. */
export function scrolled({ seenTo }: Stay, { documentElement }: Document): number {
  // Neither a page that is pulled past its end nor one without height is more than all of it.
  return Math.min(Math.round((seenTo / documentElement.scrollHeight) * 100), 100);
}

/**
 * Calls back when the address changed without a new load, and tells whether that is another page: its path is another
 * one, or its fragment where that is a route. The host's history is never patched: the browser tells, or the address is
 * compared.
 */
export function watchMoves(window: Window, signal: AbortSignal, onMove: (isOther: boolean) => void): void {
  // Missing in Firefox before 147 and Safari before 26.2.
  const { navigation } = window as { navigation?: EventTarget };
  let last = window.location.href;
  const look = () => {
    if (signal.aborted) return;
    const { href } = window.location;
    if (href !== last) onMove(addressOf(href) !== addressOf(last));
    last = href;
    if (!navigation) after(ADDRESS_LOOK, look);
  };
  if (navigation) listen(navigation, 'currententrychange', look, signal);
  look();
}
