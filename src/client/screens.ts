// The one list of screens: address, access, layout, navigation entry. Routes, links, site sub-pages, navigation, the check
// of reserved slugs, the screenshots and the browser test that visits every screen derive from it. pages.ts has the page of
// each.
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
  Scale,
  Settings,
  SlidersHorizontal,
  Sparkles,
  Target,
  Timer,
} from 'lucide-react';
import { everybodysScreens } from './everybodys-screens.ts';
import { forOwner, forSite } from './screen-kinds.ts';

/** In the specification's order, which the navigation follows. */
export const screens = {
  ...everybodysScreens,

  dashboard: forOwner({
    path: '/dashboard',
    data: ['summaries'],
  }),
  analytics: forOwner({
    path: '/analytics',
    nav: { in: 'header', label: 'Analytics', icon: ChartLine },
    data: ['accountReport'],
  }),
  settings: forOwner({
    path: '/settings',
    nav: { in: 'account', label: 'User Settings', icon: Settings, key: 'u' },
  }),
  createSite: forOwner({ path: '/create-site' }),
  testingRules: forOwner({ path: '/testing/rules' }),
  testingAnalytics: forOwner({
    path: '/testing/analytics',
  }),
  upgrade: forOwner({
    path: '/upgrade',
    nav: { in: 'account', label: 'Upgrade to Premium', icon: Sparkles },
  }),

  siteDashboard: forSite({
    subPage: 'dashboard',
    nav: { group: 'Main', label: 'Dashboard', icon: LayoutDashboard, key: 'd' },
    data: ['siteReport', 'today', 'setup', 'attention', 'widget'],
  }),
  siteAnalytics: forSite({
    subPage: 'analytics',
    // The header has the account's Analytics beside it.
    nav: { group: 'Analytics', label: 'Site Analytics', icon: ChartLine, key: 'a' },
    data: ['siteReport'],
  }),
  siteEffect: {
    ...forSite({
      subPage: 'effect',
      nav: { group: 'Analytics', label: 'Effect', icon: Scale, key: 'f', also: 'sales conversions lift' },
      data: ['effect', 'goals', 'widget'],
    }),
    /** @param epoch an earlier one, by its id. */
    href: (slug: string, epoch = '') => `/${slug}/effect${epoch && `?epoch=${epoch}`}`,
  },
  siteNotifications: {
    ...forSite({
      subPage: 'notifications',
      nav: { group: 'Notifications', label: 'Notifications', icon: Bell, key: 'n' },
      data: ['notifications'],
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
  }),
  siteSource: {
    ...forSite({
      subPage: 'sources/:sourceId',
      data: ['sources'],
    }),
    /** @param sourceId its id; 'api' is that of the source that each site has for the API. @param tab by default the useful one. */
    href: (slug: string, sourceId = 'api', tab?: 'set-up' | 'shows' | 'deliveries') =>
      `/${slug}/sources/${sourceId}${tab ? `?tab=${tab}` : ''}`,
  },
  siteEvents: {
    ...forSite({
      subPage: 'events',
      nav: { group: 'Events', label: 'Events', icon: Inbox, key: 'v' },
      data: ['events'],
    }),
    /** @param search what to look for among them. */
    href: (slug: string, search = '') => `/${slug}/events${search && `?q=${encodeURIComponent(search)}`}`,
  },
  siteAppearance: forSite({
    subPage: 'appearance',
    nav: { group: 'Notifications', label: 'Appearance & Design', icon: Palette, key: 'l' },
    data: ['widget'],
  }),
  siteBehavior: forSite({
    subPage: 'behavior',
    nav: { group: 'Notifications', label: 'Behavior & Timing', icon: Timer, key: 'b' },
    data: ['widget'],
  }),
  siteRules: forSite({
    subPage: 'rules',
    nav: { group: 'Notifications', label: 'Rules & Targeting', icon: Target, key: 'r' },
    data: ['notifications'],
  }),
  siteSetup: forSite({
    subPage: 'site-setup',
    nav: { group: 'Settings', label: 'Site Setup', icon: Globe, key: 's' },
    data: ['installation', 'widget'],
  }),
  siteDeveloperTools: forSite({
    subPage: 'developer-tools',
    nav: { group: 'Settings', label: 'Developer Tools', icon: Code, key: 't' },
  }),
  siteAdvanced: forSite({
    subPage: 'advanced',
    nav: { group: 'Settings', label: 'Advanced Options', icon: SlidersHorizontal, key: 'o' },
    data: ['widget'],
  }),
  sitePerformance: forSite({
    subPage: 'performance',
    nav: { group: 'Analytics', label: 'Performance', icon: Gauge, key: 'p' },
    tab: 'Performance',
    data: ['cost'],
  }),
  siteReports: forSite({
    subPage: 'reports',
    nav: { group: 'Analytics', label: 'Reports', icon: FileChartColumn, key: 'e' },
    tab: 'Reports',
  }),
  siteDocumentation: {
    ...forSite({
      subPage: 'documentation',
      nav: { group: 'Help', label: 'Documentation', icon: BookOpen, key: 'h' },
      tab: 'Documentation',
    }),
    /** @param guide its name, such as 'rules'; without one, all guides. @param section the id of one of its headings. */
    href: (slug: string, guide?: string, section?: string) =>
      `/${slug}/documentation${guide ? `?guide=${guide}` : ''}${section ? `#${section}` : ''}`,
  },
  /** Reached from the screens that it is about: the specification's groups have no entry for it. */
  siteDataStatement: forSite({
    subPage: 'data-statement',
  }),
  /** A demonstration, which the specification gives no entry in the sidebar. */
  sitePush: forSite({ subPage: 'push' }),
};

const all = Object.values(screens);

export const publicScreens = all.filter((screen) => screen.guard === 'public');
export const ownerScreens = all.filter((screen) => screen.guard === 'verified');
export const siteScreens = all.filter((screen) => screen.guard === 'site');
