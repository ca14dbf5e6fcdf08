// CSV files that sources were given, in SQL, and the events that came in each.
import { sql } from 'kysely';
import { z } from 'zod';
import { type Import, type ImportSummary, importSchema, importSummarySchema } from '#shared/contract/import.ts';
import { countRows, isFound, rowCodec, valuesOf } from './codecs.ts';
import { encodeEvent, firstEvent, idColumns, type StoredEvent } from './event-codec.ts';
import { isHeld } from './holds.ts';
import { deleteNumbers, insertNumber, numberOf } from './id-numbers.ts';
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';
import { deleteAll } from './removals.ts';
import type { StoredSite } from './sites.ts';
import type { StoredSource } from './sources.ts';

const whole = rowCodec(importSchema.shape);
const summary = rowCodec(importSummarySchema.shape);
const { decode, encode } = rowCodec({
  ...importSchema.shape,
  siteId: z.string(),
  /** When its last rows were taken, or were awaited still: one that runs and wasn't touched for long is nobody's. */
  touchedAt: z.string(),
});
export type StoredImport = ReturnType<typeof decode>;

/** Inserts an import as it begins, while its site is held: nobody undoes another of the source meanwhile. */
export async function insertImport(db: Db, row: StoredImport): Promise<void> {
  await insertNumber(db, row.id);
  await db.insertInto('imports').values(encode(row)).execute();
}

/** @returns the import with its refused rows, if it is one of the source. */
export const findImport = (db: Db, source: Owned<StoredSource>, id: string): Promise<Import | undefined> =>
  whole.first(db.selectFrom('imports').selectAll().where('source_id', '=', source.id).where('id', '=', id));

/** @returns one page of a source's imports, the last first. */
export async function listImports(
  db: Db,
  source: Owned<StoredSource>,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ imports: ImportSummary[]; total: number }> {
  const found = db.selectFrom('imports').where('source_id', '=', source.id);
  const rows = await found
    .select(summary.columns as (keyof Parameters<typeof summary.decode>[0])[])
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { imports: rows.map(summary.decode), total: await countRows(found) };
}

type Progress = Partial<Pick<StoredImport, 'rows' | 'accepted' | 'duplicates' | 'skipped' | 'refused' | 'refusals'>>;

/** Writes how far a running import is, or that it has ended, unless it was undone meanwhile. */
export const updateImport = (
  db: Db,
  id: string,
  changes: Progress & Partial<Pick<StoredImport, 'state' | 'reason' | 'finishedAt'>> & { touchedAt: string },
) => db.updateTable('imports').set(encode(changes)).where('id', '=', id).where('state', '=', 'running').execute();

/**
 * Holds a running import until the transaction ends. Not by a first update of what a second one will change: PostgreSQL
 * would look at its site for the second, and wait for whoever deletes that and waits for us.
 * @returns whether it is running still.
 */
export const lockImport = (db: Db, id: string): Promise<boolean> =>
  isFound(db.selectFrom('imports').select('id').where('id', '=', id).where('state', '=', 'running').forNoKeyUpdate());

/** From now on nothing of it shows, and no row of it is taken. @param now ISO. */
export const startUndoing = (db: Db, id: string, now: string) =>
  db.updateTable('imports').set({ state: 'undoing', touched_at: now }).where('id', '=', id).execute();

/** Deletes what came in a file, the newest first, but for what is delivered meanwhile; ends early once the signal is aborted. */
export const deleteEventsOfImport = (db: Db, importId: string, stopping: AbortSignal) =>
  deleteAll(
    db,
    'events',
    db.selectFrom('events').select('id').where('import_number', '=', numberOf(importId)).orderBy('number', 'desc'),
    stopping,
    // Told so that no index has it: by that of imports, each of these statements would read all that is left of the file.
    (ids) =>
      db
        .deleteFrom('events')
        .where('id', 'in', ids)
        .where(sql<boolean>`coalesce(import_number, 0) = ${numberOf(importId)}`)
        .execute(),
  );

/**
 * Holds an event's row until the transaction ends, so that no import takes it along when it is undone.
 * @returns what it is; undefined when one just did.
 */
