// Tells when a notice was truly seen: at least half of it visible for one second in a visible tab.
import type { Clock } from './quiet.ts';

/** Both numbers: design, Embed. */
const SHARE = 0.5;
const SEEN_TIME = 1_000;

export type Watch = {
  /** To be called when the tab was hidden or shown. */
  check(): void;
  stop(): void;
};

/** @param onSeen called once at most. */
export function watchSeen(element: Element, clock: Clock, onSeen: () => void): Watch {
  let isInView = false;
  let cancel: (() => void) | undefined;

  const check = () => {
    if (isInView && !element.ownerDocument.hidden) {
      cancel ??= clock.after(SEEN_TIME, () => {
        stop();
        onSeen();
      });
    } else {
      cancel?.();
      cancel = undefined;
    }
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) isInView = entry.intersectionRatio >= SHARE;
      check();
    },
    { threshold: SHARE },
  );
  const stop = () => {
    observer.disconnect();
    isInView = false;
    check();
  };
  observer.observe(element);
  return { check, stop };
}
