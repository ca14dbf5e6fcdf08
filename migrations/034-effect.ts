// Whether notifications change what visitors do (docs/decisions/026-effect.md): goals, epochs in which a share of the browsers is
// held out, and what came of both arms by day. No row is about a browser; one of a buyer is a keyed hash, which goes when the
// buyer is erased.
import type { Kysely } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('sites').addColumn('currency', 'text').execute();
  await db.schema
    .createTable('goals')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('site_id', 'text', (c) => c.notNull().references('sites.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('event_kind', 'text')
    // Of a source that is gone, nothing more is counted: the goal stays, and says so.
    .addColumn('source_id', 'text')
    .addColumn('page', 'text')
    .addColumn('key', 'text')
    .addColumn('is_main', 'integer', (c) => c.notNull())
    // Epochs that ended before it was changed keep what it came to.
    .addColumn('meant_since', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('goals_site').on('goals').columns(['site_id', 'created_at']).execute();
  await db.schema.createIndex('goals_key').unique().on('goals').columns(['site_id', 'key']).execute();
  // What the owner chose of measuring; nothing is measured without a row.
  await db.schema
    .createTable('hold_outs')
    .addColumn('site_id', 'text', (c) => c.primaryKey().references('sites.id').onDelete('cascade'))
    .addColumn('share', 'integer', (c) => c.notNull())
    .addColumn('is_guarded', 'integer', (c) => c.notNull())
    .addColumn('guards_by_browsers', 'integer', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('epochs')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('site_id', 'text', (c) => c.notNull().references('sites.id').onDelete('cascade'))
    .addColumn('share', 'integer', (c) => c.notNull())
    // The main goal as the epoch began.
    .addColumn('goal_id', 'text', (c) => c.notNull())
    .addColumn('currency', 'text')
    .addColumn('value_cap', 'double precision')
    .addColumn('expected', 'integer', (c) => c.notNull())
    .addColumn('started_at', 'text', (c) => c.notNull())
    .addColumn('ended_at', 'text')
    .addColumn('ended_because', 'text')
    .execute();
  await db.schema.createIndex('epochs_site').on('epochs').columns(['site_id', 'started_at']).execute();
  await db.schema
    .createTable('experiment_days')
    .addColumn('site_id', 'text', (c) => c.notNull().references('sites.id').onDelete('cascade'))
    .addColumn('epoch_id', 'text', (c) => c.notNull())
    // '' where browsers took part.
    .addColumn('goal_id', 'text', (c) => c.notNull())
    .addColumn('reported_by', 'text', (c) => c.notNull())
    .addColumn('arm', 'integer', (c) => c.notNull())
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('browsers', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('value_sum', 'double precision', (c) => c.notNull().defaultTo(0))
    .addColumn('value_squares', 'double precision', (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('experiment_days_pk', ['site_id', 'epoch_id', 'goal_id', 'reported_by', 'arm', 'day'])
    .execute();
  await db.schema
    .createTable('experiment_buyers')
    .addColumn('site_id', 'text', (c) => c.notNull().references('sites.id').onDelete('cascade'))
    .addColumn('epoch_id', 'text', (c) => c.notNull())
    .addColumn('buyer', 'text', (c) => c.notNull())
    .addColumn('goal_id', 'text', (c) => c.notNull())
    .addColumn('arm', 'integer', (c) => c.notNull())
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('value', 'double precision', (c) => c.notNull())
    .addPrimaryKeyConstraint('experiment_buyers_pk', ['site_id', 'epoch_id', 'buyer', 'goal_id'])
    .execute();
}
