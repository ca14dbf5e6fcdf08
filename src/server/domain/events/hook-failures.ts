// Deliveries that were answered 503: remembered in memory while the database can't be written, and stored with the next
// minute's sweep. A shop that switches its webhook off after a few failures doesn't say so; its source's page does.
import { ID_MAX, isStorable } from '#shared/contract/text.ts';
import { isoNow } from '#shared/time.ts';
import type { Db } from '../../db/open.ts';
import { recordFailures } from '../../db/sources.ts';
import type { Clock } from '../ports.ts';

/** How many addresses are remembered: anybody can make some up. */
const SOURCES_MAX = 1_000;

export type HookFailures = {
  /** Remembers that a delivery to this address could not be stored. Never throws. */
  note(sourceId: string): void;
  /** @throws when they still can't be written: they are kept for the next time */
  write(db: Db): Promise<void>;
};

export function makeHookFailures(clock: Clock): HookFailures {
  const failed = new Map<string, { count: number; at: string }>();
  return {
    note(sourceId) {
      const { count } = failed.get(sourceId) ?? { count: 0 };
      if (sourceId.length > ID_MAX || !isStorable(sourceId)) return;
      if (count > 0 || failed.size < SOURCES_MAX) failed.set(sourceId, { count: count + 1, at: isoNow(clock) });
    },
    async write(db) {
      for (const [sourceId, { count, at }] of [...failed]) {
        await recordFailures(db, sourceId, count, at);
        const now = failed.get(sourceId);
        if (now && now.count > count) failed.set(sourceId, { ...now, count: now.count - count });
        else failed.delete(sourceId);
      }
    },
  };
}
