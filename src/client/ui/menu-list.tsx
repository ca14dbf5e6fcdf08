// The menu itself, loaded when somebody comes near its button.
import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { classNames } from './class-names.ts';
import type { MenuItem } from './menu.tsx';
import { StandIn } from './stand-in.tsx';

const LOOK =
  'z-60 min-w-48 max-w-[min(20rem,calc(100vw-1rem))] animate-rise-in overflow-y-auto max-h-(--radix-dropdown-menu-content-available-height) rounded-panel border border-line bg-raised p-1 shadow-float';
const ITEM_LOOK =
  'flex min-h-9 cursor-default select-none items-center gap-2.5 rounded-control px-2.5 py-1.5 text-table font-medium outline-none data-highlighted:bg-accent-tint data-disabled:opacity-50';

type MenuListProps = {
  /** Opens it: it stands there, and gets the focus back. */
  button: RefObject<HTMLButtonElement | null>;
  label?: string | undefined;
  /** The id of what names it, without `label`. */
  labelledBy?: string | undefined;
  align: 'start' | 'end';
  items: () => readonly MenuItem[];
  isOpen: boolean;
  /** Then its first item gets the focus. */
  isByKeyboard: boolean;
  onOpen: () => void;
  onClose: () => void;
};

export function MenuList({ button, label, labelledBy, align, items, isOpen, isByKeyboard, ...on }: MenuListProps) {
  return (
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={(next) => (next ? on.onOpen() : on.onClose())}>
      <DropdownMenu.Trigger asChild>
        <StandIn element={button} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={LOOK}
          aria-label={label}
          aria-labelledby={labelledBy}
        >
          {isByKeyboard && <FocusFirst />}
          <Entries items={items} button={button} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** Radix does so itself only if it was there when the key was pressed. */
export function FocusFirst() {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    place.current?.parentElement?.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled])')?.focus();
  }, []);
  return <span ref={place} hidden />;
}

/** Items are only made for a menu that is open. They have no identity beyond their position. */
const Entries = ({ items, button }: Pick<MenuListProps, 'items' | 'button'>) =>
  items()
    .map((item, at) => ({ key: `${item.kind}-${at}`, item }))
    .map(({ key, item }) => <Entry key={key} item={item} button={button} />);

function Entry({ item, button }: { item: MenuItem; button: RefObject<HTMLButtonElement | null> }) {
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
