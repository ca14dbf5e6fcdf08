// The last body that came to a source while its fields are being mapped, in SQL: there is at most one.
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';
import { deleteDue } from './removals.ts';
import type { StoredSource } from './sources.ts';

/** Keeps bodies that come until `until`, in a transaction. One from before the last time is over is gone. */
export async function openCapture(db: Db, source: Owned<StoredSource>, until: string, now: string): Promise<void> {
  const { captureUntil } = source;
  if (captureUntil === null || captureUntil <= now) await deleteCapture(db, source);
  await db.updateTable('sources').set({ capture_until: until }).where('id', '=', source.id).execute();
}

/** Keeps none any more, in a transaction. */
export async function closeCapture(db: Db, source: Owned<StoredSource>): Promise<void> {
  await db.updateTable('sources').set({ capture_until: null }).where('id', '=', source.id).execute();
  await deleteCapture(db, source);
}

const deleteCapture = (db: Db, source: Owned<StoredSource>) =>
  db.deleteFrom('source_captures').where('source_id', '=', source.id).execute();

/** @returns when it came and its body, sealed (null when it was too large); undefined when none came. */
export const findCapture = (db: Db, source: Owned<StoredSource>) =>
  db.selectFrom('source_captures').select(['at', 'body']).where('source_id', '=', source.id).executeTakeFirst();

/**
 * Keeps this body in place of the one before, if its source still keeps any and that one is from before `before`.
 * @param capture.body sealed; null when it is too large. All times ISO.
 */
export const keepCapture = (db: Db, sourceId: string, capture: { at: string; body: string | null }, before: string) =>
  db
    .insertInto('source_captures')
    .columns(['source_id', 'at', 'body'])
    .expression((eb) =>
      eb
        .selectFrom('sources')
        .select(['id', eb.val(capture.at).as('at'), eb.val(capture.body).as('body')])
        .where('id', '=', sourceId)
        .where('capture_until', '>', capture.at),
    )
    .onConflict((oc) => oc.column('source_id').doUpdateSet(capture).where('source_captures.at', '<', before))
    .execute();

/** Deletes the bodies whose time is over (`now`, ISO), and those that came at the very moment it ended. */
export const deleteOldCaptures = (db: Db, now: string, stopping?: AbortSignal) =>
  deleteDue(
    db,
    'source_captures',
    ['source_id'],
    db
      .selectFrom('source_captures')
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('sources')
              .select('id')
              .whereRef('sources.id', '=', 'source_captures.source_id')
              .where('capture_until', '>', now),
          ),
        ),
      ),
    stopping,
  );
