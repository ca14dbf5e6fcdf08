// Stores tallied interactions: each notification's counters and hourly row, and the site's daily rows by device, by
// page and for the widget's cost, and the days of epochs. One transaction per call, however many requests wait for it.
import { setTimeout as pause } from 'node:timers/promises';
import type { DayCount } from '../experiment-counts.ts';
import type { Database } from '../open.ts';
import { postgresWriter } from './postgres.ts';
import type { CostTally, Tally } from './rows.ts';
import { sqliteWriter } from './sqlite.ts';

export type { CostTally, Tally } from './rows.ts';

/**
 * Adds every tally, cost and count of an epoch, or none. Skips tallies whose notification does not belong to their site and
 * widget, and what else is of a site that is gone. Counters stop at their maximum.
 * @throws the driver's error when nothing was written, or when the connection was lost during the commit, whose outcome
 * is then unknown.
 */
export type TallyWriter = (tallies: Tally[], costs?: CostTally[], days?: DayCount[]) => Promise<void>;

/** Two instances on PostgreSQL blocked each other: worth retrying right away. */
const CONFLICT = /^(40001|40P01)/;
const ATTEMPTS = 4;
const RETRY_DELAY_MS = 10;

export function makeTallyWriter(database: Database): TallyWriter {
  const write = database.dialect === 'sqlite' ? sqliteWriter(database) : postgresWriter(database);
  return async (tallies, costs = [], days = []) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await write(tallies, costs, days);
      } catch (error) {
        if (attempt === ATTEMPTS || !CONFLICT.test(String((error as { code?: unknown }).code))) throw error;
        await pause(RETRY_DELAY_MS * attempt);
      }
    }
  };
}
