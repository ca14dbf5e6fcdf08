// Section 2 of the specification, route by route to the letter: each leads to its screen, inside its layout and behind its
// guard. What each screen shows first is looked at in a browser (e2e/screens.spec.ts).
import { matchRoutes, type RouteObject } from 'react-router';
import { beforeAll, expect, it, vi } from 'vitest';
import { screens } from '#client/screens.ts';
import { OWNER_TITLES, PUBLIC_TITLES, SITE_TITLES } from './support/spec-routes.ts';

let routes: RouteObject[];
beforeAll(async () => {
  // Importing the routes takes a token from the address; nothing is drawn.
  const media = { matches: false, addEventListener: () => {} };
  const location = { href: 'https://proofbell.example/' };
  vi.stubGlobal('window', { location, history: {}, addEventListener: () => {}, matchMedia: () => media });
  ({ routes } = await import('#client/routes.tsx'));
  return () => vi.unstubAllGlobals();
});

type Named = { type?: { name?: string } };
const nameOf = ({ path, Component, element }: RouteObject) =>
  path ?? Component?.displayName ?? Component?.name ?? (element as Named | undefined)?.type?.name;

/** @returns what stands around the screen, from the outside in, and the address pattern of the screen. */
const wayTo = (address: string) => (matchRoutes(routes, address) ?? []).map(({ route }) => nameOf(route));

const guarded = ['Root', 'SsoGate', 'AddressGate', 'RequireVerified', 'AppLayout', 'ScreenFrame'];

it.each(Object.keys(PUBLIC_TITLES))('%s is for everyone [spec 2.public.*]', (path) => {
  // In it, what stands around a screen that fails.
  const layout = path === '/sso-login' ? [] : ['PublicLayout', 'Outlet'];
  expect(wayTo(path)).toEqual(['Root', 'SsoGate', ...layout, path]);
});

it.each(Object.keys(OWNER_TITLES))('%s is for owners with a verified email [spec 2.owner.*]', (path) => {
  expect(wayTo(path)).toEqual([...guarded, path]);
});

it.each(Object.keys(SITE_TITLES))(
  '%s is a page of each site, for its owner [spec 2.site.* 2.settings.1]',
  (subPage) => {
    const shared = ['performance', 'reports', 'documentation'].includes(subPage) ? ['SharedScreen'] : [];
    expect(wayTo(`/oak-and-iron/${subPage}`)).toEqual([...guarded, '/:siteSlug', ...shared, `/:siteSlug/${subPage}`]);
  },
);

it('any other path is not found, or an unknown page of a site [spec 2.unknown.1 2.unknown.2]', () => {
  expect(wayTo('/oak-and-iron/nothing-here')).toEqual([...guarded, '/:siteSlug', '*']);
});

it('no route asks for a role or a plan, and every route of the specification is here [spec 2.roles.2 2.site.3]', () => {
  const ours = Object.values(screens).map(({ path }) => path);
  const listed = [
    ...Object.keys(PUBLIC_TITLES),
    ...Object.keys(OWNER_TITLES),
    ...Object.keys(SITE_TITLES).map((subPage) => `/:siteSlug/${subPage}`),
  ];
  // Beside them: guides as pages of their own, where the guards of roles would lead, what automates notifications, what can be
  // said and checked of them, and what they change.
  const own = ['sources', 'sources/:sourceId', 'events', 'data-statement', 'effect'].map(
    (subPage) => `/:siteSlug/${subPage}`,
  );
  expect(ours.toSorted()).toEqual(
    [...listed, ...own, '/support/:guide', '/unauthorized', '/proof', '/proof/:siteId/:notificationId'].toSorted(),
  );
  for (const path of listed) {
    expect(
      wayTo(path.replace(':siteSlug', 'oak')).filter((part) => /RequireRole|RequirePremium/.test(part ?? '')),
    ).toEqual([]);
  }
});
