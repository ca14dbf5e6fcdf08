// Gives the focus back when a dialog closes. Radix does so for dialogs with a trigger of their own; ours are opened by
// state.
import { useState } from 'react';

/** @returns the handler of the dialog's content: the focus goes back to where it was, else to the screen's heading. */
export function useReturnFocus(isOpen: boolean) {
  // Taken while rendering: a field with autoFocus has the focus before any effect or event of the dialog.
  const [state, setState] = useState(() => ({ isOpen, before: document.activeElement }));
  if (state.isOpen !== isOpen) setState({ isOpen, before: isOpen ? document.activeElement : state.before });
  return {
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      const { before } = state;
      if (before instanceof HTMLElement && before !== document.body && before.isConnected) {
        return before.focus({ preventScroll: true });
      }
      // What had it is gone, as the row of something deleted is.
      const heading = document.querySelector<HTMLElement>('#main h1');
      if (!heading) return;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    },
  };
}
