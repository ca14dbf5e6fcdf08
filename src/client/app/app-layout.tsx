// The layout of owner screens: header, the current site's sidebar, the screen, and what is shown over any screen.
//
// What is about no single screen, such as news of a site that reach its owner wherever they are, is an app-wide part: a
// row of APP_WIDE in routes.tsx. It is mounted once for as long as the owner is in the app, and gets the current site. It
// loads its code by itself, and brings its own place on the screen (an overlay, a toast).
import { type ComponentType, useState, useSyncExternalStore } from 'react';
import { Outlet, useLocation, useParams } from 'react-router';
import { useCurrentSite } from '#client/data/current-site.ts';
import { useSites } from '#client/data/sites.ts';
import type { Site } from '#shared/contract/site.ts';
import { MOBILE_BREAKPOINT } from '#shared/limits.ts';
import { localStore } from '../auth/browser.ts';
import { useMediaQuery } from '../hooks/use-media-query.ts';
import { lazyOverlay } from '../ui/load-later.tsx';
import { Header } from './header.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { Sidebar } from './sidebar.tsx';
import { useSidebarPrefetch } from './use-screen-prefetch.ts';

type AppWidePart = { name: string; Part: ComponentType<{ site: Site }> };

const SiteDrawer = lazyOverlay(async () => (await import('./site-drawer.tsx')).SiteDrawer);

export function AppLayout({ parts }: { parts: readonly AppWidePart[] }) {
  const { current } = useCurrentSite();
  useSidebarPrefetch(current !== undefined);
  const { isOpen, toggle } = useSidebar();
  const { key } = useLocation();
  const isAlone = useIsAlone();
  // The drawer belongs to the location where it was opened, so that navigating closes it.
  const [drawerAt, setDrawerAt] = useState<string | null>(null);
  const isMobile = useMediaQuery(`(width < ${MOBILE_BREAKPOINT}px)`);
  // Keep the column while the sites load, so that nothing jumps when they arrive.
  const hasColumn = isAlone !== true;
  const column = hasColumn ? (isOpen ? 'md:pl-64' : 'md:pl-16') : '';
  return (
    <>
      <Header onOpenDrawer={current && (() => setDrawerAt(key))} />
      {hasColumn && <Sidebar slug={current?.slug} isOpen={isOpen} onToggle={toggle} />}
      {current && isMobile && drawerAt === key && <SiteDrawer site={current} onClose={() => setDrawerAt(null)} />}
      <main id="main" tabIndex={-1} className="min-h-dvh pt-16 outline-none">
        <div
          key={hasColumn ? 'beside' : 'alone'}
          className={`md:transition-[padding] md:duration-150 motion-reduce:transition-none ${column}`}
        >
          <div className="max-w-[75rem] space-y-6 px-4 pt-8 pb-20 md:space-y-8 md:px-8 md:pt-10">
            {isAlone === undefined ? <PageSkeleton /> : <Outlet />}
          </div>
        </div>
      </main>
      {current && parts.map(({ name, Part }) => <Part key={name} site={current} />)}
    </>
  );
}

function onConnection(listener: () => void) {
  const listening = new AbortController();
  for (const name of ['online', 'offline']) window.addEventListener(name, listener, { signal: listening.signal });
  return () => listening.abort();
}

/** Around every screen of the app: says in the free strip above it that what stands there may be old. */
export function ScreenFrame() {
  const isOnline = useSyncExternalStore(onConnection, () => navigator.onLine);
  return (
    <>
      <p
        aria-live="polite"
        className={`pointer-events-none fixed inset-x-0 top-16 z-20 bg-proof-tint py-1 text-center font-medium text-meta text-proof-ink ${isOnline ? 'sr-only' : ''}`}
      >
        {!isOnline && "You're offline. What you see may be out of date."}
      </p>
      <Outlet />
    </>
  );
}

/**
 * Whether the screen stands alone, without the sidebar's column, because its owner has no site. Decided once for each
 * screen, before it is shown: a screen that moves begins anew in its own place, and what was typed there would be lost.
 * @returns undefined until that is known.
 */
function useIsAlone(): boolean | undefined {
  const { pathname } = useLocation();
  const { siteSlug } = useParams();
  const { data: sites, failureCount } = useSites();
  const [decided, setDecided] = useState<{ pathname: string; isAlone: boolean }>();
  if (decided?.pathname === pathname) return decided.isAlone;
  // A site's own screen waits by itself. And what needs no site works while they can't be had.
  const isBeside = siteSlug !== undefined || (!sites && failureCount > 0);
  const isAlone = isBeside ? false : sites && sites.length === 0;
  if (isAlone !== undefined) setDecided({ pathname, isAlone });
  return isAlone;
}

const SIDEBAR_KEY = 'sidebar';

/** On narrower screens a 64-unit column leaves too little room for tables, so it starts collapsed. */
const WIDE_SCREEN = '(min-width: 1024px)';

function readSidebar(): boolean {
  const stored = localStore.read(SIDEBAR_KEY);
  return stored ? stored === 'open' : window.matchMedia(WIDE_SCREEN).matches;
}

/** Whether the sidebar is open, remembered on this device where storage isn't blocked. */
function useSidebar() {
  const [isOpen, setIsOpen] = useState(readSidebar);
  const toggle = () => {
    setIsOpen(!isOpen);
    localStore.write(SIDEBAR_KEY, isOpen ? 'closed' : 'open');
  };
  return { isOpen, toggle };
}
