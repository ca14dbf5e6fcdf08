// The switcher's list for owners of many sites: searched by name, address or domain, with all sites and a new one always
// at hand. Loaded when it is opened.
import { Command } from 'cmdk';
import { Check, LayoutList, Plus, Search } from 'lucide-react';
import { Link } from 'react-router';
import type { Site } from '#shared/contract/site.ts';
import { screens } from '../screens.ts';
import { searchScore } from '../ui/search-score.ts';
import { SiteAttention } from './site-attention.tsx';
import { SiteBadge } from './site-badge.tsx';

/** Values are ids: only names, slugs and domains are searched. */
const byKeywords = (_value: string, search: string, keywords: string[] = []) =>
  Math.max(...keywords.map((keyword) => searchScore(keyword, search)));

type SitePickerProps = {
  sites: readonly Site[];
  current: Site | undefined;
  onChoose: (site: Site) => void;
  onLeave: () => void;
};

const FOOT =
  'flex min-h-9 flex-1 items-center justify-center gap-2 rounded-control font-medium text-table hover:bg-accent-tint';

export function SitePicker({ sites, current, onChoose, onLeave }: SitePickerProps) {
  return (
    <Command label="Select a site" loop filter={byKeywords} {...(current && { defaultValue: current.id })}>
      <div className="flex items-center gap-2 border-line border-b px-3">
        <Search aria-hidden="true" size={15} className="shrink-0 text-muted" />
        <Command.Input
          autoFocus
          placeholder={`Search ${sites.length} sites`}
          className="h-10 w-full bg-transparent text-base outline-none md:text-body"
        />
      </div>
      <Command.List label="Sites" className="max-h-[min(20rem,50dvh)] overflow-y-auto overscroll-contain p-1">
        <Command.Empty className="px-2.5 py-6 text-center text-muted">No site matches.</Command.Empty>
        {sites.map((site) => (
          <Command.Item
            key={site.id}
            value={site.id}
            keywords={[site.name, site.slug, ...site.domains]}
            onSelect={() => onChoose(site)}
            className="flex min-h-9 cursor-default select-none items-center gap-2.5 rounded-control px-2.5 py-1.5 font-medium text-table data-[selected=true]:bg-accent-tint"
          >
            <SiteBadge name={site.name} />
            <span className="max-w-[200px] truncate">{site.name}</span>
            <span className="ml-auto flex shrink-0 items-center gap-2.5">
              <SiteAttention siteId={site.id} />
              {site.id === current?.id && <Check aria-label="Current" size={16} className="text-accent" />}
            </span>
          </Command.Item>
        ))}
      </Command.List>
      <div className="flex gap-1 border-line border-t p-1">
        <Link to={screens.dashboard.href()} onClick={onLeave} className={FOOT}>
          <LayoutList aria-hidden="true" size={16} className="text-muted" /> All sites
        </Link>
        <Link to={screens.createSite.href()} onClick={onLeave} className={FOOT}>
          <Plus aria-hidden="true" size={16} className="text-muted" /> Add New Site
        </Link>
      </div>
    </Command>
  );
}
