// Explains a term on demand: a small button beside its name. It opens on press, so that it works with touch and
// keyboard.
import { Info } from 'lucide-react';
import { Popover } from 'radix-ui';
import type { ReactNode } from 'react';

export function InfoPopover({ what, children }: { what: string; children: ReactNode }) {
  return (
    <Popover.Root>
      <Popover.Trigger
        aria-label={`What ${what} means`}
        className="-my-1 inline-grid size-6 place-items-center rounded-control text-muted hover:text-ink"
      >
        <Info aria-hidden="true" size={14} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          side="top"
          sideOffset={4}
          collisionPadding={12}
          aria-label={`What ${what} means`}
          className="z-60 max-w-[min(20rem,calc(100vw-1.5rem))] animate-rise-in space-y-2 text-pretty rounded-panel border border-line bg-raised px-4 py-3 text-ink text-table shadow-float outline-none"
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
