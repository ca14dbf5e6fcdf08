// A menu that opens from a button: actions, links, choices, labels and separators. Until somebody comes near, there is
// only the button: most menus of a screen are never opened.
import { Slot } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import { lazyOverlay } from './load-later.tsx';
import { useOpener } from './use-opener.ts';

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

const MenuList = lazyOverlay(async () => (await import('./menu-list.tsx')).MenuList);

export function Menu({ trigger, label, align = 'end', items }: MenuProps) {
  const { ref, isNear, props, ...state } = useOpener(['ArrowDown']);
  const id = useId();
  return (
    <>
      <Slot.Root ref={ref} id={id} aria-haspopup="menu" aria-expanded={state.isOpen} {...props}>
        {trigger}
      </Slot.Root>
      {isNear && (
        <MenuList
          button={ref}
          {...(label === undefined ? { labelledBy: id } : { label })}
          align={align}
          items={items}
          isOpen={state.isOpen}
          isByKeyboard={state.isByKeyboard}
          onOpen={state.open}
          onClose={state.close}
        />
      )}
    </>
  );
}
