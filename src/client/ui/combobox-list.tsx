// The list of a combobox, with its search: loaded when it is first opened.
import { Command } from 'cmdk';
import { Check, Search } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { searchScore } from './search-score.ts';

type ComboboxListProps = {
  id: string;
  /** Opened it: it stands there, and gets the focus back. */
  button: RefObject<HTMLButtonElement | null>;
  value: string;
  options: readonly { value: string; label: string }[];
  placeholder: string;
  searchPlaceholder: string;
  emptyText: string;
  onChoose: (value: string) => void;
  onClose: () => void;
};

/** Values may be ids: only labels are searched. */
const byLabel = (_value: string, search: string, labels: string[] = []) => searchScore(labels.join(' '), search);

export function ComboboxList({
  id,
  button,
  value,
  options,
  placeholder,
  searchPlaceholder,
  emptyText,
  onChoose,
  onClose,
}: ComboboxListProps) {
  const [search, setSearch] = useState('');
  const list = useRef<HTMLDivElement>(null);
  // The best match comes first, and the list stays where it was scrolled to.
  useEffect(() => {
    if (search === '') return;
    const frame = requestAnimationFrame(() => list.current?.scrollTo(0, 0));
    return () => cancelAnimationFrame(frame);
  }, [search]);
  return (
    // Must be modal, or the scroll lock of a surrounding dialog would block its list too.
    <Popover.Root modal open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Popover.Anchor virtualRef={button} />
      <Popover.Portal>
        <Popover.Content
          id={id}
          aria-label={searchPlaceholder}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={() => button.current?.focus()}
          className="z-60 w-(--radix-popover-trigger-width) min-w-60 animate-rise-in overflow-hidden rounded-panel border border-line bg-raised shadow-float"
        >
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
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
