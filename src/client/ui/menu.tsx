// A menu that opens from a button: actions, links, choices, labels and separators. Until somebody comes near, there is
// only the button: most menus of a screen are never opened.
import { Slot } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useOpening } from '../hooks/after-paint.ts';
import { lazyOverlay } from './load-later.tsx';

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

/** On touch screens it opens by a tap, and not as a finger comes down to scroll. */
export function Menu({ trigger, label, align = 'end', items }: MenuProps) {
  const [isNear, setIsNear] = useState(false);
  const [isOpen, setIsOpen] = useOpening();
  const [isByKeyboard, setIsByKeyboard] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  // The menu closes as it is pressed anywhere else, and also on its button.
  const wasOpen = useRef(false);
  const approach = () => setIsNear(true);
  const open = (byKeyboard: boolean) => {
    approach();
    setIsByKeyboard(byKeyboard);
    setIsOpen(true);
  };
  return (
    <>
      <Slot.Root
        ref={button}
        id={id}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={approach}
        onFocus={approach}
        onPointerDown={() => {
          wasOpen.current = isOpen;
        }}
        onClick={(event) => {
          // A click without a pointer is a press of Enter or Space.
          if (wasOpen.current) setIsOpen(false);
          else open(event.detail === 0);
          wasOpen.current = false;
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          open(true);
        }}
      >
        {trigger}
      </Slot.Root>
      {isNear && (
        <MenuList
          button={button}
          {...(label === undefined ? { labelledBy: id } : { label })}
          align={align}
          items={items}
          isOpen={isOpen}
          isByKeyboard={isByKeyboard}
          onOpen={() => open(false)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
