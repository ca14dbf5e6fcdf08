// The page around the widget: where it is, on what device, and when the visitor moves on inside it.
import type { Device } from '#shared/embed/payload.ts';
import type { Clock, Listen } from './quiet.ts';

/** How often the address is compared where the browser does not tell, in milliseconds. */
const ADDRESS_LOOK = 500;

/** Under the 768 px of the specification's mobile breakpoint. */
const MOBILE = '(max-width:767.98px)';

export type Page = {
  isMobile(): boolean;
  device(): Device;
  path(): string;
  /** Calls back when the screen becomes mobile, or stops being it. */
  onTurn(run: () => void): void;
  /** Calls back when the visitor is on another page without a new load. */
  onMove(run: () => void): void;
};

/** The part of an address that makes a page: the fragment only when it is a route. */
const pageOf = ({ pathname, search, hash }: Location) => pathname + search + (/^#[!/]/.test(hash) ? hash : '');

/** @returns the page of `window`. The host's history is never patched: the browser tells, or the address is compared. */
export function watchPage(window: Window, clock: Clock, listen: Listen): Page {
  const { location } = window;
  const mobile = window.matchMedia(MOBILE);
  const isMobile = () => mobile.matches;
  return {
    isMobile,
    device: () => (isMobile() ? 'mobile' : window.matchMedia('(pointer:coarse)').matches ? 'tablet' : 'desktop'),
    path: () => location.pathname,
    onTurn: (run) => listen(mobile, 'change', run),
    onMove(run) {
      let last = pageOf(location);
      const look = () => {
        const page = pageOf(location);
        if (page === last) return;
        last = page;
        run();
      };
      listen(window, 'popstate hashchange', look);
      // Missing in Firefox before 147 and Safari before 26.2.
      if ('navigation' in window) return listen(window.navigation as EventTarget, 'currententrychange', look);
      const lookAgain = () => {
        look();
        clock.after(ADDRESS_LOOK, lookAgain);
      };
      lookAgain();
    },
  };
}
