// What the rows of a file say: events that are to be stored, and orders that were paid and no longer are.
import type { Refusal } from '#shared/contract/import.ts';
import { eventOf, type Layout, readRow, toColumnIssue } from '#shared/csv-columns.ts';
import type { EndedRow } from '#shared/csv-exports.ts';
import { IMPORT_REFUSALS_MAX } from '#shared/limits.ts';
import { isoNow } from '#shared/time.ts';
import { findKnown } from '../../db/events.ts';
import type { StoredImport } from '../../db/imports.ts';
import type { Owned } from '../../db/owned.ts';
import type { StoredSite } from '../../db/sites.ts';
import { lockEventsOf, type StoredSource } from '../../db/sources.ts';
import { bumpWidgetsOfSite } from '../../db/widgets.ts';
import type { Deps } from '../../deps.ts';
import type { makePieces, makeTurns } from '../../turns.ts';
import type { CsvRow } from '../ports.ts';
import type { DeliveredEvent } from './delivery.ts';
import { isOverdue } from './earlier-words.ts';
import { retractSome, startRetracting } from './retract.ts';
import { idsByNumber, issuesOf } from './take.ts';
import type { Retracting } from './unfinished-retractions.ts';

/** Rows taken without a value that are reported one by one. */
const INCOMPLETE_MAX = 100;

export type FullRow = Extract<CsvRow, { cells: unknown }>;
export type Counts = Pick<StoredImport, 'rows' | 'accepted' | 'duplicates' | 'skipped' | 'refused'>;

/** An import in progress. */
export type Running = {
  id: string;
  site: Owned<StoredSite>;
  source: Owned<StoredSource>;
  layout: Layout;
  counts: Counts;
  refusals: Refusal[];
  incomplete: number;
  before: string[] | null;
  turn: ReturnType<typeof makeTurns>;
  pieces: ReturnType<typeof makePieces>;
};

/** @returns the events of the rows, and the orders that no longer are. Counts skipped and refused rows. */
export async function eventsOf({ clock, tokens }: Deps, running: Running, rows: readonly FullRow[]) {
  const { site, source, layout, counts, refusals, turn } = running;
  const now = clock.now();
  const refuse = (line: number, errors: Refusal['errors']) => {
    counts.refused++;
    if (counts.refused <= IMPORT_REFUSALS_MAX) refusals.push({ line, errors });
  };
  const events: DeliveredEvent[] = [];
  const ended: EndedRow[] = [];
  for (const { line, cells } of rows) {
    await turn();
    counts.rows++;
    const row = readRow(layout, cells, running.before, site.timezone);
    running.before = cells;
    if (row.is === 'skipped') {
      counts.skipped++;
      if (row.ended) ended.push(row.ended);
    }
    if (row.is === 'refused') refuse(line, row.issues);
    if (row.is !== 'event') continue;
    // The same row has the same id each time the file is imported.
    const id = row.draft.id ?? `row-${tokens.digestOfSite(site.id, `row.${JSON.stringify(row.draft)}`)}`;
    const read = eventOf({ ...row, draft: { ...row.draft, id } });
    const issues = 'issues' in read ? read.issues : issuesOf(read.event, site, source, now).map(toColumnIssue);
    if (!('event' in read) || issues.length > 0) refuse(line, issues);
    else {
      // Whoever writes a file could write any: only what was delivered has one.
      events.push({ ...read.event, arm: undefined });
      if (read.without.length > 0 && running.incomplete++ < INCOMPLETE_MAX)
        refusals.push({ line, errors: read.without, isImported: true });
    }
  }
  return { events, ended };
}

/** Each is several statements: so many hold the source's events in one transaction. */
const ENDED_AT_ONCE = 15;

/**
 * Takes back orders of which the file says that they are refunded or cancelled, for good, as their shop's delivery would:
 * also when the import is undone. Those that aren't here are none of its business.
 */
export async function endOrders(
  deps: Deps,
  { site, source, turn }: Pick<Running, 'site' | 'source' | 'turn'>,
  ended: readonly EndedRow[],
): Promise<void> {
  for (let at = 0; at < ended.length; at += ENDED_AT_ONCE) {
    await turn();
    const some = ended.slice(at, at + ENDED_AT_ONCE);
    const retracted = await deps.db.transaction().execute(async (db) => {
      if (!(await lockEventsOf(db, site.id, source.id))) return 0;
      const ids = some.map(({ id }) => id);
      const byNumber = await idsByNumber(db, source, ids);
      const known = await findKnown(db, source.id, [...ids, ...byNumber.values()]);
      const all: Retracting[] = [];
      for (const { id, because } of some) {
        const event = known.get(byNumber.get(id) ?? id);
        // The id of an order that its customer knows by another number is another order's number.
        const isOther = event && !byNumber.has(id) && event.orderNumber !== null && event.orderNumber !== id;
        if (!event || isOther || !isOverdue({ retractedBecause: because }, event)) continue;
        // By the file's own word for it, too: an older file must not bring it back under that.
        const told = [
          { matches: 'event', value: event.eventId, because },
          { matches: 'reference', value: id, because },
        ] as const;
        for (const one of told) all.push(await startRetracting(deps, site.id, source.id, one, null));
      }
      const done = await retractSome(deps, db, all);
      if (done.retracted > 0) await bumpWidgetsOfSite(db, site.id, isoNow(deps.clock));
      return done.retracted;
    });
    if (retracted > 0) void deps.projector.changed(site.id, true);
  }
}
