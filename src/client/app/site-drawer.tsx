// The sidebar below 768 px: a drawer over the screen, which says whose navigation it is. It opens on the current entry,
// and closes by following a link, by Escape, or by pressing beside it.
import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type MouseEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import type { Site } from '#shared/contract/site.ts';
import { IconButton } from '../ui/button.tsx';
import { useReturnFocus } from '../ui/use-return-focus.ts';
import { SiteNav } from './sidebar.tsx';
import { SiteBadge } from './site-badge.tsx';

export function SiteDrawer({ site, onClose }: { site: Site; onClose: () => void }) {
  const { onCloseAutoFocus } = useReturnFocus(true);
  const content = useRef<HTMLDivElement>(null);
  const isLeaving = useRef(false);
  const { pathname } = useLocation();
  const leave = ({ currentTarget }: MouseEvent<HTMLAnchorElement>) => {
    isLeaving.current = currentTarget.pathname !== pathname;
    onClose();
  };
  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade-in bg-scrim md:hidden" />
        <Dialog.Content
          ref={content}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            const links = content.current?.querySelectorAll<HTMLElement>('nav a') ?? [];
            const current = [...links].find((link) => link.ariaCurrent === 'page') ?? links[0];
            current?.focus({ preventScroll: true });
            current?.scrollIntoView({ block: 'nearest' });
          }}
          // The new screen's heading takes the focus.
          onCloseAutoFocus={(event) => (isLeaving.current ? event.preventDefault() : onCloseAutoFocus(event))}
          className="fixed inset-y-0 left-0 z-50 flex w-64 flex-col border-line border-r bg-surface pb-[env(safe-area-inset-bottom)] outline-none md:hidden"
        >
          <div className="flex h-16 shrink-0 items-center gap-3 border-line border-b pr-2 pl-4">
            <SiteBadge name={site.name} />
            <Dialog.Title className="min-w-0 flex-1 truncate font-semibold">
              {site.name}
              <span className="sr-only">, site menu</span>
            </Dialog.Title>
            <IconButton label="Close menu" onClick={onClose}>
              <X aria-hidden="true" size={18} />
            </IconButton>
          </div>
          <SiteNav slug={site.slug} isFolded={false} onNavigate={leave} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
