// The title of the browser tab.
import { useEffect } from 'react';

/** The title of the page that is being prerendered: effects don't run there. */
export const prerendered = { title: '' };

/** @param title the screen's name, followed by the product's name; if empty, the product's name stands alone. */
export function useTitle(title: string): void {
  const full = title ? `${title} · Proofbell` : 'Proofbell';
  if (import.meta.env.SSR) prerendered.title = full;
  useEffect(() => {
    document.title = full;
  }, [full]);
}
