// Returns focus when a dialog closes. Radix does this only for dialogs with their own trigger; ours are opened by
// state.
import { useState } from 'react';

/** Focuses the screen's heading, or the screen itself while it has none. */
export function focusHeading(): void {
  const main = document.getElementById('main');
  const heading = main?.querySelector<HTMLElement>('h1') ?? main;
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/**
 * @param onClosed called after that.
 * @returns a handler for the dialog's content: focus returns to where it was, or to the screen's heading.
 */
export function useReturnFocus(isOpen: boolean, onClosed?: () => void) {
  // Read during render: a field with autoFocus takes focus before the dialog's effects or events run. Where pages are
  // prerendered there is no document.
  const [state, setState] = useState(() => ({ isOpen, before: globalThis.document?.activeElement ?? null }));
  if (state.isOpen !== isOpen) setState({ isOpen, before: isOpen ? document.activeElement : state.before });
  return {
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      const { before } = state;
      if (before instanceof HTMLElement && before !== document.body && before.isConnected) {
        before.focus({ preventScroll: true });
      } else focusHeading();
      onClosed?.();
    },
  };
}
