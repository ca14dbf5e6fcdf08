// The compressed copies of each file of a widget build, in base64, so that every process sends the bytes the build
// measured. Rows from before have none, and are compressed when they are asked for.
import type { Kysely } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  // One column a statement: SQLite adds no two at once.
  await db.schema.alterTable('widget_builds').addColumn('brotli', 'text').execute();
  await db.schema.alterTable('widget_builds').addColumn('gzip', 'text').execute();
}
