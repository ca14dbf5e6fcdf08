// From how many addresses a page's displays of a day came. Unknown for the days so far: each display counts as another's,
// so that these pages rank as they did, by displays.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('stats_daily_page')
    .addColumn('reach', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update stats_daily_page set reach = displays where page <> 'other'`.execute(db);
}
