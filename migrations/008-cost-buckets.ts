// Measured page loads are counted by size, instead of added up: one made-up report is then one load, whatever number it
// holds. Loads so far were counted by class of main-thread time, and go to the bucket in the middle of their class. Of
// bytes and requests only sums are known, from which no counts can be made: they are dropped.
import { type Kysely, sql } from 'kysely';

/** Upper bounds of the classes in milliseconds (0 is beyond all), with the bucket for each in microseconds. */
const BUCKETS = [
  [1, 710],
  [2, 1_400],
  [5, 3_150],
  [10, 7_100],
  [20, 14_000],
  [50, 31_500],
  [0, 71_000],
] as const;

export async function up(db: Kysely<never>): Promise<void> {
  // A new table, renamed at the end, because the primary key changes.
  await db.schema
    .createTable('stats_daily_cost_buckets')
    .addColumn('site_id', 'text', (c) => c.notNull().references('sites.id').onDelete('cascade'))
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('measure', 'text', (c) => c.notNull())
    .addColumn('up_to', 'integer', (c) => c.notNull())
    .addColumn('loads', 'integer', (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('stats_daily_cost_buckets_pk', ['site_id', 'day', 'measure', 'up_to'])
    .execute();
  for (const [bound, bucket] of BUCKETS) {
    await sql`insert into stats_daily_cost_buckets (site_id, day, measure, up_to, loads)
      select site_id, day, 'time', ${sql.lit(bucket)}, loads from stats_daily_cost where up_to = ${bound}`.execute(db);
  }
  await db.schema.dropTable('stats_daily_cost').execute();
  await db.schema.alterTable('stats_daily_cost_buckets').renameTo('stats_daily_cost').execute();
}
