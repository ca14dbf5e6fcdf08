// The one screen that Performance, Reports and Documentation share (spec 2): three tabs, each a page with an address and
// a title of its own.
import { Outlet, useOutletContext } from 'react-router';
import type { Site } from '#shared/contract/site.ts';
import { siteScreens } from '../screens.ts';
import { TabLinks } from '../ui/tab-links.tsx';

export function SharedScreen() {
  const site = useOutletContext<Site>();
  const tabs = siteScreens.flatMap(({ tab, href }) => (tab ? [{ label: tab, href: href(site.slug) }] : []));
  return (
    <>
      <TabLinks label="Performance, reports and documentation" tabs={tabs} />
      <Outlet context={site} />
    </>
  );
}
