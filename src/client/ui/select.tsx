// Picks one of a few values. For many values (such as time zones), use Combobox.
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { INPUT_LOOK } from './input.tsx';
import { lazyOverlay } from './load-later.tsx';
import { useOpener } from './use-opener.ts';

export type SelectOption = {
  value: string;
  label: string;
  description?: string | undefined;
  icon?: ReactNode;
};

type SelectProps = {
  id?: string | undefined;
  value: string;
  onValueChange: (value: string) => void;
  options: readonly SelectOption[];
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
  className?: string | undefined;
  'aria-label'?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
};

const SelectList = lazyOverlay(async () => (await import('./select-list.tsx')).SelectList);

export function Select({
  value,
  onValueChange,
  options,
  placeholder = 'Choose…',
  disabled = false,
  className,
  ...trigger
}: SelectProps) {
  const { ref, isNear, isOpen, open, close, props } = useOpener(['ArrowDown', 'ArrowUp']);
  const chosen = options.find((option) => option.value === value);
  return (
    <>
      <button
        {...trigger}
        ref={ref}
        type="button"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        {...props}
        disabled={disabled}
        className={classNames(
          INPUT_LOOK,
          'flex h-10 items-center gap-2 text-left',
          !chosen && 'text-placeholder',
          className,
        )}
      >
        {chosen?.icon && <span className="shrink-0 text-muted">{chosen.icon}</span>}
        <span className="min-w-0 flex-1 truncate">{chosen?.label ?? placeholder}</span>
        <ChevronDown aria-hidden="true" size={16} className="shrink-0 text-muted" />
      </button>
      {isNear && !disabled && (
        <SelectList
          button={ref}
          value={value}
          onValueChange={onValueChange}
          options={options}
          isOpen={isOpen}
          onOpen={open}
          onClose={close}
        />
      )}
    </>
  );
}
