// A popover that opens from a button: more than a word about what stands there, or something to choose with.
import { Popover } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { popper } from './popper.ts';

type PopoverCardProps = {
  /** A single button that accepts a ref. */
  trigger: ReactNode;
  label: string;
  side?: 'top' | 'bottom' | undefined;
  align?: 'start' | 'center' | 'end' | undefined;
  /** Its width and padding. */
  className: string;
  /** For one that something inside it closes, or that stands in a dialog. */
  root?: ComponentProps<typeof Popover.Root>;
  children: ReactNode;
};

export const PopoverCard = ({ trigger, label, side, align, className, root, children }: PopoverCardProps) => (
  <Popover.Root {...root}>
    <Popover.Trigger asChild>{trigger}</Popover.Trigger>
    <Popover.Portal>
      <Popover.Content side={side} align={align} aria-label={label} {...popper(`outline-none ${className}`)}>
        {children}
      </Popover.Content>
    </Popover.Portal>
  </Popover.Root>
);
