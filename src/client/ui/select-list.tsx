// The list of a select, loaded when somebody comes near it.
import { Check } from 'lucide-react';
import { Select } from 'radix-ui';
import type { RefObject } from 'react';
import type { SelectOption } from './select.tsx';
import { ListeningStandIn } from './stand-in.tsx';

type SelectListProps = {
  /** Opens it: it stands there, and gets the focus back. */
  button: RefObject<HTMLButtonElement | null>;
  value: string;
  onValueChange: (value: string) => void;
  options: readonly SelectOption[];
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
};

export const SelectList = ({ button, value, onValueChange, options, isOpen, onOpen, onClose }: SelectListProps) => (
  <Select.Root
    value={value}
    onValueChange={onValueChange}
    open={isOpen}
    onOpenChange={(next) => (next ? onOpen() : onClose())}
  >
    <Select.Trigger asChild>
      {/* Letters choose among the options while the list is closed, too. */}
      <ListeningStandIn element={button} events={KEYS} />
    </Select.Trigger>
    <Select.Portal>
      <Select.Content
        position="popper"
        sideOffset={4}
        collisionPadding={8}
        className="z-60 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) max-w-[min(28rem,calc(100vw-1rem))] animate-rise-in overflow-hidden rounded-panel border border-line bg-raised shadow-float"
      >
        <Select.Viewport className="p-1">
          {options.map((option) => (
            <Option key={option.value} {...option} />
          ))}
        </Select.Viewport>
      </Select.Content>
    </Select.Portal>
  </Select.Root>
);

const KEYS = { onKeyDown: 'keydown' } as const;

function Option({ value, label, description, icon }: SelectOption) {
  return (
    <Select.Item
      value={value}
      className="flex min-h-9 cursor-default select-none items-start gap-2.5 rounded-control px-2.5 py-2 text-body outline-none data-highlighted:bg-accent-tint"
    >
      {icon && <span className="mt-0.5 shrink-0 text-muted">{icon}</span>}
      <span className="min-w-0 flex-1">
        <span className="block data-[state=checked]:font-semibold">
          <Select.ItemText>{label}</Select.ItemText>
        </span>
        {description && <span className="block text-meta text-muted">{description}</span>}
      </span>
      <span className="mt-0.5 size-4 shrink-0 text-accent">
        <Select.ItemIndicator>
          <Check aria-hidden="true" size={16} />
        </Select.ItemIndicator>
      </span>
    </Select.Item>
  );
}
