// Events on hold, in SQL: they are retracted until they are paid, and nothing of them is erased.
import { sql } from 'kysely';
import { msOf, type StoredEvent } from './event-codec.ts';
import type { Db } from './open.ts';
import type { StoredRetraction } from './retractions.ts';

const HOLDS = ['on-hold', 'in-dispute'];
/** @returns whether this reason of a retraction is a hold. */
export const isHold = (because: string | null): boolean => because !== null && HOLDS.includes(because);
/** @returns whether a stored event is on hold, and nothing worse. */
export const isHeld = ({ retractedBecause }: Pick<StoredEvent, 'retractedBecause'>): boolean =>
  isHold(retractedBecause);
/** @param of what the query calls the table. @returns whether an event is on hold, in SQL. */
export const heldIn = (of: string) =>
  sql<boolean>`coalesce(${sql.ref(`${of}.retracted_because`)}, '') in (${sql.join(HOLDS)})`;

/** What is said of an order, and takes back no more than the word before it. */
export const STANDING = [...HOLDS, 'paid'];
export const isStanding = (because: string): boolean => STANDING.includes(because);

/** Puts events on hold, or takes them off it (null). */
export async function setHeld(
  db: Db,
  ids: readonly string[],
  by: Pick<StoredRetraction, 'because' | 'at' | 'retractedBy'> | null,
): Promise<void> {
  const held = {
    retracted_at: msOf(by?.at ?? null),
    retracted_because: by?.because ?? null,
    retracted_by: by?.retractedBy ?? null,
  };
  await db.updateTable('events').set(held).where('id', 'in', ids).execute();
}

/** Forgets holds that are over. */
export const deleteHolds = (db: Db, ids: readonly string[]) =>
  db.deleteFrom('retractions').where('id', 'in', ids).execute();
