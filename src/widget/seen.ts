// Tells when a notice was truly seen: at least half of it visible for one second in a visible tab.
import { after, quietly } from './quiet.ts';

/** Both numbers: design, Embed. */
const SHARE = 0.5;
const SEEN_TIME = 1_000;

/**
 * @param onSeen called once at most.
 * @returns what must be called when the tab was hidden or shown (false), and to end the watch (true).
 */
export function watchSeen(element: Element, onSeen: () => void): (isOver: boolean) => void {
  let isInView = false;
  let cancel: (() => void) | undefined;

  const check = (isOver: boolean) => {
    cancel?.();
    cancel = undefined;
    if (isOver) observer.disconnect();
    else if (isInView && !element.ownerDocument.hidden) {
      cancel = after(SEEN_TIME, () => {
        check(true);
        onSeen();
      });
    }
  };
  const observer = new IntersectionObserver(
    quietly((entries) => {
      for (const { intersectionRatio } of entries) isInView = intersectionRatio >= SHARE;
      check(false);
    }),
    { threshold: SHARE },
  );
  observer.observe(element);
  return check;
}
