// Explains a term on demand: a small button beside its name. It opens on press, so that it works with touch and
// keyboard.
import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { lazyOverlay } from './load-later.tsx';
import { useOpener } from './use-opener.ts';

const Card = lazyOverlay(async () => (await import('./popover-card.tsx')).PopoverCard);

export function InfoPopover({ what, children }: { what: string; children: ReactNode }) {
  const { ref, isNear, isOpen, close, props } = useOpener();
  const label = `What ${what} means`;
  return (
    <>
      <button
        ref={ref}
        type="button"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        {...props}
        className="-my-1 inline-grid size-6 place-items-center rounded-control text-muted hover:text-ink"
      >
        <Info aria-hidden="true" size={14} />
      </button>
      {isNear && (
        <Card
          button={ref}
          label={label}
          side="top"
          className="max-w-[min(20rem,calc(100vw-1.5rem))] space-y-2 text-pretty px-4 py-3 text-table"
          isOpen={isOpen}
          onClose={close}
        >
          {children}
        </Card>
      )}
    </>
  );
}
