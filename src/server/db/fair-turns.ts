// Turns for several accounts at few places: whoever has waited longest is next, one turn of an account at a time, so that
// an owner with many open pages makes no other one wait; and for what needs all places empty.

/** How many calls of an account may wait, and of all accounts together. */
const WAITING = { ofAccount: 20, ofAll: 200 };

/** More wait than may: a 503. The code is among those of a busy database (faults.ts). */
class TooManyWaitingError extends Error {
  readonly code = 'SQLITE_BUSY_QUEUE';

  constructor() {
    super('too many reads are waiting');
    this.name = 'TooManyWaitingError';
  }
}

export type FairTurns<Place> = {
  /** Does work at one of the places, once it is the account's turn. */
  atTurn<T>(account: string, work: (place: Place) => Promise<T>): Promise<T>;
  /** Does work while nobody has a turn: before all that wait, and after what has begun. */
  alone<T>(work: () => Promise<T>): Promise<T>;
};

/** @param places what there is a turn at. */
export function makeFairTurns<Place>(places: readonly Place[], limits = WAITING): FairTurns<Place> {
  const free = [...places];
  /** Who waits for all places to be free, or has them. */
  const alones: { start: (() => void) | undefined }[] = [];
  const served = new Set<string>();
  /** By account, in the order of its next turn. */
  const queues = new Map<string, ((place: Place) => void)[]>();
  let waiting = 0;

  function serveNext(): void {
    const [alone] = alones;
    if (alone) {
      if (free.length < places.length) return;
      alone.start?.();
      alone.start = undefined;
      return;
    }
    for (const [account, queue] of queues) {
      if (served.has(account)) continue;
      const place = free.pop();
      if (place === undefined) return;
      const start = queue.shift();
      // Behind the others, should it have more.
      queues.delete(account);
      if (queue.length > 0) queues.set(account, queue);
      waiting--;
      served.add(account);
      start?.(place);
    }
  }

  async function atTurn<T>(account: string, work: (place: Place) => Promise<T>): Promise<T> {
    const queue = queues.get(account) ?? [];
    if (queue.length >= limits.ofAccount || waiting >= limits.ofAll) throw new TooManyWaitingError();
    waiting++;
    queues.set(account, queue);
    const place = await new Promise<Place>((resolve) => {
      queue.push(resolve);
      serveNext();
    });
    try {
      return await work(place);
    } finally {
      free.push(place);
      served.delete(account);
      serveNext();
    }
  }

  async function alone<T>(work: () => Promise<T>): Promise<T> {
    await new Promise<void>((resolve) => {
      alones.push({ start: resolve });
      serveNext();
    });
    try {
      return await work();
    } finally {
      alones.shift();
      serveNext();
    }
  }
  return { atTurn, alone };
}
