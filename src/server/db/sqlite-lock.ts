// Who may use SQLite's one writing connection, and what waits while another process holds the write lock: off the event
// loop, and without keeping back whoever only reads.
import type BetterSqlite3 from 'better-sqlite3';
import { isBusy } from './faults.ts';

/** How long a write waits for other processes, in milliseconds: well within the 10 s that a client waits for its answer. */
export const PATIENCE = 2_000;
/** How often it is looked whether the lock is free, in milliseconds. */
const LOOK = 25;

/** @returns a lock on what only one may use at a time, given in the order of asking. */
export function makeMutex() {
  const waiting: (() => void)[] = [];
  let isTaken = false;
  return {
    /** Resolves when it is the caller's, until they unlock it. */
    async lock(): Promise<void> {
      if (isTaken) await new Promise<void>((resolve) => waiting.push(resolve));
      isTaken = true;
    },
    unlock(): void {
      const next = waiting.shift();
      if (next) next();
      else isTaken = false;
    },
  };
}

/**
 * One look for all that wait, however many they are.
 * @param onBusy called with true when a write has waited in vain, and with false once the lock is free again.
 */
export function watchLock(writer: BetterSqlite3.Database, onBusy: (isBusy: boolean) => void) {
  const waiting = new Set<{ until: number; resolve: () => void }>();
  let timer: NodeJS.Timeout | undefined;
  let isOutage = false;

  function isFree(): boolean {
    if (!writer.open) return true;
    // Whether it only reads isn't known here, and nobody who waits could go on now.
    if (writer.inTransaction) return false;
    try {
      writer.exec('begin immediate; rollback');
      return true;
    } catch (error) {
      // Of any other fault, those that wait find out themselves.
      return !isBusy(error);
    }
  }
  function look(): void {
    const isOver = isFree();
    if (isOver && isOutage) {
      isOutage = false;
      if (writer.open) onBusy(false);
    }
    for (const one of waiting) {
      if (!isOver && performance.now() < one.until) continue;
      waiting.delete(one);
      one.resolve();
    }
    if (waiting.size > 0 || isOutage) return;
    clearInterval(timer);
    timer = undefined;
  }
  const start = () => {
    timer ??= setInterval(look, LOOK);
  };
  return {
    /** Resolves when the lock seems free, or at `until` (as performance.now() has it). Call it outside of one's turn. */
    wait(until: number): Promise<void> {
      start();
      return new Promise((resolve) => waiting.add({ until, resolve }));
    },
    /** Call it when a write has waited in vain. */
    refused(): void {
      if (!isOutage) onBusy(true);
      isOutage = true;
      start();
    },
  };
}
