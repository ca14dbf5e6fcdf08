// Gets the screen behind a link ready before the link is pressed: its code and its first data are fetched as soon as a
// pointer rests on the link, or focus stays on it. The press then finds both there, and nobody waits.
import { useEffect, useEffectEvent } from 'react';
import { matchPath, useLocation } from 'react-router';
import { usePrefetch } from '#client/data/prefetch.ts';
import { pages } from '../pages.ts';
import { screens } from '../screens.ts';
import { fetchCode, prefetchCode } from '../ui/loadable.ts';

/**
 * How long (ms) a pointer or the focus must stay: on their way, both pass links that nobody means to press. Half of those
 * who stay this long do press, and they take a few hundred ms more (https://instant.page).
 */
const REST = 60;

const all = Object.entries(screens) as [keyof typeof screens, (typeof screens)[keyof typeof screens]][];

/** @returns the screen at `pathname`, the load of its page, and the slug of its site. */
function screenAt(pathname: string) {
  // The first match is the right one: the table has fixed addresses, such as /testing/rules, before the screens of any site,
  // whose patterns would match them, too.
  for (const [name, screen] of all) {
    const match = matchPath(screen.path, pathname);
    if (match) return { screen, load: pages[name], slug: match.params.siteSlug };
  }
  return null;
}

/** Whether to fetch nothing on a guess: the browser was told to save data (only Chromium says so), or is offline. */
const isSparing = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true || !navigator.onLine;

/** How long (ms) a screen is there before the code of the others is fetched: what it needs itself comes first. */
const AT_REST = 10_000;

const inSidebar = all.flatMap(([name, screen]) => (screen.guard === 'site' && 'nav' in screen ? [pages[name]] : []));

/** Safari can't tell when it is idle. */
const whenIdle = (run: () => void) =>
  'requestIdleCallback' in window ? window.requestIdleCallback(run) : setTimeout(run, 200);

/**
 * Fetches the code of the sidebar's screens while nothing else is to do, one after the other, so that they open at once,
 * and without a connection, too.
 */
export function useSidebarPrefetch(isThere: boolean): void {
  useEffect(() => {
    if (!isThere) return;
    const left = [...inSidebar];
    const timer = setTimeout(function next() {
      const load = !isSparing() && left.shift();
      if (load) whenIdle(() => void fetchCode(load).then(next, () => {}));
    }, AT_REST);
    return () => {
      clearTimeout(timer);
      left.length = 0;
    };
  }, [isThere]);
}

/** Listens to the whole document, so one use at the root covers every link of every screen. */
export function useScreenPrefetch(): void {
  const fetchData = useEffectEvent(usePrefetch());
  const { pathname } = useLocation();
  useEffect(() => {
    // No link leads there: it follows when the site is created.
    if (pathname === screens.createSite.href()) prefetchCode(pages.siteSetup);
  }, [pathname]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let near: HTMLAnchorElement | null = null;
    const load = ({ origin, pathname }: HTMLAnchorElement) => {
      const found = origin === window.location.origin && !isSparing() && screenAt(pathname);
      if (!found) return;
      prefetchCode(found.load);
      if ('data' in found.screen && found.screen.data) fetchData(found.screen.data, found.slug);
    };
    const approach = (target: EventTarget | null) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
      // From the icon to the text of the same link is no new approach, and must not start the wait again.
      if (link === near) return;
      near = link;
      clearTimeout(timer);
      if (link) timer = setTimeout(() => load(link), REST);
    };
    // A finger doesn't approach: it lands, perhaps only to scroll, and if it was a press, the screen is loading already.
    const onPointer = ({ target, pointerType }: PointerEvent) => pointerType !== 'touch' && approach(target);
    const onFocus = ({ target }: FocusEvent) => approach(target);
    const listening = new AbortController();
    const options = { passive: true, signal: listening.signal };
    document.addEventListener('pointerover', onPointer, options);
    document.addEventListener('focusin', onFocus, options);
    return () => {
      clearTimeout(timer);
      listening.abort();
    };
  }, []);
}
