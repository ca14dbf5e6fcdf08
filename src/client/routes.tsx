// The routes, derived from the table of screens: guards and layouts around lazily loaded pages. The app shell is
// bundled with the first page.
import type { ComponentType } from 'react';
import { matchRoutes, Outlet, type RouteObject } from 'react-router';
import { AppLayout, ScreenFrame } from './app/app-layout.tsx';
import { NotFoundPage, UnknownSubPage } from './app/not-found-page.tsx';
import { PublicLayout, QuietLayout } from './app/public-layout.tsx';
import { CrashPage, Root } from './app/root.tsx';
import { RequireVerified } from './app/route-guard.tsx';
import { ScreenError } from './app/screen-error.tsx';
import { SharedScreen } from './app/shared-screen.tsx';
import { AddressGate, SiteScope, withSite } from './app/site-scope.tsx';
import { SsoGate } from './app/sso-gate.tsx';
import { pages } from './pages.ts';
import { screens } from './screens.ts';
import { ExpectedCelebration } from './setup/expected-celebration.tsx';
import { expectConnection } from './ui/loadable.ts';
import { PageSpinner } from './ui/spinner.tsx';

type Screens = typeof screens;
type Name = keyof Screens;
/** Those with a guard. */
type Guarded<Guard> = { [N in Name]: Screens[N] extends { guard: Guard } ? N : never }[Name];

const names = Object.keys(screens) as Name[];
const guardedBy = <Guard extends Screens[Name]['guard']>(guard: Guard) =>
  names.filter((name): name is Guarded<Guard> => screens[name].guard === guard);

/** @returns the page, loaded on first use. @throws without a connection, before the browser remembers that it didn't come. */
async function loadPage<Name extends keyof typeof pages>(
  name: Name,
): Promise<Awaited<ReturnType<(typeof pages)[Name]>>> {
  if (!import.meta.env.SSR) await expectConnection(pages[name]);
  return (await pages[name]()) as Awaited<ReturnType<(typeof pages)[Name]>>;
}

/** @returns a route that loads its page on first use. */
const toRoute = (name: Guarded<'public' | 'verified'>): RouteObject => ({
  path: screens[name].path,
  lazy: { Component: async () => (await loadPage(name)).default },
});

/** @returns a route for a page of one site; the page receives the site. */
const toSiteRoute = (name: Guarded<'site'>): RouteObject => ({
  path: screens[name].path,
  lazy: { Component: async () => withSite((await loadPage(name)).default) },
});

/** The components in all their states, for developers. Not part of the build. */
const gallery: RouteObject[] = import.meta.env.DEV
  ? [{ path: '/__ui', lazy: { Component: async () => (await import('./gallery/gallery-page.tsx')).GalleryPage } }]
  : [];

/** What is shown over any owner screen (app/app-layout.tsx). Each takes the current site, and loads what it needs by itself. */
const APP_WIDE = [{ name: 'celebration', Part: ExpectedCelebration }];

const inLayout = (layout: 'bare' | 'quiet' | 'public') =>
  guardedBy('public').filter((name) => screens[name].layout === layout);
const inTabs = (isTabbed: boolean) =>
  guardedBy('site').filter((name) => (screens[name].tab !== undefined) === isTabbed);

/** @returns screens whose errors leave what stands around them as it is. */
const inShell = (children: RouteObject[], Component: ComponentType = Outlet): RouteObject => ({
  Component,
  ErrorBoundary: ScreenError,
  children,
});

const site: RouteObject = {
  path: '/:siteSlug',
  Component: SiteScope,
  children: [
    ...inTabs(false).map(toSiteRoute),
    { Component: SharedScreen, children: inTabs(true).map(toSiteRoute) },
    { path: '*', Component: withSite(UnknownSubPage) },
  ],
};

const guarded: RouteObject = {
  element: <RequireVerified frame={PublicLayout} />,
  children: [
    {
      element: <AppLayout parts={APP_WIDE} />,
      children: [inShell([...guardedBy('verified').map(toRoute), site], ScreenFrame)],
    },
  ],
};

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: CrashPage,
    HydrateFallback: PageSpinner,
    children: [
      {
        Component: SsoGate,
        children: [
          ...gallery,
          ...inLayout('bare').map(toRoute),
          { Component: QuietLayout, children: [inShell(inLayout('quiet').map(toRoute))] },
          {
            Component: PublicLayout,
            children: [inShell([...inLayout('public').map(toRoute), { path: '*', Component: NotFoundPage }])],
          },
          { Component: AddressGate, children: [guarded] },
        ],
      },
    ],
  },
];

/** Loads the screen at `pathname` into the routes, so that it is there when the router first looks. */
export async function loadScreen(pathname: string): Promise<void> {
  await Promise.all(
    (matchRoutes(routes, pathname) ?? []).map(async ({ route }) => {
      if (typeof route.lazy !== 'object') return;
      route.Component = (await route.lazy.Component?.()) ?? null;
      delete route.lazy;
    }),
  );
}
