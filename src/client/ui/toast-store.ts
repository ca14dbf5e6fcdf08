// The state of the toasts, without their look: one open at a time; a dismissed one is removed after a delay. A failure, or
// a word on how things stand, is about the page on which it was raised, and closes with it. What succeeded may well lead
// to the next page, and what was done can be taken back from there, too.
import { TOAST_LIMIT, TOAST_REMOVE_DELAY } from '#shared/limits.ts';

export type ToastMessage = {
  title: string;
  description?: string | undefined;
  tone?: 'default' | 'success' | 'danger' | undefined;
  action?: { label: string; onSelect: () => void } | undefined;
  /** For what says why another page is opened. */
  outlivesPage?: boolean | undefined;
};

/** `page` is the path of the page on which it was raised. */
export type ToastEntry = ToastMessage & { id: number; isOpen: boolean; page: string };

const outlives = ({ tone, action, outlivesPage }: ToastMessage): boolean =>
  outlivesPage ?? (tone === 'success' || (tone !== 'danger' && action !== undefined));

/** @param later runs a function after a delay (ms); setTimeout outside tests */
export function createToastStore(later: (run: () => void, ms: number) => void) {
  let entries: readonly ToastEntry[] = [];
  let lastId = 0;
  const listeners = new Set<() => void>();
  const change = (next: readonly ToastEntry[]) => {
    entries = next;
    for (const listener of listeners) listener();
  };
  /** Closes a toast, leaving it time to animate out; it is removed after TOAST_REMOVE_DELAY. */
  const dismiss = (id: number) => {
    if (!entries.some((entry) => entry.id === id && entry.isOpen)) return;
    change(entries.map((entry) => (entry.id === id ? { ...entry, isOpen: false } : entry)));
    later(() => change(entries.filter((entry) => entry.id !== id)), TOAST_REMOVE_DELAY);
  };
  return {
    /** Shows a toast; the oldest is dropped if there are more than TOAST_LIMIT. @returns its id */
    show(message: ToastMessage, page: string): number {
      lastId += 1;
      change([{ ...message, id: lastId, isOpen: true, page }, ...entries].slice(0, TOAST_LIMIT));
      return lastId;
    },
    /** The page at this path is open now: dismisses what was about any other. */
    open(opened: string): void {
      for (const entry of entries) if (entry.page !== opened && !outlives(entry)) dismiss(entry.id);
    },
    dismiss,
    list: () => entries,
    subscribe(onChange: () => void) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}
