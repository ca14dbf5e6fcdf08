// The table of screens: what the router, the navigation and owners' addresses rely on.
import { expect, test } from 'vitest';
import { DEEP_SITE_PAGES, RESERVED_SLUGS, slugIssue } from '#shared/slug.ts';
import { accountLinks, ownerLinks, placesOf, siteLinkGroups, visitorLinks } from './app/navigation.ts';
import { screens, siteScreens } from './screens.ts';

const all = Object.values(screens);

test('no two screens share an address', () => {
  const paths = all.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
});

test('no site can take the address of a screen', () => {
  const segments = all.map(({ path }) => path.split('/')[1] ?? '').filter((each) => each !== '' && each[0] !== ':');
  expect(segments.filter((segment) => slugIssue(segment) === null)).toEqual([]);
});

test('every site sub-page is reserved, so that links without a slug never lead to a site', () => {
  const pages = siteScreens.map(({ subPage }) => subPage.split('/')[0] ?? '');
  expect(pages.filter((page) => !RESERVED_SLUGS.has(page))).toEqual([]);
});

test('the server knows which site sub-pages have pages below them', () => {
  const deep = siteScreens.filter(({ subPage }) => subPage.includes('/')).map(({ subPage }) => subPage.split('/')[0]);
  expect(deep).toEqual([...DEEP_SITE_PAGES]);
});

test('the address of a site screen starts with the site’s slug', () => {
  expect(screens.siteSetup.href('oak')).toBe('/oak/site-setup');
  // @ts-expect-error: it needs a slug
  screens.siteSetup.href();
  // @ts-expect-error: no such screen
  expect(screens.siteSetpu).toBeUndefined();
});

/** The sidebar of spec 2, and a group of ours. Our own screens may stand anywhere in between. */
const SPECIFIED = {
  Main: ['Dashboard'],
  Notifications: ['Notifications', 'Appearance & Design', 'Behavior & Timing', 'Rules & Targeting'],
  Events: [],
  Settings: ['Site Setup', 'Developer Tools', 'Advanced Options'],
  Analytics: ['Performance', 'Reports'],
  Help: ['Documentation', 'Support'],
} as const;

test.each(siteLinkGroups)('the sidebar group $label follows the order of the specification', ({ label, links }) => {
  const specified: readonly string[] = SPECIFIED[label];
  const shown = links.map((link) => link.label);
  expect(shown.filter((each) => specified.includes(each))).toEqual(specified.filter((each) => shown.includes(each)));
  const elsewhere = Object.values(SPECIFIED)
    .flat()
    .filter((each) => !specified.includes(each));
  expect(shown.filter((each) => elsewhere.some((other) => other === each))).toEqual([]);
});

test('header and menus link to screens, or to sections of them', () => {
  expect(visitorLinks).toContainEqual({ label: 'Features', href: '/#features' });
  expect(ownerLinks.map(({ href }) => href)).toContain(screens.analytics.href());
  expect(accountLinks.map(({ href }) => href)).toContain(screens.settings.href());
});

test('no letter after g leads to two screens', () => {
  const places = placesOf('oak');
  const keys = [...places.site, ...places.account].flatMap(({ key }) => (key ? [key] : []));
  expect(keys.length).toBeGreaterThan(10);
  expect(new Set(keys).size).toBe(keys.length);
});
