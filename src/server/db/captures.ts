// The last body that came to a source while its fields are being mapped, or that could not be read, in SQL: there is at most
// one.
import { CAPTURE_LIFE } from '#shared/limits.ts';
import { isoOf } from '#shared/time.ts';
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';
import { deleteDue } from './removals.ts';
import type { StoredSite } from './sites.ts';
import type { StoredSource } from './sources.ts';

/** @returns since when a body that could not be read has to have come to be kept (ISO). @param now ISO. */
const unreadSince = (now: string): string => isoOf(Date.parse(now) - CAPTURE_LIFE);

/**
 * Keeps bodies that come until `until`, in a transaction. One from before the last time is over is gone, but for one that
 * could not be read and is still kept.
 */
export async function openCapture(db: Db, source: Owned<StoredSource>, until: string, now: string): Promise<void> {
  const { captureUntil } = source;
  if (captureUntil === null || captureUntil <= now)
    await db
      .deleteFrom('source_captures')
      .where('source_id', '=', source.id)
      .where((eb) => eb.or([eb('is_unread', '=', 0), eb('at', '<=', unreadSince(now))]))
      .execute();
  await db.updateTable('sources').set({ capture_until: until }).where('id', '=', source.id).execute();
}

/** Keeps none any more, in a transaction. */
export async function closeCapture(db: Db, source: Owned<StoredSource>): Promise<void> {
  await db.updateTable('sources').set({ capture_until: null }).where('id', '=', source.id).execute();
  await deleteCapture(db, source);
}

/** Deletes what is kept of any of a site's sources, in a transaction. */
export const deleteCapturesOf = (db: Db, site: Owned<StoredSite>) =>
  db
    .deleteFrom('source_captures')
    .where('source_id', 'in', (eb) => eb.selectFrom('sources').select('id').where('site_id', '=', site.id))
    .execute();

const deleteCapture = (db: Db, source: Owned<StoredSource>) =>
  db.deleteFrom('source_captures').where('source_id', '=', source.id).execute();

/** Deletes a body that is kept because it could not be read. */
export const deleteUnread = (db: Db, source: Owned<StoredSource>) =>
  db.deleteFrom('source_captures').where('source_id', '=', source.id).where('is_unread', '=', 1).execute();

/**
 * Keeps this body, which could not be read, for an hour in place of the one before, if its source keeps those and no other
 * is kept since `before`.
 */
export const keepUnread = (db: Db, sourceId: string, capture: { at: string; body: string | null }, before: string) =>
  db
    .insertInto('source_captures')
    .columns(['source_id', 'at', 'body', 'is_unread'])
    .expression((eb) =>
      eb
        .selectFrom('sources')
        .select(['id', eb.val(capture.at).as('at'), eb.val(capture.body).as('body'), eb.lit(1).as('is_unread')])
        .where('id', '=', sourceId)
        .where('is_unread_kept', '=', 1),
    )
    .onConflict((oc) =>
      oc
        .column('source_id')
        .doUpdateSet({ ...capture, is_unread: 1 })
        .where('source_captures.at', '<', before),
    )
    .execute();

/** @returns when it came and its body, sealed (null when it was too large); undefined when none came. */
export const findCapture = (db: Db, source: Owned<StoredSource>) =>
  db
    .selectFrom('source_captures')
    .select(['at', 'body', 'is_unread'])
    .where('source_id', '=', source.id)
    .executeTakeFirst();

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
    .onConflict((oc) =>
      oc
        .column('source_id')
        .doUpdateSet({ ...capture, is_unread: 0 })
        .where('source_captures.at', '<', before),
    )
    .execute();

/** Deletes the bodies whose time is over (`now`, ISO), and those that came at the very moment it ended. */
export const deleteOldCaptures = (db: Db, now: string, stopping?: AbortSignal) =>
  deleteDue(
    db,
    'source_captures',
    ['source_id'],
    db
      .selectFrom('source_captures')
      .where((eb) => eb.or([eb('is_unread', '=', 0), eb('at', '<=', unreadSince(now))]))
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
