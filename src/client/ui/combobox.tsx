// Picks one of many values, such as a time zone, by typing part of its label.
import { ChevronsUpDown } from 'lucide-react';
import { useId, useRef } from 'react';
import { useOpening } from '../hooks/after-paint.ts';
import { classNames } from './class-names.ts';
import { INPUT_LOOK } from './input.tsx';
import { lazyOverlay } from './load-later.tsx';
import { prefetchCode } from './loadable.ts';

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

const load = () => import('./combobox-list.tsx');
/** Searching is code that most visits to a screen never need. */
const List = lazyOverlay(async () => (await load()).ComboboxList);
const prefetch = () => prefetchCode(load);

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
  const [isOpen, setOpen] = useOpening();
  const listId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const chosen = options.find((option) => option.value === value);
  const open = (next: boolean) => {
    setOpen(next);
    onOpenChange?.(next);
  };
  const choose = (next: string) => {
    onValueChange(next);
    open(false);
  };
  return (
    <>
      <button
        {...trigger}
        ref={button}
        type="button"
        role="combobox"
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        aria-controls={isOpen ? listId : undefined}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => open(!isOpen)}
        className={classNames(INPUT_LOOK, 'flex h-10 items-center gap-2 text-left')}
      >
        <span className={classNames('min-w-0 flex-1 truncate', !chosen && 'text-placeholder')}>
          {chosen?.label ?? placeholder}
        </span>
        <ChevronsUpDown aria-hidden="true" size={15} className="shrink-0 text-muted" />
      </button>
      {isOpen && (
        <List
          id={listId}
          button={button}
          {...{ value, options, placeholder, searchPlaceholder, emptyText }}
          onChoose={choose}
          onClose={() => open(false)}
        />
      )}
    </>
  );
}
