// When a session's user last proved who they are. Sessions older than this column have to be confirmed before their next
// sensitive call.
import type { Kysely } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('confirmed_at', 'text').execute();
}
