// Whether somebody of the shop entered an order, at a till or in its admin: its owner may leave such orders out. And which
// notifications tell of what was read from a shop: their displays are counted apart from those of signed events.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('events').addColumn('is_by_staff', 'integer').execute();
  await db.schema.alterTable('proven_notifications').addColumn('is_read', 'integer').execute();
  await sql`insert into proven_notifications (site_id, notification_id, is_read)
    select site_id, id, 1 from notifications where is_read = 1`.execute(db);
}
