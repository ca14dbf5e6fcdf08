// The navigation of one site: a sidebar that collapses to icons from 768 px up, a drawer below that.
import { PanelLeftClose, PanelLeftOpen, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { NavLink } from 'react-router';
import { IconButton } from '../ui/button.tsx';
import { Wordmark } from '../ui/logo.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { type SiteLink, siteLinkGroups } from './navigation.ts';

type NavProps = { slug: string; isFolded: boolean; onNavigate?: () => void };

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
      className={`fixed top-16 bottom-0 left-0 z-20 hidden flex-col border-line border-r bg-surface transition-[width] duration-150 motion-reduce:transition-none md:flex ${isOpen ? 'w-64' : 'w-16'}`}
    >
      {slug !== undefined && <SiteNav slug={slug} isFolded={!isOpen} />}
      <div className={`mt-auto border-line border-t p-2 ${isOpen ? 'text-right' : 'text-center'}`}>
        <IconButton label={isOpen ? 'Collapse sidebar' : 'Expand sidebar'} variant="ghost" size="sm" onClick={onToggle}>
          <Icon aria-hidden="true" size={18} strokeWidth={1.75} />
        </IconButton>
      </div>
    </aside>
  );
}

/** The sidebar as a drawer, closed by following a link. */
export function SidebarDrawer({
  slug,
  isOpen,
  onOpenChange,
}: {
  slug: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-scrim md:hidden" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 flex w-64 flex-col overflow-y-auto border-line border-r bg-surface outline-none md:hidden"
        >
          <Dialog.Title className="sr-only">Site menu</Dialog.Title>
          <div className="flex h-16 shrink-0 items-center justify-between border-line border-b pr-2 pl-5">
            <Wordmark size="sm" />
            <IconButton label="Close menu" variant="ghost" onClick={() => onOpenChange(false)}>
              <X aria-hidden="true" size={18} />
            </IconButton>
          </div>
          <SiteNav slug={slug} isFolded={false} onNavigate={() => onOpenChange(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function SiteNav({ slug, isFolded, onNavigate }: NavProps) {
  return (
    <nav aria-label="Site" className="overflow-y-auto">
      {siteLinkGroups.map((group, at) => (
        <div key={group.label} className={`py-3 ${at > 0 ? 'border-line border-t' : ''}`}>
          <p
            id={`nav-${group.label}`}
            className={group.label === 'Main' || isFolded ? 'sr-only' : 'px-5 pt-1 pb-1.5 text-meta text-muted'}
          >
            {group.label}
          </p>
          <ul aria-labelledby={`nav-${group.label}`}>
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
  // Style by aria-current, not with NavLink's function: the tooltip joins class names as strings.
  const link = (
    <NavLink
      to={item.href(slug)}
      onClick={onNavigate}
      className={`group flex h-10 items-center gap-3.5 border-transparent border-l-2 font-medium text-muted text-table hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-accent aria-[current=page]:font-semibold aria-[current=page]:text-ink md:h-9 ${
        isFolded ? 'justify-center pr-0.5' : 'px-[18px]'
      }`}
    >
      <Icon aria-hidden="true" size={17} strokeWidth={1.75} className="group-aria-[current=page]:text-accent" />
      <span className={isFolded ? 'sr-only' : ''}>{item.label}</span>
    </NavLink>
  );
  return isFolded ? (
    <Tooltip label={item.label} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}
