// Asks whether the server is there when a call got no answer, so that people are told to look at their connection only
// when that is where the trouble is.
import { HEALTH_TIMEOUT } from '#shared/limits.ts';

export type Trouble = 'network-error' | 'backend-unavailable';

/** Thrown in place of the browser's own error when no answer came. */
export class Unreachable extends Error {
  readonly trouble: Trouble;
  constructor(trouble: Trouble, cause: unknown) {
    super('No answer', { cause });
    this.name = 'Unreachable';
    this.trouble = trouble;
  }
}

export type Reach = {
  /** @returns whose trouble it is that calls get no answer; asks once however many want to know. Never rejects. */
  findTrouble(): Promise<Trouble>;
};

export type ReachDeps = {
  send: typeof fetch;
  /** What the browser believes: when it says no, there is no connection. */
  isOnline(): boolean;
};

/**
 * A healthy server means that the call was lost on the way. One that answers otherwise, is silent for 3 s or refuses
 * the connection while the browser has one is the server's trouble.
 */
export function createReach({ send, isOnline }: ReachDeps): Reach {
  let running: Promise<Trouble> | undefined;
  const ask = async (): Promise<Trouble> => {
    if (!isOnline()) return 'network-error';
    try {
      const signal = AbortSignal.timeout(HEALTH_TIMEOUT);
      const { ok } = await send('/api/health', { cache: 'no-store', credentials: 'include', signal });
      return ok ? 'network-error' : 'backend-unavailable';
    } catch {
      return isOnline() ? 'backend-unavailable' : 'network-error';
    }
  };
  return {
    findTrouble() {
      running ??= ask().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}
