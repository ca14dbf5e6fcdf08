// The one list of screens: address, access, layout, navigation entry, page. Routes, links, site sub-pages, navigation,
// the check of reserved slugs, the screenshots and the browser test that visits every screen derive from it. A page is
// the default export of its file and is loaded on first use.
import {
  Bell,
  BookOpen,
  Cable,
  ChartLine,
  Code,
  FileChartColumn,
  Gauge,
  Globe,
  Inbox,
  LayoutDashboard,
  Palette,
  Settings,
  SlidersHorizontal,
  Sparkles,
  Target,
  Timer,
} from 'lucide-react';
import { everybodysScreens } from './everybodys-screens.ts';
import { forOwner, forSite } from './screen-kinds.ts';

/** The sidebar's groups, in this order: spec 2's, and where real events come from beside what they become. */
export const SITE_NAV_GROUPS = ['Main', 'Notifications', 'Events', 'Settings', 'Analytics', 'Help'] as const;

export type SiteNavGroup = (typeof SITE_NAV_GROUPS)[number];

/** In the specification's order, which the navigation follows. */
export const screens = {
  ...everybodysScreens,

  dashboard: forOwner({
    path: '/dashboard',
    data: ['summaries'],
    load: () => import('./features/sites/overview-page.tsx'),
  }),
  analytics: forOwner({
    path: '/analytics',
    nav: { in: 'header', label: 'Analytics', icon: ChartLine },
    data: ['accountReport'],
    load: () => import('./features/stats/account-analytics-page.tsx'),
  }),
  settings: forOwner({
    path: '/settings',
    nav: { in: 'account', label: 'User Settings', icon: Settings, key: 'u' },
    load: () => import('./features/account/settings-page.tsx'),
  }),
  createSite: forOwner({ path: '/create-site', load: () => import('./features/sites/create-site-page.tsx') }),
  testingRules: forOwner({ path: '/testing/rules', load: () => import('./features/testing/rules-page.tsx') }),
  testingAnalytics: forOwner({
    path: '/testing/analytics',
    load: () => import('./features/testing/analytics-page.tsx'),
  }),
  upgrade: forOwner({
    path: '/upgrade',
    nav: { in: 'account', label: 'Upgrade to Premium', icon: Sparkles },
    load: () => import('./features/billing/upgrade-page.tsx'),
  }),

  siteDashboard: forSite({
    subPage: 'dashboard',
    nav: { group: 'Main', label: 'Dashboard', icon: LayoutDashboard, key: 'd' },
    data: ['siteReport', 'setup', 'attention'],
    load: () => import('./features/stats/site-dashboard-page.tsx'),
  }),
  siteAnalytics: forSite({
    subPage: 'analytics',
    nav: { group: 'Analytics', label: 'Analytics', icon: ChartLine, key: 'a' },
    data: ['siteReport'],
    load: () => import('./features/stats/site-analytics-page.tsx'),
  }),
  siteNotifications: {
    ...forSite({
      subPage: 'notifications',
      nav: { group: 'Notifications', label: 'Notifications', icon: Bell, key: 'n' },
      data: ['notifications'],
      load: () => import('./features/notifications/notifications-page.tsx'),
    }),
    /** @returns the address that opens the editor: of a new notification, on an empty list one to start from. */
    newHref: (slug: string) => `/${slug}/notifications?new=1`,
    /** @returns the address that opens the editor of one notification, and a section in it. */
    editHref: (slug: string, notificationId: string, section?: 'appearance' | 'rules') =>
      `/${slug}/notifications?edit=${notificationId}${section ? `&section=${section}` : ''}`,
  },
  siteSources: forSite({
    subPage: 'sources',
    nav: { group: 'Events', label: 'Sources', icon: Cable, key: 'c' },
    data: ['sources'],
    load: () => import('./features/sources/sources-page.tsx'),
  }),
  siteSource: {
    ...forSite({
      subPage: 'sources/:sourceId',
      data: ['sources'],
      load: () => import('./features/sources/source-page.tsx'),
    }),
    /** @param sourceId its id; 'api' is that of the source that each site has for the API. */
    href: (slug: string, sourceId = 'api') => `/${slug}/sources/${sourceId}`,
  },
  siteEvents: {
    ...forSite({
      subPage: 'events',
      nav: { group: 'Events', label: 'Events', icon: Inbox, key: 'v' },
      data: ['events'],
      load: () => import('./features/events/events-page.tsx'),
    }),
    /** @param search what to look for among them. */
    href: (slug: string, search = '') => `/${slug}/events${search && `?q=${encodeURIComponent(search)}`}`,
  },
  siteAppearance: forSite({
    subPage: 'appearance',
    nav: { group: 'Notifications', label: 'Appearance & Design', icon: Palette, key: 'l' },
    data: ['widget'],
    load: () => import('./features/widget/appearance-page.tsx'),
  }),
  siteBehavior: forSite({
    subPage: 'behavior',
    nav: { group: 'Notifications', label: 'Behavior & Timing', icon: Timer, key: 'b' },
    data: ['widget'],
    load: () => import('./features/widget/behavior-page.tsx'),
  }),
  siteRules: forSite({
    subPage: 'rules',
    nav: { group: 'Notifications', label: 'Rules & Targeting', icon: Target, key: 'r' },
    data: ['notifications'],
    load: () => import('./features/widget/rules-page.tsx'),
  }),
  siteSetup: forSite({
    subPage: 'site-setup',
    nav: { group: 'Settings', label: 'Site Setup', icon: Globe, key: 's' },
    data: ['installation', 'widget'],
    load: () => import('./features/sites/site-setup-page.tsx'),
  }),
  siteDeveloperTools: forSite({
    subPage: 'developer-tools',
    nav: { group: 'Settings', label: 'Developer Tools', icon: Code, key: 't' },
    load: () => import('./features/developer-tools/developer-tools-page.tsx'),
  }),
  siteAdvanced: forSite({
    subPage: 'advanced',
    nav: { group: 'Settings', label: 'Advanced Options', icon: SlidersHorizontal, key: 'o' },
    data: ['widget'],
    load: () => import('./features/widget/advanced-page.tsx'),
  }),
  sitePerformance: forSite({
    subPage: 'performance',
    nav: { group: 'Analytics', label: 'Performance', icon: Gauge, key: 'p' },
    tab: 'Performance',
    data: ['cost'],
    load: () => import('./features/stats/performance-page.tsx'),
  }),
  siteReports: forSite({
    subPage: 'reports',
    nav: { group: 'Analytics', label: 'Reports', icon: FileChartColumn, key: 'e' },
    tab: 'Reports',
    load: () => import('./features/stats/reports-page.tsx'),
  }),
  siteDocumentation: {
    ...forSite({
      subPage: 'documentation',
      nav: { group: 'Help', label: 'Documentation', icon: BookOpen, key: 'h' },
      tab: 'Documentation',
      load: () => import('./features/documentation/documentation-page.tsx'),
    }),
    /** @param guide its name, such as 'rules'; without one, all guides. @param section the id of one of its headings. */
    href: (slug: string, guide?: string, section?: string) =>
      `/${slug}/documentation${guide ? `?guide=${guide}` : ''}${section ? `#${section}` : ''}`,
  },
  /** Reached from the screens that it is about: the specification's groups have no entry for it. */
  siteDataStatement: forSite({
    subPage: 'data-statement',
    load: () => import('./features/sites/data-statement-page.tsx'),
  }),
  /** A demonstration, which the specification gives no entry in the sidebar. */
  sitePush: forSite({ subPage: 'push', load: () => import('./features/push/push-page.tsx') }),
};

const all = Object.values(screens);

export const publicScreens = all.filter((screen) => screen.guard === 'public');
export const ownerScreens = all.filter((screen) => screen.guard === 'verified');
export const siteScreens = all.filter((screen) => screen.guard === 'site');
