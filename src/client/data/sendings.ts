// The files that are being sent, by source. They belong to the user's session in this tab and not to a screen: whoever
// comes back to a source's page finds its file again.
import type { Failure } from '#client/auth/failures.ts';
import type { Import } from '#shared/contract/import.ts';

/** When it broke off (ms), and the ids of the imports that were listed when it began: null when that isn't known. */
export type BrokenOff = { at: number; before: ReadonlySet<string> | null };

/** How sending ended. */
export type Sent =
  | { is: 'done'; result: Import }
  | ({ is: 'failed'; failure: Failure } & BrokenOff)
  | ({ is: 'canceled' } & BrokenOff);

export type Sending = { file: File } & (
  | Sent
  /** `share` of the file that was sent, 0 to 1. */
  | { is: 'sending'; share: number }
);

/** Sends a file; `signal` cancels it. */
type Send = (upload: { onProgress: (share: number) => void; signal: AbortSignal }) => Promise<Sent>;

/** @param guard is told whether any file is on its way: closing the tab would end it. */
export function createSendings(guard: (isSending: boolean) => void) {
  const all = new Map<string, { sending: Sending; stop: AbortController }>();
  const watchers = new Map<string, Set<() => void>>();
  const changed = (sourceId: string) => {
    guard([...all.values()].some(({ sending }) => sending.is === 'sending'));
    for (const tell of watchers.get(sourceId) ?? []) tell();
  };
  const forget = (sourceId: string) => {
    if (all.delete(sourceId)) changed(sourceId);
  };
  return {
    /** @returns the source's file; null for none. Another object whenever it changes. */
    of: (sourceId: string): Sending | null => all.get(sourceId)?.sending ?? null,
    /** @returns a function that unsubscribes. */
    watch(sourceId: string, tell: () => void): () => void {
      const others = watchers.get(sourceId) ?? new Set();
      watchers.set(sourceId, others.add(tell));
      return () => void others.delete(tell);
    },
    isWatched: (sourceId: string): boolean => (watchers.get(sourceId)?.size ?? 0) > 0,
    /** @returns how it ended; null when it was forgotten meanwhile. */
    async send(sourceId: string, file: File, send: Send): Promise<Sent | null> {
      const stop = new AbortController();
      const isCurrent = () => all.get(sourceId)?.stop === stop;
      const show = (state: Sent | { is: 'sending'; share: number }) => {
        if (!isCurrent()) return;
        all.set(sourceId, { sending: { ...state, file }, stop });
        changed(sourceId);
      };
      all.get(sourceId)?.stop.abort();
      all.set(sourceId, { sending: { is: 'sending', share: 0, file }, stop });
      changed(sourceId);
      const sent = await send({ onProgress: (share) => show({ is: 'sending', share }), signal: stop.signal });
      show(sent);
      return isCurrent() ? sent : null;
    },
    cancel: (sourceId: string) => all.get(sourceId)?.stop.abort(),
    forget,
    /** The session is over: nothing more is sent for its user. */
    end() {
      for (const { stop } of all.values()) stop.abort();
      for (const sourceId of [...all.keys()]) forget(sourceId);
    },
  };
}

export type Sendings = ReturnType<typeof createSendings>;
