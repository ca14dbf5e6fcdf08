// The title of the browser's tab.
import { useEffect } from 'react';

/** @param title the screen's name; the product's name is added, or stands alone when the title is empty. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Proofbell` : 'Proofbell';
  }, [title]);
}
