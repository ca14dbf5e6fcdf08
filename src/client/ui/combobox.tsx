// Picks one of many values, such as a time zone, by typing part of its label.
import { Command } from 'cmdk';
import { Check, ChevronsUpDown, Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { INPUT_LOOK } from './input.tsx';
import type { ControlProps } from './number-input.tsx';
import { PopoverCard } from './popover-card.tsx';
import { searchScore } from './search-score.ts';

type ComboboxProps = ControlProps & {
  value: string;
  onValueChange: (value: string) => void;
  options: readonly { value: string; label: string }[];
  placeholder: string;
  searchPlaceholder: string;
  emptyText: string;
  /** Called when the list opens and closes, such as to load its options. */
  onOpenChange?: ((isOpen: boolean) => void) | undefined;
};

/** Values may be ids: only labels are searched. */
const byLabel = (_value: string, search: string, labels: string[] = []) => searchScore(labels.join(' '), search);

export function Combobox({ value, onValueChange, options, placeholder, onOpenChange, ...props }: ComboboxProps) {
  const { searchPlaceholder, emptyText, ...trigger } = props;
  const [isOpen, setIsOpen] = useState(false);
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
    <PopoverCard
      label={searchPlaceholder}
      align="start"
      className="w-(--radix-popover-trigger-width) min-w-60 overflow-hidden"
      // Must be modal, or the scroll lock of a surrounding dialog would block its list too.
      root={{ modal: true, open: isOpen, onOpenChange: open }}
      trigger={
        <button
          type="button"
          {...trigger}
          role="combobox"
          aria-expanded={isOpen}
          className={classNames(INPUT_LOOK, 'flex h-10 items-center gap-2 text-left')}
        >
          <span className={classNames('min-w-0 flex-1 truncate', !chosen && 'text-placeholder')}>
            {chosen?.label ?? placeholder}
          </span>
          <ChevronsUpDown aria-hidden="true" size={15} className="shrink-0 text-muted" />
        </button>
      }
    >
      <Choices {...{ value, options, placeholder, searchPlaceholder, emptyText }} onChoose={choose} />
    </PopoverCard>
  );
}

type ChoicesProps = Pick<ComboboxProps, 'value' | 'options' | 'placeholder' | 'searchPlaceholder' | 'emptyText'> & {
  onChoose: (value: string) => void;
};

/** What was searched is gone with the list. */
function Choices({ value, options, placeholder, searchPlaceholder, emptyText, onChoose }: ChoicesProps) {
  const [search, setSearch] = useState('');
  const list = useRef<HTMLDivElement>(null);
  // The best match comes first, and the list stays where it was scrolled to.
  useEffect(() => {
    if (search === '') return;
    const frame = requestAnimationFrame(() => list.current?.scrollTo(0, 0));
    return () => cancelAnimationFrame(frame);
  }, [search]);
  return (
    <Command label={searchPlaceholder} loop filter={byLabel}>
      <div className="flex items-center gap-2 border-line border-b px-3">
        <Search aria-hidden="true" size={15} className="shrink-0 text-muted" />
        <Command.Input
          autoFocus
          value={search}
          onValueChange={setSearch}
          placeholder={searchPlaceholder}
          className="h-10 w-full bg-transparent text-base outline-none md:text-body"
        />
      </div>
      <Command.List ref={list} label={placeholder} className="max-h-64 overflow-y-auto p-1">
        <Command.Empty className="px-2.5 py-6 text-center text-muted">{emptyText}</Command.Empty>
        {options.map((option) => (
          <Command.Item
            key={option.value}
            value={option.value}
            keywords={[option.label]}
            onSelect={() => onChoose(option.value)}
            className="flex min-h-9 cursor-default select-none items-center gap-2 rounded-control px-2.5 py-1.5 data-[selected=true]:bg-accent-tint"
          >
            <span className="min-w-0 flex-1 truncate">{option.label}</span>
            {option.value === value && <Check aria-label="Chosen" size={16} className="shrink-0 text-accent" />}
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  );
}
