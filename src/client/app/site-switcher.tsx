// Switches the current site, in the header. The open sub-page stays the same.
import { Check, ChevronsUpDown, LayoutList, Plus } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import { TOASTS } from '#shared/messages.ts';
import { sameSitePage } from '../links.ts';
import { screens } from '../screens.ts';
import { Button } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import type { CurrentSite } from './use-current-site.ts';

const TRIGGER =
  'flex h-9 items-center gap-2.5 rounded-control border border-line bg-raised px-2.5 font-semibold text-table hover:border-field';

export function SiteSwitcher({ sites, current, isError, isFetching, retry }: CurrentSite) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  if (isError) {
    return (
      <p role="alert" className="flex items-center gap-3 text-table text-danger">
        {TOASTS.sitesFetchFailed.title}
        <Button variant="secondary" size="sm" onClick={retry} isBusy={isFetching}>
          Retry
        </Button>
      </p>
    );
  }
  if (!sites) return <p className="text-table text-muted">Loading sites...</p>;
  const toCreate = {
    kind: 'item',
    label: sites.length > 0 ? 'Add New Site' : 'Create your first site',
    icon: <Plus aria-hidden="true" size={16} />,
    onSelect: () => navigate(screens.createSite.href()),
  } as const;
  return (
    <Menu
      label="Sites"
      align="start"
      trigger={
        <button type="button" className={TRIGGER} title={current?.name}>
          {current && <SiteBadge name={current.name} />}
          <span className="sr-only">Site: </span>
          <span className="max-w-[120px] truncate">{current?.name ?? 'No sites found'}</span>
          <ChevronsUpDown aria-hidden="true" size={14} className="text-muted" />
        </button>
      }
      items={() => [
        ...(current ? [{ kind: 'label', label: 'Select a site' } as const] : []),
        ...sites.map(
          (site) =>
            ({
              kind: 'item',
              label: <span className="block max-w-[200px] truncate">{site.name}</span>,
              icon:
                site.id === current?.id ? (
                  <Check aria-label="Current" size={16} className="text-accent" />
                ) : (
                  <span className="size-4" />
                ),
              onSelect: () => navigate(sameSitePage(pathname, site.slug)),
            }) as const,
        ),
        { kind: 'separator' },
        ...(sites.length > 0
          ? [
              {
                kind: 'item',
                label: 'All sites',
                icon: <LayoutList aria-hidden="true" size={16} />,
                onSelect: () => navigate(screens.dashboard.href()),
              } as const,
            ]
          : []),
        toCreate,
      ]}
    />
  );
}

/** A site's initial in a small square. Decorative: the name is always next to it. */
export function SiteBadge({ name }: { name: string }) {
  const initial = [...name.trim()][0]?.toUpperCase() ?? '·';
  return (
    <span
      aria-hidden="true"
      className="grid size-5 shrink-0 place-items-center rounded-control bg-ink font-bold text-[11px] text-paper"
    >
      {initial}
    </span>
  );
}
