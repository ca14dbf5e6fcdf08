// A discount's code: a chip that copies it, and tells that it did.
import { make } from './element.ts';

/** @returns the chip, and beside it what tells, by sight and to screen readers, that the code is copied. */
export function makeCode(code: string, onClick: () => void): HTMLElement[] {
  // Not inside the button: assistive technology takes a button for one piece.
  const told = make('b', { role: 'status' });
  const onclick = async () => {
    try {
      onClick();
      await navigator.clipboard.writeText(code);
      told.textContent = ' ✓';
    } catch {
      // Refused, or not there at all, as on pages without https: the visitor's own Ctrl+C finds it selected.
      getSelection()?.selectAllChildren(chip);
    }
  };
  const chip = make('button', { onclick, className: 'code', ariaLabel: `Copy ${code}` }, make('bdi', {}, code));
  return [chip, told];
}
