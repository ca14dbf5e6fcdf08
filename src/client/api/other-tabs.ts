// Tells the browser's other tabs who signed in or out here, and hears it from them. Users are named by id only.
import type { ElsewhereSignedIn } from './session.ts';

/** Tabs of different versions may be open side by side: what is said here keeps its shape. */
export const AUTH_CHANNEL = 'proofbell-auth';

export type OtherTabs = {
  tell(change: ElsewhereSignedIn): void;
  listen(listener: (change: ElsewhereSignedIn) => void): void;
};

/** @returns what another tab said, or undefined when it cannot be understood. */
export function readWord(data: unknown): ElsewhereSignedIn | undefined {
  if (typeof data !== 'object' || data === null || !('userId' in data)) return undefined;
  if (data.userId === null) return null;
  return typeof data.userId === 'string' ? { userId: data.userId } : undefined;
}

/** @param open makes the channel; where that is not allowed the tab stands alone. */
export function createOtherTabs(open: () => BroadcastChannel): OtherTabs {
  let channel: BroadcastChannel | undefined;
  try {
    channel = open();
  } catch {
    // Blocked together with storage: who comes back to the tab is asked for then (watch-session).
  }
  return {
    tell: (change) => channel?.postMessage({ userId: change?.userId ?? null }),
    listen: (listener) =>
      channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        const change = readWord(data);
        if (change !== undefined) listener(change);
      }),
  };
}
