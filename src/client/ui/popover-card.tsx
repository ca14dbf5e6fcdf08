// A popover that opens from a button: more than a word about what stands there, or something to choose with.
import { Popover } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

type PopoverCardProps = {
  /** A single button that accepts a ref. */
  trigger: ReactNode;
  label: string;
  side?: 'top' | 'bottom' | undefined;
  align?: 'start' | 'center' | undefined;
  /** Its width and padding. */
  className: string;
  children: ReactNode;
};

export const PopoverCard = ({ trigger, label, side, align, className, children }: PopoverCardProps) => (
  <Popover.Root>
    <Popover.Trigger asChild>{trigger}</Popover.Trigger>
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
