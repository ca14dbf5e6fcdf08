// A menu that opens from a button: actions, links, choices, labels and separators.
import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type MouseEvent, type PointerEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { Link } from 'react-router';
import { classNames } from './class-names.ts';
import { popper } from './popper.ts';

export type MenuItem =
  | {
      kind: 'item';
      label: ReactNode;
      /** 16 px. */
      icon?: ReactNode;
      onSelect?: (() => void) | undefined;
      tone?: 'danger' | undefined;
      disabled?: boolean | undefined;
      /** Makes the item a link: a path in the app if it starts with '/', otherwise another site in a new tab. */
      href?: string | undefined;
    }
  | {
      kind: 'choices';
      value: string;
      options: readonly { value: string; label: string; icon?: ReactNode }[];
      onChange: (value: string) => void;
    }
  | { kind: 'separator' }
  | { kind: 'label'; label: ReactNode };

type MenuProps = {
  /** A single button that accepts a ref. */
  trigger: ReactNode;
  /** The menu's name for screen readers; defaults to the trigger's. */
  label?: string | undefined;
  align?: 'start' | 'end' | undefined;
  /** Called as the menu opens. */
  items: () => readonly MenuItem[];
};

const LOOK =
  'min-w-48 max-w-[min(24rem,calc(100vw-1rem))] overflow-y-auto max-h-(--radix-dropdown-menu-content-available-height) p-1';
const ITEM_LOOK =
  'flex min-h-9 cursor-default select-none items-center gap-2.5 rounded-control px-2.5 py-1.5 text-table font-medium outline-none data-highlighted:bg-accent-tint data-disabled:opacity-50';

/** Radix opens a menu as a finger comes down, also one that scrolls: by anything but a mouse it opens by a tap. */
export function useMenuOpening() {
  const [isOpen, setIsOpen] = useState(false);
  /** As the finger came down: it closes by that already, as by a press anywhere else. */
  const wasOpen = useRef(false);
  return {
    root: { modal: false, open: isOpen, onOpenChange: setIsOpen },
    trigger: {
      onPointerDown: (event: PointerEvent) => {
        // Browsers keep only clicks from a disabled button.
        const isDisabled = event.currentTarget.matches(':disabled');
        if (isDisabled || event.pointerType !== 'mouse') event.preventDefault();
        wasOpen.current = isOpen;
      },
      onClick: ({ nativeEvent }: MouseEvent) => {
        const isByMouse = nativeEvent instanceof globalThis.PointerEvent && nativeEvent.pointerType === 'mouse';
        if (!isByMouse) setIsOpen(!wasOpen.current);
        wasOpen.current = false;
      },
    },
  };
}

export function Menu({ trigger, label, align = 'end', items }: MenuProps) {
  const opening = useMenuOpening();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <DropdownMenu.Root {...opening.root}>
      <DropdownMenu.Trigger asChild ref={button} {...opening.trigger}>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          {...popper(LOOK)}
          {...(label !== undefined && { 'aria-label': label, 'aria-labelledby': undefined })}
        >
          <Entries items={items} button={button} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

type EntryProps = { button: RefObject<HTMLButtonElement | null> };

/** Items are only made for a menu that is open. They have no identity beyond their position. */
const Entries = ({ items, button }: Pick<MenuProps, 'items'> & EntryProps) =>
  items()
    .map((item, at) => ({ key: `${item.kind}-${at}`, item }))
    .map(({ key, item }) => <Entry key={key} item={item} button={button} />);

function Entry({ item, button }: { item: MenuItem } & EntryProps) {
  if (item.kind === 'separator') return <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-line" />;
  if (item.kind === 'label') {
    return <DropdownMenu.Label className="px-2.5 py-2 text-meta text-muted">{item.label}</DropdownMenu.Label>;
  }
  if (item.kind === 'choices') return <Choices {...item} />;
  const { label, icon, onSelect, tone, disabled = false, href } = item;
  const content = (
    <>
      {icon && <span className={classNames('shrink-0', tone !== 'danger' && 'text-muted')}>{icon}</span>}
      <span className="min-w-0 flex-1">{label}</span>
    </>
  );
  return (
    <DropdownMenu.Item
      asChild={href !== undefined}
      disabled={disabled}
      {...(onSelect && {
        onSelect() {
          // A dialog opened from here returns focus to the element that had it, but this menu item will be gone.
          button.current?.focus();
          onSelect();
        },
      })}
      className={classNames(ITEM_LOOK, tone === 'danger' && 'text-danger data-highlighted:bg-danger-tint')}
    >
      {href === undefined ? content : <ItemLink href={href}>{content}</ItemLink>}
    </DropdownMenu.Item>
  );
}

const Choices = ({ value, options, onChange }: Extract<MenuItem, { kind: 'choices' }>) => (
  <DropdownMenu.RadioGroup value={value} onValueChange={onChange}>
    {options.map((option) => (
      <DropdownMenu.RadioItem key={option.value} value={option.value} className={ITEM_LOOK}>
        {option.icon && <span className="shrink-0 text-muted">{option.icon}</span>}
        <span className="flex-1">{option.label}</span>
        <DropdownMenu.ItemIndicator className="text-accent">
          <Check aria-hidden="true" size={16} />
        </DropdownMenu.ItemIndicator>
      </DropdownMenu.RadioItem>
    ))}
  </DropdownMenu.RadioGroup>
);

function ItemLink({ href, children, ...rest }: { href: string; children: ReactNode }) {
  if (href.startsWith('/')) {
    return (
      <Link to={href} {...rest}>
        {children}
      </Link>
    );
  }
  return (
    <a href={href} target="_blank" rel="noreferrer" {...rest}>
      {children}
    </a>
  );
}
