// A deleted notification stays for a while, so that its owner can have it back with its counts.
import type { Kysely } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('notifications').addColumn('deleted_at', 'text').execute();
  // For the sweep: few rows have a date, and it looks at all sites.
  await db.schema
    .createIndex('notifications_deleted')
    .on('notifications')
    .column('deleted_at')
    .where('deleted_at' as never, 'is not', null)
    .execute();
}
