// The routes, derived from the table of screens: guards and layouts around lazily loaded pages. The app shell is
// bundled with the first page.
import type { ComponentType } from 'react';
import { matchRoutes, type RouteObject } from 'react-router';
import type { Site } from '#shared/contract/site.ts';
import { AppLayout } from './app/app-layout.tsx';
import { NotFoundPage, UnknownSubPage } from './app/not-found-page.tsx';
import { PublicLayout } from './app/public-layout.tsx';
import { CrashPage, Root } from './app/root.tsx';
import { SharedScreen } from './app/shared-screen.tsx';
import { AddressGate, SiteScope, withSite } from './app/site-scope.tsx';
import { RequireVerified } from './auth/screens/route-guard.tsx';
import { SsoGate } from './auth/screens/sso-gate.tsx';
import { ownerScreens, publicScreens, siteScreens } from './screens.ts';
import { ExpectedCelebration } from './setup/expected-celebration.tsx';
import { PageSpinner } from './ui/spinner.tsx';

type Page<Props> = { default: ComponentType<Props> };
type NoProps = Record<never, never>;

type Screen = { path: string; load: () => Promise<Page<NoProps>> };

/** @returns a route that loads its page on first use. */
const toRoute = ({ path, load }: Screen): RouteObject => ({
  path,
  lazy: { Component: async () => (await load()).default },
});

/** @returns a route for a page of one site; the page receives the site. */
const toSiteRoute = ({ path, load }: { path: string; load: () => Promise<Page<{ site: Site }>> }): RouteObject => ({
  path,
  lazy: { Component: async () => withSite((await load()).default) },
});

/** The components in all their states, for developers. Not part of the build. */
const gallery: RouteObject[] = import.meta.env.DEV
  ? [{ path: '/__ui', lazy: { Component: async () => (await import('./gallery/gallery-page.tsx')).GalleryPage } }]
  : [];

/** What is shown over any owner screen (app/app-layout.tsx). Each takes the current site, and loads what it needs by itself. */
const APP_WIDE = [{ name: 'celebration', Part: ExpectedCelebration }];

const bare = publicScreens.filter(({ layout }) => layout === 'bare').map(toRoute);
const inPublicLayout = publicScreens.filter(({ layout }) => layout === 'public').map(toRoute);

const [tabbed, alone] = [siteScreens.filter(({ tab }) => tab), siteScreens.filter(({ tab }) => !tab)];

const site: RouteObject = {
  path: '/:siteSlug',
  Component: SiteScope,
  children: [
    ...alone.map(toSiteRoute),
    { Component: SharedScreen, children: tabbed.map(toSiteRoute) },
    { path: '*', Component: withSite(UnknownSubPage) },
  ],
};

const guarded: RouteObject = {
  element: <RequireVerified frame={PublicLayout} />,
  children: [{ element: <AppLayout parts={APP_WIDE} />, children: [...ownerScreens.map(toRoute), site] }],
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
          ...bare,
          { Component: PublicLayout, children: [...inPublicLayout, { path: '*', Component: NotFoundPage }] },
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
