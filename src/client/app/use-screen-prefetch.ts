// Loads the screen behind a link, its code and its first data, once a pointer rests on the link or focus stays on it, so
// that the screen is there when it is asked for.
import { useEffect, useRef } from 'react';
import { matchPath } from 'react-router';
import { usePrefetch } from '#client/data/prefetch.ts';
import { screens } from '../screens.ts';
import { prefetchCode } from '../ui/loadable.ts';

/** How long a pointer or focus must stay, in ms: on the way to another link it passes many. */
const REST = 60;

const all = Object.values(screens);

/** @returns the screen at `pathname`, and the slug of its site. */
function screenAt(pathname: string) {
  // The table has addresses before patterns, as /create-site before /:siteSlug/…
  for (const screen of all) {
    const match = matchPath(screen.path, pathname);
    if (match) return { screen, slug: match.params.siteSlug };
  }
  return null;
}

/** Whether the visitor asked to be spared what they may not need (not in every browser). */
const isSparing = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true || !navigator.onLine;

/** To be used once, at the root. */
export function useScreenPrefetch(): void {
  const fetchData = usePrefetch();
  const latest = useRef(fetchData);
  useEffect(() => {
    latest.current = fetchData;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let near: HTMLAnchorElement | null = null;
    const load = ({ origin, pathname }: HTMLAnchorElement) => {
      const found = origin === window.location.origin && !isSparing() && screenAt(pathname);
      if (!found) return;
      prefetchCode(found.screen.load);
      if ('data' in found.screen && found.screen.data) latest.current(found.screen.data, found.slug);
    };
    const approach = (target: EventTarget | null) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
      if (link === near) return;
      near = link;
      clearTimeout(timer);
      if (link) timer = setTimeout(() => load(link), REST);
    };
    // A finger on a link may be about to scroll, and what it presses is loaded by the press.
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
