// How webhooks in a sender's own words are read, the last body while that is being mapped, and how many deliveries in a row
// failed.
import type { Kysely } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('sources').addColumn('mapping', 'text').execute();
  await db.schema.alterTable('sources').addColumn('capture_until', 'text').execute();
  await db.schema
    .alterTable('sources')
    .addColumn('failures', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('sources').addColumn('failed_at', 'text').execute();
  await db.schema
    .createTable('source_captures')
    .addColumn('source_id', 'text', (c) => c.primaryKey().references('sources.id').onDelete('cascade'))
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('body', 'text')
    .execute();
}
