// What an info popover shows, loaded when somebody comes near its button.
import { Popover } from 'radix-ui';
import type { ReactNode, RefObject } from 'react';
import { StandIn } from './stand-in.tsx';

type InfoCardProps = {
  /** Opens it: it stands there, and gets the focus back. */
  button: RefObject<HTMLButtonElement | null>;
  label: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
};

export const InfoCard = ({ button, label, isOpen, onClose, children }: InfoCardProps) => (
  <Popover.Root open={isOpen} onOpenChange={(next) => next || onClose()}>
    <Popover.Trigger asChild>
      <StandIn element={button} />
    </Popover.Trigger>
    <Popover.Portal>
      <Popover.Content
        side="top"
        sideOffset={4}
        collisionPadding={12}
        aria-label={label}
        className="z-60 max-w-[min(20rem,calc(100vw-1.5rem))] animate-rise-in space-y-2 text-pretty rounded-panel border border-line bg-raised px-4 py-3 text-ink text-table shadow-float outline-none"
      >
        {children}
      </Popover.Content>
    </Popover.Portal>
  </Popover.Root>
);
