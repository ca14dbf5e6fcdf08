// The one screen that Performance, Reports and Documentation share (spec 2): three tabs, each a page with an address and
// a title of its own. The tabs are links, so that each can be shared, opened in a new tab and gone back to. They look like
// Tabs, and scroll sideways on narrow screens.
import { NavLink, Outlet, useOutletContext } from 'react-router';
import type { Site } from '#shared/contract/site.ts';
import { siteScreens } from '../screens.ts';

export function SharedScreen() {
  const site = useOutletContext<Site>();
  const tabs = siteScreens.flatMap(({ tab, href }) => (tab ? [{ label: tab, href: href(site.slug) }] : []));
  return (
    <>
      <nav aria-label="Performance, reports and documentation" className="border-line border-b print:hidden">
        <ul className="-mb-px flex gap-6 overflow-x-auto [scrollbar-width:none]">
          {tabs.map(({ label, href }) => (
            <li key={href}>
              <NavLink
                to={href}
                className="flex h-10 items-center whitespace-nowrap border-transparent border-b-2 font-medium text-muted text-table transition-colors duration-100 hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink"
              >
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <Outlet context={site} />
    </>
  );
}
