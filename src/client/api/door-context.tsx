// Hands what guards the door to the components: the log of redirects, the mending of a corrupted state, the question
// whose trouble an unreachable server is.
import { createContext, type ReactNode, use } from 'react';
import type { Reach } from './reach.ts';
import type { RedirectLog } from './redirect-log.ts';
import type { StateRepair } from './state-repair.ts';

export type Door = { redirects: RedirectLog; repair: StateRepair; reach: Reach };

const DoorContext = createContext<Door | null>(null);

export function DoorProvider({ door, children }: { door: Door; children: ReactNode }) {
  return <DoorContext value={door}>{children}</DoorContext>;
}

/** @returns the door's guards; throws outside DoorProvider. */
export function useDoor(): Door {
  const door = use(DoorContext);
  if (!door) throw new Error('useDoor needs DoorProvider');
  return door;
}
