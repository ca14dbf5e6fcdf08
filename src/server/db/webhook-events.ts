// Webhooks that were taken on, so that each is handled once.
import { hasChanged } from './codecs.ts';
import type { Db } from './open.ts';
import { deleteDue } from './removals.ts';

/** @returns whether this call is the first to note the event. */
export const noteEvent = (db: Db, event: { id: string; type: string }, receivedAt: string): Promise<boolean> =>
  hasChanged(
    db
      .insertInto('webhook_events')
      .values({ id: event.id, type: event.type, received_at: receivedAt })
      .onConflict((conflict) => conflict.column('id').doNothing()),
  );

/** Forgets events from before `before` (ISO). */
export const deleteEventsBefore = (db: Db, before: string, stopping?: AbortSignal): Promise<void> =>
  deleteDue(db, 'webhook_events', ['id'], db.selectFrom('webhook_events').where('received_at', '<', before), stopping);
