// The page of each screen: the default export of its file, loaded on first use.
import type { ComponentType } from 'react';
import type { Site } from '#shared/contract/site.ts';
import type { screens } from './screens.ts';

type Screens = typeof screens;
type NoProps = Record<never, never>;
/** A page of one site gets the site. */
type PropsOf<S> = S extends { guard: 'site' } ? { site: Site } : NoProps;

export const pages: { [Name in keyof Screens]: () => Promise<{ default: ComponentType<PropsOf<Screens[Name]>> }> } = {
  home: () => import('./public/home-page.tsx'),
  register: () => import('./features/registration/register-page.tsx'),
  login: () => import('./features/auth/login-page.tsx'),
  forgotPassword: () => import('./features/auth/forgot-password-page.tsx'),
  resetPassword: () => import('./features/auth/reset-password-page.tsx'),
  ssoLogin: () => import('./features/auth/sso-login-page.tsx'),
  pricing: () => import('./public/pricing-page.tsx'),
  about: () => import('./public/content-page.tsx'),
  contact: () => import('./public/contact-page.tsx'),
  blog: () => import('./public/blog-page.tsx'),
  blogPost: () => import('./public/blog-post-page.tsx'),
  privacyPolicy: () => import('./public/content-page.tsx'),
  termsOfService: () => import('./public/content-page.tsx'),
  cookiePolicy: () => import('./public/content-page.tsx'),
  paymentSuccess: () => import('./features/billing/payment-success-page.tsx'),
  faq: () => import('./features/documentation/faq-page.tsx'),
  support: () => import('./features/documentation/support-page.tsx'),
  supportGuide: () => import('./features/documentation/support-guide-page.tsx'),
  checkProof: () => import('./public/proof/proof-page.tsx'),
  notificationProof: () => import('./public/proof/proof-page.tsx'),
  unauthorized: () => import('./features/auth/unauthorized-page.tsx'),
  dashboard: () => import('./features/sites/overview-page.tsx'),
  analytics: () => import('./features/stats/account-analytics-page.tsx'),
  settings: () => import('./features/account/settings-page.tsx'),
  createSite: () => import('./features/sites/create-site-page.tsx'),
  testingRules: () => import('./features/testing/rules-page.tsx'),
  testingAnalytics: () => import('./features/testing/analytics-page.tsx'),
  upgrade: () => import('./features/billing/upgrade-page.tsx'),
  siteDashboard: () => import('./features/stats/site-dashboard-page.tsx'),
  siteAnalytics: () => import('./features/stats/site-analytics-page.tsx'),
  siteEffect: () => import('./features/effect/effect-page.tsx'),
  siteNotifications: () => import('./features/notifications/notifications-page.tsx'),
  siteSources: () => import('./features/sources/sources-page.tsx'),
  siteSource: () => import('./features/sources/source-page.tsx'),
  siteEvents: () => import('./features/events/events-page.tsx'),
  siteAppearance: () => import('./features/widget/appearance-page.tsx'),
  siteBehavior: () => import('./features/widget/behavior-page.tsx'),
  siteRules: () => import('./features/widget/rules-page.tsx'),
  siteSetup: () => import('./features/sites/site-setup-page.tsx'),
  siteDeveloperTools: () => import('./features/developer-tools/developer-tools-page.tsx'),
  siteAdvanced: () => import('./features/widget/advanced-page.tsx'),
  sitePerformance: () => import('./features/stats/performance-page.tsx'),
  siteReports: () => import('./features/stats/reports-page.tsx'),
  siteDocumentation: () => import('./features/documentation/documentation-page.tsx'),
  siteDataStatement: () => import('./features/sites/data-statement-page.tsx'),
  sitePush: () => import('./features/push/push-page.tsx'),
};
