// Whether a component may differ from what was prerendered: not in the render that hydrates it.
import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/** @returns false where pages are prerendered and as they are hydrated, afterwards and everywhere else true. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
