// Picks one of a few values. For many values (such as time zones), use Combobox.
import { Check, ChevronDown } from 'lucide-react';
import { Select as RadixSelect } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { INPUT_LOOK } from './input.tsx';
import type { ControlProps } from './number-input.tsx';
import { popper } from './popper.ts';

type SelectOption = {
  value: string;
  label: string;
  description?: string | undefined;
  icon?: ReactNode;
};

type SelectProps = ControlProps & {
  value: string;
  onValueChange: (value: string) => void;
  options: readonly SelectOption[];
  className?: string | undefined;
};

export function Select({ value, onValueChange, options, disabled = false, className, ...trigger }: SelectProps) {
  const chosen = options.find((option) => option.value === value);
  return (
    <RadixSelect.Root value={value} onValueChange={onValueChange} disabled={disabled}>
      <RadixSelect.Trigger
        {...trigger}
        className={classNames(
          INPUT_LOOK,
          'flex h-10 items-center gap-2 text-left',
          !chosen && 'text-placeholder',
          className,
        )}
      >
        {chosen?.icon && <span className="shrink-0 text-muted">{chosen.icon}</span>}
        <span className="min-w-0 flex-1 truncate">{chosen?.label ?? 'Choose…'}</span>
        <ChevronDown aria-hidden="true" size={16} className="shrink-0 text-muted" />
      </RadixSelect.Trigger>
      <RadixSelect.Portal>
        <RadixSelect.Content
          position="popper"
          {...popper(
            'max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) max-w-[min(28rem,calc(100vw-1rem))] overflow-hidden',
          )}
        >
          <RadixSelect.Viewport className="p-1">
            {options.map((option) => (
              <Option key={option.value} {...option} />
            ))}
          </RadixSelect.Viewport>
        </RadixSelect.Content>
      </RadixSelect.Portal>
    </RadixSelect.Root>
  );
}

function Option({ value, label, description, icon }: SelectOption) {
  return (
    <RadixSelect.Item
      value={value}
      className="flex min-h-9 cursor-default select-none items-start gap-2.5 rounded-control px-2.5 py-2 text-body outline-none data-highlighted:bg-accent-tint"
    >
      {icon && <span className="mt-0.5 shrink-0 text-muted">{icon}</span>}
      <span className="min-w-0 flex-1">
        <span className="block data-[state=checked]:font-semibold">
          <RadixSelect.ItemText>{label}</RadixSelect.ItemText>
        </span>
        {description && <span className="block text-meta text-muted">{description}</span>}
      </span>
      <span className="mt-0.5 size-4 shrink-0 text-accent">
        <RadixSelect.ItemIndicator>
          <Check aria-hidden="true" size={16} />
        </RadixSelect.ItemIndicator>
      </span>
    </RadixSelect.Item>
  );
}
