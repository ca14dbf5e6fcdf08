// The title of the browser tab.
import { useEffect } from 'react';

/** @param title the screen's name, followed by the product's name; if empty, the product's name stands alone. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Proofbell` : 'Proofbell';
  }, [title]);
}
