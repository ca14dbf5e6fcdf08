// What is gone but for its events, deliveries and retractions, which are too many for one statement; and up to when what
// came to a source is known to show.
import type { Kysely } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('removals')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('site_id', 'text', (c) => c.notNull())
    .addColumn('removed_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('removals_site').on('removals').columns(['site_id']).execute();
  await db.schema.alterTable('sources').addColumn('projected_until', 'text').execute();
}
