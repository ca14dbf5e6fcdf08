// Whether what a notification tells of was delivered under a right signature, and which notifications ever were: their
// displays stay counted when they are gone.
import type { Kysely } from 'kysely';
import { sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('notifications').addColumn('is_signed', 'integer').execute();
  await db.schema
    .createTable('proven_notifications')
    .addColumn('site_id', 'text', (c) => c.notNull().references('sites.id').onDelete('cascade'))
    .addColumn('notification_id', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('proven_notifications_once', ['site_id', 'notification_id'])
    .execute();
  await sql`update notifications set is_signed = (select is_signed from events where events.id = notifications.event_key)
    where event_key is not null`.execute(db);
  await sql`insert into proven_notifications (site_id, notification_id)
    select site_id, id from notifications where is_signed = 1`.execute(db);
}
