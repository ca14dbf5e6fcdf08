// Tabs that are pages of their own: links, so that each can be shared, opened in a new tab and gone back to. They look
// like Tabs, and scroll sideways on narrow screens.
import { NavLink } from 'react-router';

type TabLinksProps = {
  /** The row's name for screen readers. */
  label: string;
  tabs: readonly { label: string; href: string }[];
};

export function TabLinks({ label, tabs }: TabLinksProps) {
  return (
    <nav aria-label={label} className="border-line border-b print:hidden">
      <ul className="-mb-px flex gap-6 overflow-x-auto [scrollbar-width:none]">
        {tabs.map((tab) => (
          <li key={tab.href}>
            <NavLink
              to={tab.href}
              className="flex h-10 items-center whitespace-nowrap border-transparent border-b-2 font-medium text-muted text-table transition-colors duration-100 hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink"
            >
              {tab.label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
