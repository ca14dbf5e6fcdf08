// The command palette's button in the header, and what the keyboard shortcuts do. The palette and the list of keys are
// loaded when somebody comes near.
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useCurrentSite } from '#client/data/current-site.ts';
import { useShortcutsPreference } from '../hooks/use-shortcuts-preference.ts';
import { lazyOverlay } from '../ui/load-later.tsx';
import { prefetchCode } from '../ui/loadable.ts';
import { tooltip } from '../ui/tooltip.tsx';
import { goLetters, placesOf } from './navigation.ts';
import { isApple, PALETTE_KEYS, type Shortcut, useShortcuts } from './shortcuts.ts';

const load = () => import('./palette.tsx');
const Palette = lazyOverlay(async () => (await load()).Palette);
const KeyList = lazyOverlay(async () => (await import('./key-list.tsx')).KeyList);
const prefetch = () => prefetchCode(load);

export function Commands() {
  const navigate = useNavigate();
  const { key } = useLocation();
  const { current } = useCurrentSite();
  const [areKeysOn] = useShortcutsPreference();
  // What is open belongs to the location where it was opened, so that navigating closes it.
  const [opened, setOpened] = useState<{ what: 'palette' | 'keys'; at: string } | null>(null);
  const open = (what: 'palette' | 'keys') => setOpened({ what, at: key });
  const close = () => setOpened(null);
  const run = (shortcut: Shortcut) => {
    if (shortcut.kind !== 'go') return open(shortcut.kind);
    const { site, account } = placesOf(current?.slug);
    const place = [...site, ...account].find((each) => each.key === shortcut.letter);
    if (place) void navigate(place.href);
  };
  useShortcuts(goLetters, areKeysOn ? run : null);
  const what = opened?.at === key ? opened.what : null;
  return (
    <>
      <button
        type="button"
        aria-label="Search and commands"
        aria-haspopup="dialog"
        {...(areKeysOn && { 'aria-keyshortcuts': isApple ? 'Meta+K' : 'Control+K' })}
        {...tooltip('Search and commands')}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => open('palette')}
        className="flex size-9 items-center justify-center gap-2 rounded-control text-muted hover:text-ink lg:w-48 lg:justify-start lg:border lg:border-line lg:bg-raised lg:px-2.5 lg:hover:border-field"
      >
        <Search aria-hidden="true" size={18} strokeWidth={1.75} className="shrink-0 lg:size-4" />
        <span className="hidden flex-1 text-left text-table lg:block">Search…</span>
        {areKeysOn && (
          <kbd className="hidden font-sans text-meta lg:block">{PALETTE_KEYS.join(isApple ? ' ' : '+')}</kbd>
        )}
      </button>
      {what === 'palette' && <Palette onClose={close} onShowKeys={() => open('keys')} />}
      {what === 'keys' && <KeyList slug={current?.slug} onClose={close} />}
    </>
  );
}
