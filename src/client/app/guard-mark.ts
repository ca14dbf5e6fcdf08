// Whether a route guard stands around the screen that is open: it then says itself where somebody goes.
import { createContext, type RefObject, use, useEffect } from 'react';

export const GuardMark = createContext<RefObject<number>>({ current: 0 });

/** Called by the guard. */
export function useGuardMark(): void {
  const guards = use(GuardMark);
  useEffect(() => {
    guards.current += 1;
    return () => {
      guards.current -= 1;
    };
  }, [guards]);
}
