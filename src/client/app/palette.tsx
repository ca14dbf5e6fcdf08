// The command palette: screens, sites, actions, and the current site's notifications by their text. Loaded when it is
// first opened; by keyboard or by pointer.
import { Command, useCommandState } from 'cmdk';
import { Check, Search, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ReactNode, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useCurrentSite } from '#client/data/current-site.ts';
import { useSetup } from '#client/data/notifications.ts';
import type { Site } from '#shared/contract/site.ts';
import { useShortcutsPreference } from '../hooks/use-shortcuts-preference.ts';
import { sameSitePage } from '../links.ts';
import { IconButton } from '../ui/button.tsx';
import { SCRIM } from '../ui/dialog-frame.tsx';
import { searchScore } from '../ui/search-score.ts';
import { useReturnFocus } from '../ui/use-return-focus.ts';
import { Key } from './key-list.tsx';
import { placesOf } from './navigation.ts';
import { FoundNotifications, NOTIFICATION_VALUE } from './palette-notifications.tsx';
import { SiteBadge } from './site-badge.tsx';
import { usePaletteActions } from './use-palette-actions.tsx';

/** Values are ids: only keywords are searched. Notifications have been chosen already. */
const byKeywords = (value: string, search: string, keywords: string[] = []) =>
  value.startsWith(NOTIFICATION_VALUE) ? 0.4 : searchScore(keywords.join(' '), search);

const GROUP =
  '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-meta [&_[cmdk-group-heading]]:text-muted';

type PaletteProps = { onClose: () => void; onShowKeys: () => void };

