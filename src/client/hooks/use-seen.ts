// Whether an element has come into view yet, so that what is expensive to draw is drawn on sight.
import { type RefObject, useEffect, useState } from 'react';

/** @param margin how far outside the view already counts, such as '200px'. */
export function useSeen(element: RefObject<Element | null>, margin = '0px'): boolean {
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    if (!element.current || isSeen) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true);
      },
      { rootMargin: margin },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isSeen, margin]);
  return isSeen;
}
