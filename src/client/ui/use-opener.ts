// A button for an overlay whose code is loaded as somebody comes near: it knows whether to have the overlay ready, and
// whether it is open. Presses work from the start.
import { type KeyboardEvent, type MouseEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import { useOpening } from '../hooks/after-paint.ts';

export type Opener = {
  ref: RefObject<HTMLButtonElement | null>;
  /** Somebody has been near: the overlay may be made. */
  isNear: boolean;
  isOpen: boolean;
  /** What focuses by keyboard expects the focus on the overlay's first item. */
  isByKeyboard: boolean;
  open(): void;
  close(): void;
  /** For the button, besides `ref`. */
  props: {
    onPointerEnter(): void;
    onFocus(): void;
    onPointerDown(event: PointerEvent): void;
    onClick(event: MouseEvent): void;
    onKeyDown(event: KeyboardEvent): void;
  };
};

/**
 * @param keys that open it, besides Enter and Space, which press a button anyway.
 * @returns the state of the overlay, and what its button needs. On touch screens it opens by a tap, and not as a finger
 * comes down to scroll.
 */
export function useOpener(keys: readonly string[] = []): Opener {
  const [isNear, setIsNear] = useState(false);
  const [isOpen, setIsOpen] = useOpening();
  const [isByKeyboard, setIsByKeyboard] = useState(false);
  // It closes as it is pressed anywhere else, and also on its button.
  const wasOpen = useRef(false);
  /** By a mouse, which opens it as it goes down: what gives way under it, as a field loses the focus, would lose the click. */
  const isPressed = useRef(false);
  const approach = () => setIsNear(true);
  const openBy = (byKeyboard: boolean) => {
    approach();
    setIsByKeyboard(byKeyboard);
    setIsOpen(true);
  };
  const close = () => setIsOpen(false);
  return {
    ref: useRef<HTMLButtonElement>(null),
    isNear,
    isOpen,
    isByKeyboard,
    open: () => openBy(false),
    close,
    props: {
      onPointerEnter: approach,
      onFocus: approach,
      onPointerDown({ currentTarget, pointerType, button, ctrlKey }: PointerEvent) {
        // Browsers keep only clicks from a disabled button.
        if (currentTarget.matches(':disabled')) return;
        wasOpen.current = isOpen;
        isPressed.current = pointerType === 'mouse' && button === 0 && !ctrlKey;
        if (!isPressed.current) return;
        if (isOpen) close();
        else openBy(false);
      },
      onClick({ detail }: MouseEvent) {
        const isAnswered = isPressed.current && detail > 0;
        isPressed.current = false;
        // A click without a pointer is a press of Enter or Space.
        if (!isAnswered) {
          if (wasOpen.current) close();
          else openBy(detail === 0);
        }
        wasOpen.current = false;
      },
      onKeyDown(event: KeyboardEvent) {
        if (!keys.includes(event.key)) return;
        event.preventDefault();
        openBy(true);
      },
    },
  };
}
