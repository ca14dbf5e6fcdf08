// Stores tallied interactions: each notification's counters and hourly row, and the site's daily rows by device, by
// page and for the widget's cost. One transaction per call, however many requests wait for it.
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../open.ts';
import { postgresWriter } from './postgres.ts';
import type { CostTally, Tally } from './rows.ts';
import { sqliteWriter } from './sqlite.ts';

export type { CostTally, Tally } from './rows.ts';

/**
 * Adds every tally and cost, or none. Skips tallies whose notification does not belong to their site and widget, and
 * costs whose site is gone. Counters stop at their maximum.
 * @throws the driver's error when nothing was written, or when the connection was lost during the commit, whose outcome
 * is then unknown.
 */
export type TallyWriter = (tallies: Tally[], costs?: CostTally[]) => Promise<void>;

/** Two instances on PostgreSQL blocked each other: worth retrying right away. */
const CONFLICT = /^(40001|40P01)/;
const ATTEMPTS = 4;
const RETRY_DELAY_MS = 10;

export function makeTallyWriter(database: Database): TallyWriter {
  const write = database.dialect === 'sqlite' ? sqliteWriter(database) : postgresWriter(database);
  return async (tallies, costs = []) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await write(tallies, costs);
      } catch (error) {
        if (attempt === ATTEMPTS || !CONFLICT.test(String((error as { code?: unknown }).code))) throw error;
        await pause(RETRY_DELAY_MS * attempt);
      }
    }
  };
}
