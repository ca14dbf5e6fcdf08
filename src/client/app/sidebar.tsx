// The navigation of one site: a sidebar that collapses to icons, from 768 px up. Below that it is in site-drawer.tsx.
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { type MouseEvent, useId } from 'react';
import { NavLink } from 'react-router';
import { IconButton } from '../ui/button.tsx';
import { tooltip } from '../ui/tooltip.tsx';
import { type SiteLink, siteLinkGroups } from './navigation.ts';

type NavProps = { slug: string; isFolded: boolean; onNavigate?: (event: MouseEvent<HTMLAnchorElement>) => void };

type SidebarProps = {
  /** Undefined while the sites load. */
  slug: string | undefined;
  isOpen: boolean;
  onToggle: () => void;
};

/** The sidebar beside the screen. */
export function Sidebar({ slug, isOpen, onToggle }: SidebarProps) {
  const Icon = isOpen ? PanelLeftClose : PanelLeftOpen;
  return (
    <aside
      className={`fixed top-16 bottom-0 left-0 z-20 hidden flex-col border-line border-r bg-surface transition-[width] duration-150 motion-reduce:transition-none md:flex print:hidden ${isOpen ? 'w-64' : 'w-16'}`}
    >
      {slug !== undefined && <SiteNav slug={slug} isFolded={!isOpen} />}
      <div className={`mt-auto border-line border-t p-2 ${isOpen ? 'text-right' : 'text-center'}`}>
        <IconButton label={isOpen ? 'Collapse sidebar' : 'Expand sidebar'} size="sm" onClick={onToggle}>
          <Icon aria-hidden="true" size={18} strokeWidth={1.75} />
        </IconButton>
      </div>
    </aside>
  );
}

export function SiteNav({ slug, isFolded, onNavigate }: NavProps) {
  // The sidebar stays beneath the drawer.
  const id = useId();
  return (
    <nav aria-label="Site" className="overflow-y-auto overflow-x-hidden">
      {siteLinkGroups.map((group, at) => (
        <div key={group.label} className={`py-2.5 ${at > 0 ? 'border-line border-t' : ''}`}>
          <p id={`${id}-${group.label}`} className={isFolded ? 'sr-only' : 'px-5 pt-1 pb-1.5 text-meta text-muted'}>
            {group.label}
          </p>
          <ul aria-labelledby={`${id}-${group.label}`}>
            {group.links.map((item) => (
              <li key={item.label}>
                <SidebarLink item={item} slug={slug} isFolded={isFolded} {...(onNavigate && { onNavigate })} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function SidebarLink({ item, slug, isFolded, onNavigate }: NavProps & { item: SiteLink }) {
  const Icon = item.icon;
  return (
    <NavLink
      to={item.href(slug)}
      onClick={onNavigate}
      {...(isFolded && tooltip(item.label, 'right'))}
      className={`group flex h-11 items-center gap-3.5 border-transparent border-l-2 font-medium text-muted text-table hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-accent aria-[current=page]:font-semibold aria-[current=page]:text-ink md:h-9 ${
        isFolded ? 'justify-center pr-0.5' : 'px-[18px]'
      }`}
    >
      <Icon aria-hidden="true" size={17} strokeWidth={1.75} className="group-aria-[current=page]:text-accent" />
      <span className={isFolded ? 'sr-only' : ''}>{item.label}</span>
    </NavLink>
  );
}
