// Deletes the events, deliveries and retractions of deleted sources, sites and accounts, which may be millions, and the
// events of undone imports; ends abandoned imports. At once and each minute, so that nothing stays behind when a process
// dies halfway.
import { isoNow, SECOND } from '#shared/time.ts';
import { finishRemoval, listRemovals } from '../../db/removals.ts';
import type { Deps } from '../../deps.ts';
import { describeError, isBusy, isDiskFull } from '../errors.ts';
import { endImports } from './imports.ts';

type RemovalDeps = Pick<Deps, 'clock' | 'database' | 'db' | 'log' | 'projector' | 'reserve'>;

/** How soon it is tried again after another process kept the database locked. */
const RETRY = 5 * SECOND;

export type Removals = {
  /** Call it after a commit that deleted a source or a site. Returns at once, and never throws. */
  wake(): void;
  /** The same, and so each minute. @returns when everything is deleted. */
  finish(): Promise<void>;
};
export type RunningRemovals = Removals & { stop(): Promise<void> };

/** Stop it before closing the database. */
export function makeRemovals({ clock, database, db, log, projector, reserve }: RemovalDeps): RunningRemovals {
  // SQLite has one server: an import that was running before it started is abandoned.
  const since = database.dialect === 'sqlite' ? isoNow(clock) : '';
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  let isAsked = false;

  async function removeAll(): Promise<void> {
    try {
      while (isAsked && !stopping.signal.aborted) {
        isAsked = false;
        await endImports({ clock, db, projector }, since, stopping.signal);
        for (const removal of await listRemovals(db)) {
          const isDone = await finishRemoval(db, removal, stopping.signal);
          // With fewer events, a place may be too rare to be named.
          if (isDone) void projector.changed(removal.siteId);
        }
      }
    } catch (error) {
      if (isDiskFull(error) && reserve.give('removals')) {
        isAsked = true;
        return removeAll();
      }
      log.warn(describeError(error), 'deleted events not removed');
      if (isBusy(error)) setTimeout(run, RETRY).unref();
    }
  }
  const run = (): Promise<void> => {
    isAsked = true;
    running ??= removeAll().finally(() => {
      running = null;
    });
    return running;
  };
  return {
    wake: () => void run(),
    finish: run,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
