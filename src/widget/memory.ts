// What is remembered of a visitor, in their own browser only: which notices they closed, and what this visit has seen.
import { dismissedUntil } from '#shared/embed/dismissal.ts';
import type { DismissPeriod } from '#shared/embed/payload.ts';
import { continueVisit, readVisit, type Visit, withShown, writeVisit } from '#shared/embed/visit.ts';
import type { Store } from './storage.ts';

// These names are in visitors' browsers for good: renaming one brings back every notice that was ever closed.
const DISMISSED = 'dismissed';
const VISIT = 'visit';

export type Memory = {
  isDismissed(id: string): boolean;
  dismiss(id: string, period: DismissPeriod): void;
  /** @returns the visit that goes on now; asking keeps it going. */
  visit(): Visit;
  noteShown(id: string): void;
  /** Notices shown on this page, in order. */
  onPage(): readonly string[];
  newPage(): void;
};

/** @param now milliseconds since 1970. */
export function makeMemory(store: Store, now: () => number): Memory {
  let shown: string[] = [];
  let closed: string[] = [];

  // 'id until id until …': no JSON, see writeVisit. Read each time: another tab may have written.
  const dismissals = (): Map<string, number> => {
    const words = (store.get(DISMISSED) ?? '').split(' ');
    const map = new Map<string, number>();
    for (let i = 1; i < words.length; i += 2) {
      const until = Number(words[i]);
      if (until > now()) map.set(words[i - 1] as string, until);
    }
    return map;
  };
  const visit = () => {
    const going = continueVisit(readVisit(store.get(VISIT)), now());
    store.set(VISIT, writeVisit(going));
    return going;
  };

  return {
    isDismissed: (id) => closed.includes(id) || dismissals().has(id),
    dismiss(id, period) {
      const until = dismissedUntil(period, now());
      if (!until) {
        closed.push(id);
        return;
      }
      const all = dismissals().set(id, until);
      store.set(DISMISSED, [...all].map((pair) => pair.join(' ')).join(' '));
    },
    visit,
    noteShown(id) {
      shown.push(id);
      store.set(VISIT, writeVisit(withShown(visit(), id)));
    },
    onPage: () => shown,
    newPage() {
      shown = [];
      closed = [];
    },
  };
}
