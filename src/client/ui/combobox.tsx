// Picks one of many values, such as a time zone, by typing part of its label.
import { ChevronsUpDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { lazy, Suspense, useId } from 'react';
import { useOpening } from '../hooks/after-paint.ts';
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

const loadList = () => import('./combobox-list.tsx').then(({ ComboboxList }) => ({ default: ComboboxList }));
/** Searching is code that most visits to a screen never need. */
const List = lazy(() => loadList().catch(() => ({ default: NotLoaded })));

const NotLoaded = () => <p className="px-3 py-6 text-center text-muted">Couldn't load the list. Reload the page.</p>;

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
    // Must be modal, or the scroll lock of a surrounding dialog would block its list too.
    <Popover.Root modal open={isOpen} onOpenChange={open}>
      <Popover.Trigger
        {...trigger}
        role="combobox"
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        aria-controls={isOpen ? listId : undefined}
        onPointerEnter={() => void loadList().catch(() => {})}
        onFocus={() => void loadList().catch(() => {})}
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
          <Suspense fallback={<div className="h-32" />}>
            <List {...{ value, options, placeholder, searchPlaceholder, emptyText }} onChoose={choose} />
          </Suspense>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
