// Switches the current site, in the header. The open sub-page stays the same. Many sites are searched.
import { Check, ChevronsUpDown, LayoutList, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { CurrentSite } from '#client/data/current-site.ts';
import { FIRST_TOASTS } from '#shared/first-messages.ts';
import { SITES_SEARCHED_FROM } from '../data/sites.ts';
import { sameSitePage } from '../links.ts';
import { screens } from '../screens.ts';
import { Button } from '../ui/button.tsx';
import { lazyPart } from '../ui/load-later.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { PopoverCard } from '../ui/popover-card.tsx';
import { SiteAttention } from './site-attention.tsx';
import { SiteBadge } from './site-badge.tsx';

const TRIGGER =
  'flex h-9 items-center gap-2.5 rounded-control border border-line bg-raised px-2.5 font-semibold text-table hover:border-field';

const SitePicker = lazyPart(
  async () => (await import('./site-picker.tsx')).SitePicker,
  <p className="px-3 py-2.5 text-muted text-table">Loading sites...</p>,
);

export function SiteSwitcher({ sites, current, isError, isFetching, retry }: CurrentSite) {
  const { key, pathname } = useLocation();
  const navigate = useNavigate();
  // Navigating closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const close = () => setOpenAt(null);
  if (isError) {
    return (
      <p role="alert" className="flex items-center gap-3 text-table text-danger">
        {FIRST_TOASTS.sitesFetchFailed.title}
        <Button variant="secondary" size="sm" onClick={retry} isBusy={isFetching}>
          Retry
        </Button>
      </p>
    );
  }
  if (!sites) return <p className="text-table text-muted">Loading sites...</p>;
  const hasSites = sites.length > 0;
  const item = (label: ReactNode, icon: ReactNode, href: string): MenuItem => ({
    kind: 'item',
    label,
    icon,
    onSelect: () => navigate(href),
  });
  const trigger = (
    <button type="button" className={TRIGGER} title={current?.name}>
      {current && <SiteBadge name={current.name} />}
      <span className="sr-only">Site: </span>
      <span className="max-w-[120px] truncate">{current?.name ?? 'No sites found'}</span>
      <ChevronsUpDown aria-hidden="true" size={14} className="text-muted" />
    </button>
  );
  if (sites.length >= SITES_SEARCHED_FROM) {
    return (
      <PopoverCard
        label="Sites"
        align="start"
        className="w-96 overflow-hidden"
        root={{ open: openAt === key, onOpenChange: (isOpen) => setOpenAt(isOpen ? key : null) }}
        trigger={trigger}
      >
        <SitePicker
          sites={sites}
          current={current}
          onChoose={({ slug }) => {
            close();
            void navigate(sameSitePage(pathname, slug));
          }}
          onLeave={close}
        />
      </PopoverCard>
    );
  }
  return (
    <Menu
      label="Sites"
      align="start"
      trigger={trigger}
      items={() => [
        ...(current ? [{ kind: 'label', label: 'Select a site' } as const] : []),
        ...sites.map(({ id, name, slug }) => {
          const isCurrent = id === current?.id;
          const label = (
            <span className="flex items-center justify-between gap-4">
              <span className="max-w-[200px] truncate">{name}</span>
              <SiteAttention siteId={id} />
            </span>
          );
          const mark = <Check aria-label="Current" size={16} className="text-accent" />;
          return item(label, isCurrent ? mark : <span className="block size-4" />, sameSitePage(pathname, slug));
        }),
        { kind: 'separator' },
        ...(hasSites ? [item('All sites', <LayoutList aria-hidden="true" size={16} />, screens.dashboard.href())] : []),
        item(
          hasSites ? 'Add New Site' : 'Create your first site',
          <Plus aria-hidden="true" size={16} />,
          screens.createSite.href(),
        ),
      ]}
    />
  );
}
