// Returns focus when a dialog closes. Radix does so for dialogs with a trigger of their own; ours are opened by state.
import { useState } from 'react';

/** @returns a handler for the dialog's content: focus returns to where it was, or else to the screen's heading. */
export function useReturnFocus(isOpen: boolean) {
  // Read during render: a field with autoFocus takes focus before any of the dialog's effects or events.
  const [state, setState] = useState(() => ({ isOpen, before: document.activeElement }));
  if (state.isOpen !== isOpen) setState({ isOpen, before: isOpen ? document.activeElement : state.before });
  return {
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      const { before } = state;
      if (before instanceof HTMLElement && before !== document.body && before.isConnected) {
        return before.focus({ preventScroll: true });
      }
      // The element is gone, like the row of something deleted.
      const heading = document.querySelector<HTMLElement>('#main h1');
      if (!heading) return;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    },
  };
}
