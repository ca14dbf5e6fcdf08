// The state of the toasts, without their look: one open at a time; a dismissed one is removed after a delay.
import { TOAST_LIMIT, TOAST_REMOVE_DELAY } from '#shared/limits.ts';

export type ToastMessage = {
  title: string;
  description?: string | undefined;
  tone?: 'default' | 'success' | 'danger' | undefined;
  action?: { label: string; onSelect: () => void } | undefined;
};

export type ToastEntry = ToastMessage & { id: number; isOpen: boolean };

export type ToastStore = {
  /** Shows a toast; the oldest is dropped if there are more than TOAST_LIMIT. @returns its id */
  show: (message: ToastMessage) => number;
  /** Closes a toast, leaving it time to animate out; it is removed after TOAST_REMOVE_DELAY. */
  dismiss: (id: number) => void;
  list: () => readonly ToastEntry[];
  subscribe: (onChange: () => void) => () => void;
};

/** @param later runs a function after a delay (ms); setTimeout outside tests */
export function createToastStore(later: (run: () => void, ms: number) => void): ToastStore {
  let entries: readonly ToastEntry[] = [];
  let lastId = 0;
  const listeners = new Set<() => void>();
  const change = (next: readonly ToastEntry[]) => {
    entries = next;
    for (const listener of listeners) listener();
  };
  return {
    show(message) {
      lastId += 1;
      change([{ ...message, id: lastId, isOpen: true }, ...entries].slice(0, TOAST_LIMIT));
      return lastId;
    },
    dismiss(id) {
      if (!entries.some((entry) => entry.id === id && entry.isOpen)) return;
      change(entries.map((entry) => (entry.id === id ? { ...entry, isOpen: false } : entry)));
      later(() => change(entries.filter((entry) => entry.id !== id)), TOAST_REMOVE_DELAY);
    },
    list: () => entries,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}
