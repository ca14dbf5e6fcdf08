// A menu that opens from a button: actions, links, labels and separators.
import { DropdownMenu } from 'radix-ui';
import { type ReactNode, type Ref, type RefObject, useImperativeHandle, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useOpening } from '../hooks/after-paint.ts';
import { classNames } from './class-names.ts';

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
  | { kind: 'separator' }
  | { kind: 'label'; label: ReactNode };

type MenuProps = {
  /** A single button that accepts a ref. */
  trigger: ReactNode;
  /** The menu's name for screen readers; defaults to the trigger's. */
  label?: string | undefined;
  align?: 'start' | 'end' | undefined;
  items: readonly MenuItem[];
  isOpen?: boolean | undefined;
  onOpenChange?: ((isOpen: boolean) => void) | undefined;
};

export const MENU_LOOK =
  'z-60 min-w-48 max-w-[min(20rem,calc(100vw-1rem))] animate-rise-in overflow-y-auto max-h-(--radix-dropdown-menu-content-available-height) rounded-panel border border-line bg-raised p-1 shadow-float';
export const MENU_ITEM_LOOK =
  'flex min-h-9 cursor-default select-none items-center gap-2.5 rounded-control px-2.5 py-1.5 text-table font-medium outline-none data-highlighted:bg-accent-tint data-disabled:opacity-50';

export function Menu({ trigger, label, align = 'end', items, ...given }: MenuProps) {
  const [isOpen, setOpen] = useOpening();
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <DropdownMenu.Root modal={false} open={given.isOpen ?? isOpen} onOpenChange={given.onOpenChange ?? setOpen}>
      <DropdownMenu.Trigger asChild ref={opener}>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={MENU_LOOK}
          {...(label !== undefined && { 'aria-label': label, 'aria-labelledby': undefined })}
        >
          {withKeys(items).map(({ key, item }) => (
            <Entry key={key} item={item} opener={opener} />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

type LazyMenuProps = {
  /** The button's name. */
  name: string;
  /** The menu's name for screen readers. */
  label: string;
  /** In the button. */
  icon: ReactNode;
  className: string;
  /** Only called for a menu that may soon be open. */
  items: () => readonly MenuItem[];
};

/**
 * A menu of which only the button is made until somebody is at it: for long lists, where most menus are never opened.
 * On touch screens it opens by a tap, and not as a finger comes down to scroll.
 */
export function LazyMenu({ name, label, icon, className, items }: LazyMenuProps) {
  const [isNear, setIsNear] = useState(false);
  const [isOpen, setIsOpen] = useOpening();
  const button = useRef<HTMLButtonElement>(null);
  // The menu closes as it is pressed anywhere else, and also on its button.
  const wasOpen = useRef(false);
  const approach = () => setIsNear(true);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={name}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        data-part="menu"
        className={className}
        onPointerEnter={approach}
        onFocus={approach}
        onPointerDown={() => {
          wasOpen.current = isOpen;
        }}
        onClick={() => {
          approach();
          setIsOpen(!wasOpen.current);
          wasOpen.current = false;
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setIsOpen(true);
        }}
      >
        {icon}
      </button>
      {isNear && (
        <Menu
          label={label}
          trigger={<StandIn element={button} />}
          items={items()}
          isOpen={isOpen}
          onOpenChange={setIsOpen}
        />
      )}
    </>
  );
}

/** Gives the menu a button that is not its own. */
function StandIn({ element, ref }: { element: RefObject<HTMLButtonElement | null>; ref?: Ref<HTMLButtonElement> }) {
  useImperativeHandle(ref, () => element.current as HTMLButtonElement, [element]);
  return null;
}

/** Menu items have no identity beyond their position. */
const withKeys = (items: readonly MenuItem[]) => items.map((item, at) => ({ key: `${item.kind}-${at}`, item }));

function Entry({ item, opener }: { item: MenuItem; opener: RefObject<HTMLButtonElement | null> }) {
  if (item.kind === 'separator') return <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-line" />;
  if (item.kind === 'label') {
    return <DropdownMenu.Label className="px-2.5 py-2 text-meta text-muted">{item.label}</DropdownMenu.Label>;
  }
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
          opener.current?.focus();
          onSelect();
        },
      })}
      className={classNames(MENU_ITEM_LOOK, tone === 'danger' && 'text-danger data-highlighted:bg-danger-tint')}
    >
      {href === undefined ? content : <ItemLink href={href}>{content}</ItemLink>}
    </DropdownMenu.Item>
  );
}

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
