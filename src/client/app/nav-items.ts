// What the navigation offers. An entry stands here when its screen exists: one line each, in the specification's order.
import { Bell, Code, Gauge, Globe, LayoutDashboard, type LucideIcon } from 'lucide-react';
import { paths } from '../paths.ts';

export type SiteNavItem = { label: string; icon: LucideIcon; href: (slug: string) => string };
export type SiteNavGroup = { label: string; isLabelHidden?: boolean; items: SiteNavItem[] };

/** The sidebar; addresses are those of the current site. */
export const SITE_NAV: SiteNavGroup[] = [
  {
    label: 'Main',
    isLabelHidden: true,
    items: [{ label: 'Dashboard', icon: LayoutDashboard, href: paths.siteDashboard.href }],
  },
  {
    label: 'Notifications',
    items: [{ label: 'Notifications', icon: Bell, href: paths.siteNotifications.href }],
  },
  {
    label: 'Settings',
    items: [
      { label: 'Site Setup', icon: Globe, href: paths.siteSetup.href },
      { label: 'Developer Tools', icon: Code, href: paths.siteDeveloperTools.href },
    ],
  },
  {
    label: 'Analytics',
    items: [{ label: 'Performance', icon: Gauge, href: paths.sitePerformance.href }],
  },
];

export type HeaderLink = { label: string; href: string };

/** Header links for owners, of all their sites. */
export const OWNER_NAV: HeaderLink[] = [{ label: 'Analytics', href: paths.analytics.href() }];

/** Header links for visitors. */
export const PUBLIC_NAV: HeaderLink[] = [{ label: 'Features', href: '/#features' }];
