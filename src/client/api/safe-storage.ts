// The browser's storage, which may be blocked, full or missing: reading then finds nothing, writing says so.

export type SafeStorage = {
  read(key: string): string | null;
  /** @returns whether it is kept. */
  write(key: string, value: string): boolean;
  remove(key: string): void;
};

/** @param open gets the storage; merely touching a blocked one throws. */
export function createSafeStorage(open: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): SafeStorage {
  const attempt = <T>(use: () => T, otherwise: T): T => {
    try {
      return use();
    } catch {
      return otherwise;
    }
  };
  return {
    read: (key) => attempt(() => open().getItem(key), null),
    write: (key, value) =>
      attempt(() => {
        open().setItem(key, value);
        return open().getItem(key) === value;
      }, false),
    remove: (key) => attempt(() => open().removeItem(key), undefined),
  };
}
