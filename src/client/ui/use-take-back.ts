// Escape takes back what was typed, and closes nothing around the box until there is nothing to take back.
import { useEffect, useRef } from 'react';

/** @returns the ref for the box. */
export function useTakeBack(canTakeBack: boolean, takeBack: () => void) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!canTakeBack) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.target !== box.current) return;
      event.stopPropagation();
      takeBack();
    };
    // Dialogs listen on the document, before the box itself would hear of it.
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  });
  return box;
}