export const lockKnown = (
  db: Db,
  { sourceId, eventId }: Pick<StoredEvent, 'sourceId' | 'eventId'>,
): Promise<StoredEvent | undefined> => {
  const row = db
    .selectFrom('events')
    .selectAll('events')
    .select(idColumns('events'))
    .where('source_number', '=', numberOf(sourceId))
    .where('event_id', '=', eventId);
  return firstEvent(row.forNoKeyUpdate());
};

/**
 * Makes an event that came in a file, or was read from the shop, one that was delivered: from now on it is what the
 * delivery says, and stays when the import is undone. One that was retracted for good stays so, and empty; one that its
 * owner hid stays hidden.
 * @param known held by lockKnown. @param event as it was delivered; that it was retracted before is left to its retraction.
 */
export async function takeFromFile(db: Db, known: StoredEvent, event: StoredEvent): Promise<void> {
  const never = { retractedAt: null, retractedBecause: null, retractedBy: null };
  const isOpen = known.retractedAt === null || isHeld(known);
  const { retractedAt, retractedBecause, retractedBy } = known;
  // The file may have said whose it is, or of which order, and the delivery not.
  const { personHash, customerHash, referenceHash } = known;
  const all = {
    ...event,
    ...(isHeld(known) ? { retractedAt, retractedBecause, retractedBy } : never),
    personHash: event.personHash ?? personHash,
    customerHash: event.customerHash ?? customerHash,
    referenceHash: event.referenceHash ?? referenceHash,
    // As the shop's API told it; of two deliveries of one purchase, only one may name the arm.
    ...(event.arm === null && { arm: known.arm, value: known.value }),
  };
  const { id: _id, hidden_at: _hidden, ...delivered } = encodeEvent(all);
  const { is_signed, is_read, received_at, person_hash, customer_hash, reference_hash } = delivered;
  const left = { is_signed, is_read, received_at, person_hash, customer_hash, reference_hash };
  await db
    .updateTable('events')
    .set({ ...(isOpen ? delivered : left), import_number: null })
    .where('id', '=', known.id)
    .execute();
}

/** Deletes the report of an import; its events stay (deleteEventsOfImport), and nobody can undo it any more. */
export async function deleteImport(db: Db, id: string): Promise<void> {
  await db.deleteFrom('imports').where('id', '=', id).execute();
  await deleteNumbers(db, [id]);
}

/** @returns all that is being undone. */
export const listUndoing = (db: Db): Promise<Pick<StoredImport, 'id' | 'siteId'>[]> =>
  db.selectFrom('imports').select(['id', 'site_id as siteId']).where('state', '=', 'undoing').execute();

/** @returns the ids of a site's imports that are being undone. */
export const listUndoingOf = (db: Db, site: Owned<StoredSite>): Promise<string[]> =>
  valuesOf(db.selectFrom('imports').select('id').where('site_id', '=', site.id).where('state', '=', 'undoing'), 'id');

/** @returns whether a source has an import in that state, other than `except`. */
export async function hasImport(
  db: Db,
  source: Owned<StoredSource>,
  state: StoredImport['state'],
  except?: string,
): Promise<boolean> {
  const all = db.selectFrom('imports').select('id').where('source_id', '=', source.id).where('state', '=', state);
  return (await all.execute()).some(({ id }) => id !== except);
}

/** Ends the imports that nobody has touched since `before` (ISO, as `now`). */
export const stopLeftImports = (db: Db, before: string, reason: string, now: string) =>
  db
    .updateTable('imports')
    .set({ state: 'stopped', reason, finished_at: now, touched_at: now })
    .where('state', '=', 'running')
    .where('touched_at', '<', before)
    .execute();

/** Deletes the reports of a source's files that were imported until then (ISO): their events are gone, too. */
export async function deleteOldImports(db: Db, sourceId: string, until: string): Promise<void> {
  const old = db.selectFrom('imports').select('id').where('source_id', '=', sourceId).where('finished_at', '<=', until);
  await deleteNumbers(db, old);
  await db.deleteFrom('imports').where('id', 'in', old).execute();
}
