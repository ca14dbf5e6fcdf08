// Writes what visitors' events add up to: the counters of each notice, its row of the hour, and the site's rows of the
// day by device, by page and of the widget's cost. One transaction a call, however many requests it answers.
import { setTimeout as pause } from 'node:timers/promises';
import { postgresWriter } from './counting-postgres.ts';
import type { CostTally, Tally } from './counting-rows.ts';
import { sqliteWriter } from './counting-sqlite.ts';
import type { Database } from './open.ts';

export type { CostTally, Tally } from './counting-rows.ts';

/**
 * Adds every tally and cost, or none. A tally whose notice is not this widget's and site's is passed over everywhere, a
 * cost whose site is gone too. Counters that are full stay full.
 * @throws the driver's error when nothing was written; after a connection lost in the commit it may have been.
 */
export type TallyWriter = (tallies: Tally[], costs?: CostTally[]) => Promise<void>;

/** Two instances met in each other's locks, or another process is writing: worth another try at once. */
const CONFLICT = /^(SQLITE_BUSY|40001|40P01)/;
const ATTEMPTS = 4;
const PAUSE_MS = 10;

export function makeTallyWriter(database: Database): TallyWriter {
  const write = database.dialect === 'sqlite' ? sqliteWriter(database) : postgresWriter(database);
  return async (tallies, costs = []) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await write(tallies, costs);
      } catch (error) {
        if (attempt === ATTEMPTS || !CONFLICT.test(String((error as { code?: unknown }).code))) throw error;
        await pause(PAUSE_MS * attempt);
      }
    }
  };
}
