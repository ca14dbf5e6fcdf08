// The visitor's localStorage, or memory where that is blocked, full or missing.

export type Store = {
  get(key: string): string | null;
  /** `null` removes. */
  set(key: string, value: string | null): void;
};

/**
 * @param open returns the storage; it may throw, as reading `localStorage` does in sandboxed frames.
 * @param prefix goes before each key.
 */
export function makeStore(open: () => Storage, prefix: string): Store {
  const memory = new Map<string, string | null>();
  return {
    get(key) {
      const kept = memory.get(key);
      if (kept !== undefined) return kept;
      try {
        return open().getItem(prefix + key);
      } catch {
        return null;
      }
    },
    set(key, value) {
      try {
        if (value === null) open().removeItem(prefix + key);
        else open().setItem(prefix + key, value);
        memory.delete(key);
      } catch {
        memory.set(key, value);
      }
    },
  };
}
