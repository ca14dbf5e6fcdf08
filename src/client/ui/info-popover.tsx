// Explains a term on demand: a small button beside its name. It opens on press, so that it works with touch and
// keyboard.
import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { PopoverCard } from './popover-card.tsx';

type InfoPopoverProps = { what: string; side?: 'top' | 'bottom'; children: ReactNode };

export function InfoPopover({ what, side = 'top', children }: InfoPopoverProps) {
  const label = `What ${what} means`;
  return (
    <PopoverCard
      label={label}
      side={side}
      className="max-w-[min(20rem,calc(100vw-1.5rem))] space-y-2 text-pretty px-4 py-3 text-table"
      trigger={
        <button
          type="button"
          aria-label={label}
          className="-my-1 inline-grid size-6 place-items-center rounded-control text-muted hover:text-ink"
        >
          <Info aria-hidden="true" size={14} />
        </button>
      }
    >
      {children}
    </PopoverCard>
  );
}
