// The tooltip itself, loaded when somebody first comes near an element that has one.
import { Tooltip } from 'radix-ui';
import type { RefObject } from 'react';
import { ListeningStandIn } from './stand-in.tsx';
import type { TooltipSide } from './tooltip.tsx';

type TooltipBubbleProps = { element: RefObject<HTMLElement | null>; label: string; side: TooltipSide };

export const TooltipBubble = ({ element, label, side }: TooltipBubbleProps) => (
  <Tooltip.Provider delayDuration={400}>
    <Tooltip.Root>
      <Tooltip.Trigger asChild>
        <ListeningStandIn element={element} />
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-60 max-w-64 animate-fade-in rounded-control bg-ink px-2 py-1 font-medium text-meta text-paper"
        >
          {label}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  </Tooltip.Provider>
);
