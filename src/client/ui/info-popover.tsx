// Explains a term on demand: a small button beside its name. It opens on press, so that it works with touch and
// keyboard.
import { Info } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useOpening } from '../hooks/after-paint.ts';
import { lazyOverlay } from './load-later.tsx';

const Card = lazyOverlay(async () => (await import('./info-card.tsx')).InfoCard);

export function InfoPopover({ what, children }: { what: string; children: ReactNode }) {
  const [isNear, setIsNear] = useState(false);
  const [isOpen, setIsOpen] = useOpening();
  const wasOpen = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  const approach = () => setIsNear(true);
  const label = `What ${what} means`;
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={approach}
        onFocus={approach}
        onPointerDown={() => {
          wasOpen.current = isOpen;
        }}
        onClick={() => {
          approach();
          setIsOpen(!wasOpen.current);
          wasOpen.current = false;
        }}
        className="-my-1 inline-grid size-6 place-items-center rounded-control text-muted hover:text-ink"
      >
        <Info aria-hidden="true" size={14} />
      </button>
      {isNear && (
        <Card button={button} label={label} isOpen={isOpen} onClose={() => setIsOpen(false)}>
          {children}
        </Card>
      )}
    </>
  );
}
