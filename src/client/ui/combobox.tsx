// Picks one of many values, such as a time zone, by typing part of its label.
import { Command, defaultFilter } from 'cmdk';
import { Check, ChevronsUpDown, Search } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useId, useState } from 'react';
import { classNames } from './class-names.ts';
import { INPUT_LOOK } from './input.tsx';

type ComboboxProps = {
  id?: string | undefined;
  value: string;
  onValueChange: (value: string) => void;
  options: readonly { value: string; label: string }[];
  placeholder: string;
  searchPlaceholder: string;
  emptyText: string;
  /** Called when the list opens and closes, such as to load its options. */
  onOpenChange?: ((isOpen: boolean) => void) | undefined;
  disabled?: boolean | undefined;
  'aria-label'?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
};

/** Values may be ids: only labels are searched. */
const byLabel = (_value: string, search: string, labels: string[] = []) => defaultFilter(labels.join(' '), search);

export function Combobox({
  value,
  onValueChange,
  options,
  placeholder,
  searchPlaceholder,
  emptyText,
  onOpenChange,
  ...trigger
}: ComboboxProps) {
  const [isOpen, setIsOpen] = useState(false);
  const listId = useId();
  const chosen = options.find((option) => option.value === value);
  const open = (next: boolean) => {
    setIsOpen(next);
    onOpenChange?.(next);
  };
  const choose = (next: string) => {
    onValueChange(next);
    open(false);
  };
  return (
    // Must be modal, or the scroll lock of a surrounding dialog would block its list too.
    <Popover.Root modal open={isOpen} onOpenChange={open}>
      <Popover.Trigger
        {...trigger}
        role="combobox"
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        aria-controls={isOpen ? listId : undefined}
        className={classNames(INPUT_LOOK, 'flex h-10 items-center gap-2 text-left')}
      >
        <span className={classNames('min-w-0 flex-1 truncate', !chosen && 'text-muted')}>
          {chosen?.label ?? placeholder}
        </span>
        <ChevronsUpDown aria-hidden="true" size={15} className="shrink-0 text-muted" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          id={listId}
          aria-label={searchPlaceholder}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="z-60 w-(--radix-popover-trigger-width) min-w-60 animate-rise-in overflow-hidden rounded-panel border border-line bg-raised shadow-float"
        >
          <Command label={searchPlaceholder} loop filter={byLabel}>
            <div className="flex items-center gap-2 border-line border-b px-3">
              <Search aria-hidden="true" size={15} className="shrink-0 text-muted" />
              <Command.Input
                placeholder={searchPlaceholder}
                className="h-10 w-full bg-transparent text-base outline-none md:text-body"
              />
            </div>
            <Command.List label={placeholder} className="max-h-64 overflow-y-auto p-1">
              <Command.Empty className="px-2.5 py-6 text-center text-muted">{emptyText}</Command.Empty>
              {options.map((option) => (
                <Command.Item
                  key={option.value}
                  value={option.value}
                  keywords={[option.label]}
                  onSelect={() => choose(option.value)}
                  className="flex min-h-9 cursor-default select-none items-center gap-2 rounded-control px-2.5 py-1.5 data-[selected=true]:bg-accent-tint"
                >
                  <span className="min-w-0 flex-1 truncate">{option.label}</span>
                  {option.value === value && <Check aria-label="Chosen" size={16} className="shrink-0 text-accent" />}
                </Command.Item>
              ))}
            </Command.List>
          </Command>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
