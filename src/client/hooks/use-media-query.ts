// Whether a media query holds, kept current.
import { useCallback, useMemo, useSyncExternalStore } from 'react';

/** @param query such as '(min-width: 768px)' */
export function useMediaQuery(query: string): boolean {
  // One for all renders: to ask anew makes the browser compute styles. None where pages are prerendered.
  const list = useMemo(() => globalThis.matchMedia?.(query), [query]);
  const subscribe = useCallback(
    (onChange: () => void) => {
      list?.addEventListener('change', onChange);
      return () => list?.removeEventListener('change', onChange);
    },
    [list],
  );
  return useSyncExternalStore(
    subscribe,
    () => list?.matches ?? false,
    () => false,
  );
}