export function Palette({ onClose, onShowKeys }: PaletteProps) {
  const [search, setSearch] = useState('');
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { sites, current, isError, retry } = useCurrentSite();
  const [areKeysOn] = useShortcutsPreference();
  const { onCloseAutoFocus } = useReturnFocus(true);
  const hasLeft = useRef(false);
  const go = (href: string) => {
    hasLeft.current = href !== pathname;
    onClose();
    void navigate(href);
  };
  const actions = usePaletteActions(current, { go, onClose, onShowKeys });
  const places = placesOf(current?.slug);
  /** Whose notifications are searched. */
  const site = search.trim().length > 1 ? current : undefined;
  const isSettled = sites !== undefined && !isError;
  const toItem = ({ label, href, icon: Icon, key, also = '' }: (typeof places.site)[number]) => (
    <Item
      key={href}
      value={`place ${href}`}
      keywords={[label, also]}
      icon={<Icon aria-hidden="true" size={16} strokeWidth={1.75} />}
      end={
        areKeysOn &&
        key && (
          <span aria-hidden="true" className="hidden gap-1 sm:flex">
            <Key>G</Key>
            <Key>{key.toUpperCase()}</Key>
          </span>
        )
      }
      onSelect={() => go(href)}
    >
      {label}
    </Item>
  );
  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={SCRIM} />
        <Dialog.Content
          aria-describedby={undefined}
          // The new screen's heading takes the focus.
          onCloseAutoFocus={(event) => (hasLeft.current ? event.preventDefault() : onCloseAutoFocus(event))}
          className="fixed inset-x-2 top-2 z-50 mx-auto max-w-[36rem] animate-fade-in overflow-hidden rounded-panel border border-line bg-raised shadow-float outline-none sm:top-[12vh]"
        >
          <Dialog.Title className="sr-only">Search and commands</Dialog.Title>
          <Command label="Search and commands" loop filter={byKeywords}>
            <div className="flex items-center gap-2.5 border-line border-b pr-2 pl-4">
              <Search aria-hidden="true" size={16} className="shrink-0 text-muted" />
              <Command.Input
                autoFocus
                value={search}
                onValueChange={setSearch}
                placeholder="Go to a screen or site, do something, find a notification"
                className="h-12 min-w-0 flex-1 text-ellipsis bg-transparent text-base outline-none md:text-body"
              />
              <IconButton label="Close" size="sm" onClick={onClose} className="text-muted">
                <X aria-hidden="true" size={16} />
              </IconButton>
            </div>
            <Command.List
              label="Results"
              className="max-h-[min(26rem,60dvh)] scroll-py-10 overflow-y-auto overscroll-contain px-1 pb-1"
            >
              {places.site.length > 0 && (
                <Command.Group heading={<SiteHeading>{current?.name}</SiteHeading>} className={GROUP}>
                  {places.site.map(toItem)}
                </Command.Group>
              )}
              {sites && sites.length > 1 && (
                <Command.Group heading="Switch site" className={GROUP}>
                  {sites.map((site) => (
                    <Item
                      key={site.id}
                      value={`site ${site.id}`}
                      keywords={[site.name, site.slug]}
                      icon={<SiteBadge name={site.name} />}
                      end={site.id === current?.id && <Check aria-label="Current" size={16} className="text-accent" />}
                      onSelect={() => go(sameSitePage(pathname, site.slug))}
                    >
                      {site.name}
                    </Item>
                  ))}
                </Command.Group>
              )}
              <Command.Group heading="Actions" className={GROUP}>
                {actions.map(({ id, label, icon, keywords = [], onSelect }) => (
                  <Item key={id} value={`action ${id}`} keywords={[label, ...keywords]} icon={icon} onSelect={onSelect}>
                    {label}
                  </Item>
                ))}
              </Command.Group>
              <Command.Group heading="Account" className={GROUP}>
                {places.account.filter(({ href }) => !places.site.some((each) => each.href === href)).map(toItem)}
              </Command.Group>
              {site && <FoundNotifications site={site} search={search} onChoose={go} Item={Item} className={GROUP} />}
              {isError ? (
                <Note role="alert">
                  Couldn't load your sites.{' '}
                  <button type="button" onClick={retry} className="font-semibold text-accent underline">
                    Try again
                  </button>
                </Note>
              ) : (
                !sites && <Note role="status">Loading sites...</Note>
              )}
              {site ? (
                <SearchedOutcome search={search} site={site} isSettled={isSettled} />
              ) : (
                <Outcome search={search} isSettled={isSettled} />
              )}
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const SiteHeading = ({ children }: { children: ReactNode }) => <span className="block truncate">{children}</span>;

type ItemProps = {
  value: string;
  keywords: string[];
  icon: ReactNode;
  end?: ReactNode;
  onSelect: () => void;
  children: ReactNode;
};

function Item({ value, keywords, icon, end, onSelect, children }: ItemProps) {
  return (
    <Command.Item
      value={value}
      keywords={keywords}
      onSelect={onSelect}
      className="flex min-h-11 cursor-default select-none items-center gap-3 rounded-control px-2.5 py-1.5 data-[selected=true]:bg-accent-tint sm:min-h-9"
    >
      <span className="grid size-5 shrink-0 place-items-center text-muted">{icon}</span>
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {end}
    </Command.Item>
  );
}

export type PaletteItem = typeof Item;

const Note = ({ role, children }: { role: 'alert' | 'status'; children: ReactNode }) => (
  <p role={role} className="px-2.5 py-4 text-muted">
    {children}
  </p>
);

type OutcomeProps = { search: string; isSettled: boolean };

function SearchedOutcome({ site, isSettled, ...props }: OutcomeProps & { site: Site }) {
  const { notifications } = useSetup(site.id);
  return <Outcome {...props} isSettled={isSettled && notifications.data !== undefined} />;
}

/** How many results there are: read out, and shown when there are none and nothing is left to be searched. */
function Outcome({ search, isSettled }: OutcomeProps) {
  const found = useCommandState(({ filtered }) => filtered.count);
  if (search === '' || (found === 0 && !isSettled)) return null;
  return (
    <p role="status" className={found > 0 ? 'sr-only' : 'px-2.5 py-6 text-center text-muted'}>
      {found > 0 ? `${found} ${found === 1 ? 'result' : 'results'}` : `Nothing found for “${search.trim()}”.`}
    </p>
  );
}
