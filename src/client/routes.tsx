// The route table: path, screen, guard, layout. Screens are loaded when they are opened; the shell comes with the page.
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { AddressGate } from './app/address-gate.tsx';
import { AppLayout } from './app/app-layout.tsx';
import { CrashPage } from './app/crash-page.tsx';
import { NotFoundPage } from './app/not-found-page.tsx';
import { PublicLayout } from './app/public-layout.tsx';
import { RequireVerified } from './app/require-verified.tsx';
import { Root } from './app/root.tsx';
import { SiteScope, withSite } from './app/site-scope.tsx';
import { UnknownSubPage } from './app/unknown-sub-page.tsx';
import { SsoGate } from './features/account/sso-gate.tsx';
import { paths } from './paths.ts';
import { PageSpinner } from './ui/spinner.tsx';

/** @returns a route whose screen is fetched when it is first opened. */
const screen = (pattern: string, load: () => Promise<ComponentType>): RouteObject => ({
  path: pattern,
  lazy: { Component: load },
});

const publicScreens: RouteObject[] = [
  screen(paths.home.pattern, async () => (await import('./features/marketing/home-page.tsx')).HomePage),
  screen(paths.register.pattern, async () => (await import('./features/account/register-page.tsx')).RegisterPage),
  screen(paths.login.pattern, async () => (await import('./features/account/login-page.tsx')).LoginPage),
  screen(
    paths.forgotPassword.pattern,
    async () => (await import('./features/account/forgot-password-page.tsx')).ForgotPasswordPage,
  ),
  screen(
    paths.resetPassword.pattern,
    async () => (await import('./features/account/reset-password-page.tsx')).ResetPasswordPage,
  ),
  screen(
    paths.unauthorized.pattern,
    async () => (await import('./features/account/unauthorized-page.tsx')).UnauthorizedPage,
  ),
  { path: '*', Component: NotFoundPage },
];

const accountScreens: RouteObject[] = [
  screen(paths.dashboard.pattern, async () => (await import('./features/sites/overview-page.tsx')).OverviewPage),
  screen(
    paths.analytics.pattern,
    async () => (await import('./features/stats/account-analytics-page.tsx')).AccountAnalyticsPage,
  ),
  screen(paths.settings.pattern, async () => (await import('./features/account/settings-page.tsx')).SettingsPage),
  screen(paths.createSite.pattern, async () => (await import('./features/sites/create-site-page.tsx')).CreateSitePage),
];

const siteScreens: RouteObject[] = [
  screen(paths.siteDashboard.pattern, async () =>
    withSite((await import('./features/stats/site-dashboard-page.tsx')).SiteDashboardPage),
  ),
  screen(paths.siteAnalytics.pattern, async () =>
    withSite((await import('./features/stats/site-analytics-page.tsx')).SiteAnalyticsPage),
  ),
  screen(paths.siteNotifications.pattern, async () =>
    withSite((await import('./features/notifications/notifications-page.tsx')).NotificationsPage),
  ),
  screen(paths.siteSetup.pattern, async () =>
    withSite((await import('./features/sites/site-setup-page.tsx')).SiteSetupPage),
  ),
  screen(paths.siteDeveloperTools.pattern, async () =>
    withSite((await import('./features/api-keys/developer-tools-page.tsx')).DeveloperToolsPage),
  ),
  screen(paths.sitePerformance.pattern, async () =>
    withSite((await import('./features/stats/performance-page.tsx')).PerformancePage),
  ),
  { path: '*', Component: withSite(UnknownSubPage) },
];

/** The components in all their states, for those who build with them; not part of what is shipped. */
const developmentScreens: RouteObject[] = import.meta.env.DEV
  ? [screen(paths.gallery.pattern, async () => (await import('./gallery/gallery-page.tsx')).GalleryPage)]
  : [];

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: CrashPage,
    HydrateFallback: PageSpinner,
    children: [
      {
        Component: SsoGate,
        children: [
          ...developmentScreens,
          screen(
            paths.ssoLogin.pattern,
            async () => (await import('./features/account/sso-login-page.tsx')).SsoLoginPage,
          ),
          { Component: PublicLayout, children: publicScreens },
          {
            Component: AddressGate,
            children: [
              {
                Component: RequireVerified,
                children: [
                  {
                    Component: AppLayout,
                    children: [
                      ...accountScreens,
                      { path: paths.site.pattern, Component: SiteScope, children: siteScreens },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
];
