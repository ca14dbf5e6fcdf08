// A popover, loaded when somebody comes near its button.
import { Popover } from 'radix-ui';
import type { ReactNode, RefObject } from 'react';
import { classNames } from './class-names.ts';
import { StandIn } from './stand-in.tsx';

export type PopoverCardProps = {
  /** Opens it: it stands there, and gets the focus back. */
  button: RefObject<HTMLButtonElement | null>;
  label: string;
  side?: 'top' | 'bottom' | undefined;
  align?: 'start' | 'center' | undefined;
  /** Its width and padding. */
  className: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
};

export const PopoverCard = ({ button, label, side, align, className, isOpen, onClose, children }: PopoverCardProps) => (
  <Popover.Root open={isOpen} onOpenChange={(next) => next || onClose()}>
    <Popover.Trigger asChild>
      <StandIn element={button} />
    </Popover.Trigger>
    <Popover.Portal>
      <Popover.Content
        side={side}
        align={align}
        sideOffset={5}
        collisionPadding={12}
        aria-label={label}
        className={classNames(
          'z-60 animate-rise-in rounded-panel border border-line bg-raised text-ink shadow-float outline-none',
          className,
        )}
      >
        {children}
      </Popover.Content>
    </Popover.Portal>
  </Popover.Root>
);
