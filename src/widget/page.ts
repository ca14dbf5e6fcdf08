// The page around the widget: its device and tab, and navigation within the page.
import type { Device } from '#shared/embed/payload.ts';
import { addressOf } from '#shared/embed/rules.ts';
import { after, listen } from './quiet.ts';

/** How often to compare the address if the browser doesn't report changes, in milliseconds. */
const ADDRESS_POLL = 500;
/** What is known about one page, from the visitor's arrival until they leave. */
export type Stay = {
  /** When the visitor arrived, in milliseconds since 1970. */
  cameAt: number;
  /** Ids of the notifications shown. */
  shownHere: string[];
  closedHere: string[];
};

/**
 * @returns the type of device: mobile below the specification's 768 px, of the screen or the viewport, whichever is
 * smaller (a phone lays a page without a viewport tag out 980 px wide); tablet for a larger touch screen.
 */
export function deviceOf(window: Window): Device {
  const matches = (query: string) => window.matchMedia(`(${query})`).matches;
  return matches('max-width:767.98px') || matches('max-device-width:767.98px')
    ? 'mobile'
    : matches('pointer:coarse')
      ? 'tablet'
      : 'desktop';
}

/**
 * @returns first the language (BCP 47) of the page, or of the browser where the page names none: an age in another language
 * than the shop's stands out. Only as much of it as Intl takes for sure.
 */
export const languageOf = ({ document, navigator }: Window): readonly string[] =>
  /^[a-z]{2,3}(-[a-z]{2})?\b/i.exec(document.documentElement.lang) ?? [navigator.language];

/**
 * Follows the tab as it is hidden and shown. If the page was prerendered, or opened in a background tab, the visitor
 * arrives when it is first shown.
 * @param onTab called before the other two. @param onLeave may be called twice per departure.
 * @returns whether the visitor has yet to arrive.
 */
export function watchTab(
  window: Window,
  signal: AbortSignal,
  onTab: () => void,
  onArrive: () => void,
  onLeave: () => void,
): boolean {
  const { document } = window;
  let isAwaited = document.hidden;
  const onChange = () => {
    onTab();
    if (document.hidden) onLeave();
    else if (isAwaited) {
      isAwaited = false;
      onArrive();
    }
  };
  listen(document, 'visibilitychange', onChange, signal);
  listen(window, 'pagehide', onLeave, signal);
  // Some browsers restore a page from memory without reporting that it is visible again.
  listen(window, 'pageshow', onChange, signal);
  return isAwaited;
}

/**
 * Calls back when the address changes without a page load, and says whether that is another page: one with a different
 * path or route fragment. It never patches the page's history: either the browser reports changes, or the address is
 * polled.
 */
export function watchMoves(window: Window, signal: AbortSignal, onMove: (isOther: boolean) => void): void {
  // Missing in Firefox before 147 and Safari before 26.2.
  const { navigation } = window as { navigation?: EventTarget };
  let last = window.location.href;
  const compare = () => {
    if (signal.aborted) return;
    const { href } = window.location;
    if (href !== last) onMove(addressOf(href) !== addressOf(last));
    last = href;
    if (!navigation) after(ADDRESS_POLL, compare);
  };
  if (navigation) listen(navigation, 'currententrychange', compare, signal);
  compare();
}
