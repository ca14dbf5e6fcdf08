// A short label on hover and focus. Never the only place for important information: touch devices show no tooltips.
import { Slot } from 'radix-ui';
import { type ReactNode, useRef, useState } from 'react';
import { lazyExtra } from './loadable.ts';

export type TooltipSide = 'top' | 'right' | 'bottom' | 'left';

type TooltipProps = {
  label: string;
  /** One focusable element that accepts a ref. */
  children: ReactNode;
  side?: TooltipSide | undefined;
};

const Bubble = lazyExtra(async () => (await import('./tooltip-bubble.tsx')).TooltipBubble);

/** Costs nothing but its handlers until somebody comes near. */
export function Tooltip({ label, children, side = 'top' }: TooltipProps) {
  const [isNear, setIsNear] = useState(false);
  const element = useRef<HTMLElement>(null);
  return (
    <>
      <Slot.Root
        ref={element}
        onPointerEnter={({ pointerType }) => pointerType !== 'touch' && setIsNear(true)}
        onFocus={() => setIsNear(true)}
      >
        {children}
      </Slot.Root>
      {isNear && <Bubble element={element} label={label} side={side} />}
    </>
  );
}
