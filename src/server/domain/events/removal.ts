// Deletes what is left of sources, sites and accounts that are gone: events, deliveries and retractions, which may be
// millions. It starts at once and goes on each minute, so that nothing stays behind when a process dies halfway; the same of
// imports that are being undone, and of those that nobody takes any more.
import { finishRemoval, listRemovals } from '../../db/removals.ts';
import type { Deps } from '../../deps.ts';
import { describeError, isOutOfRoom } from '../errors.ts';
import { everyMinute } from '../every-minute.ts';
import { endImports } from './imports.ts';

type RemovalDeps = Pick<Deps, 'clock' | 'db' | 'log' | 'projector' | 'reserve'>;

export type Removals = {
  /** Call it after a commit that deleted a source or a site. Returns at once, and never throws. */
  wake(): void;
  /** The same. @returns when all that was to be deleted is. */
  finish(): Promise<void>;
};
export type RunningRemovals = Removals & { stop(): Promise<void> };

/** Starts it. Stop it before closing the database. */
export function startRemovals({ clock, db, log, projector, reserve }: RemovalDeps): RunningRemovals {
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  let isAsked = false;

  async function removeAll(): Promise<void> {
    try {
      while (isAsked && !stopping.signal.aborted) {
        isAsked = false;
        await endImports({ clock, db, projector }, stopping.signal);
        for (const removal of await listRemovals(db)) {
          const isDone = await finishRemoval(db, removal, stopping.signal);
          // A place may be named no longer, now that fewer events came from it.
          if (isDone) void projector.changed(removal.siteId);
        }
      }
    } catch (error) {
      // On a full disk this is what frees some of it.
      if (isOutOfRoom(error) && reserve.giveUp()) {
        isAsked = true;
        return removeAll();
      }
      log.warn(describeError(error), 'deleted events not removed');
    }
  }
  const run = (): Promise<void> => {
    isAsked = true;
    running ??= removeAll().finally(() => {
      running = null;
    });
    return running;
  };
  const stopMinute = everyMinute(run);
  return {
    wake: () => void run(),
    finish: run,
    async stop() {
      stopping.abort();
      await stopMinute();
      await running;
    },
  };
}
