// The compressed copies of each file of a widget build, in base64, so that every process sends the bytes that the build
// measured. Older rows have none and are compressed on demand.
import type { Kysely } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  // One statement per column, because SQLite cannot add two at once.
  await db.schema.alterTable('widget_builds').addColumn('brotli', 'text').execute();
  await db.schema.alterTable('widget_builds').addColumn('gzip', 'text').execute();
}
