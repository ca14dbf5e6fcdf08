// Events that shops, scripts and files tell of: their sources, what was delivered, and what must never show again. Each
// site starts with a source for the API.
import type { CreateTableBuilder, Kysely } from 'kysely';
import { sql } from 'kysely';

const ofSite = <T extends string>(table: CreateTableBuilder<T>) =>
  table.addColumn('site_id', 'text', (c) => c.notNull());

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('sources')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('site_id', 'text', (c) => c.notNull().references('sites.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('secret', 'text')
    .addColumn('previous_secret', 'text')
    .addColumn('previous_secret_until', 'text')
    .addColumn('template_id', 'text')
    .addColumn('rules', 'text', (c) => c.notNull())
    .addColumn('privacy', 'text', (c) => c.notNull())
    .addColumn('hosts', 'text', (c) => c.notNull())
    .addColumn('retention_days', 'integer', (c) => c.notNull())
    .addColumn('last_delivery_at', 'text')
    .addColumn('reached_at', 'text')
    .addColumn('refused_at', 'text')
    .addColumn('refused_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('shown_until', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('sources_site').on('sources').columns(['site_id', 'created_at']).execute();

  // The tables below refer to sites and sources without foreign keys: to delete millions of rows in the statement that
  // deletes a site takes longer than any statement may. They are deleted afterwards (018-removals).
  await ofSite(db.schema.createTable('events').addColumn('id', 'text', (c) => c.primaryKey()))
    .addColumn('source_id', 'text', (c) => c.notNull())
    .addColumn('event_id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('occurred_at', 'text', (c) => c.notNull())
    .addColumn('received_at', 'text', (c) => c.notNull())
    .addColumn('first_name', 'text')
    .addColumn('last_name', 'text')
    .addColumn('city', 'text')
    .addColumn('region', 'text')
    .addColumn('country', 'text')
    .addColumn('subject_name', 'text')
    .addColumn('subject_url', 'text')
    .addColumn('subject_image', 'text')
    .addColumn('quantity', 'integer')
    .addColumn('amount', 'double precision')
    .addColumn('currency', 'text')
    .addColumn('rating', 'double precision')
    .addColumn('text', 'text')
    .addColumn('reference', 'text')
    .addColumn('person_hash', 'text')
    .addColumn('customer_hash', 'text')
    .addColumn('reference_hash', 'text')
    .addColumn('is_signed', 'integer', (c) => c.notNull())
    .addColumn('hidden_at', 'text')
    .addColumn('retracted_at', 'text')
    .addColumn('retracted_because', 'text')
    .addUniqueConstraint('events_own_id', ['source_id', 'event_id'])
    .execute();
  // What may show: the newest of a source that was neither hidden nor retracted.
  await db.schema.createIndex('events_newest').on('events').columns(['source_id', 'occurred_at']).execute();
  await db.schema.createIndex('events_list').on('events').columns(['site_id', 'received_at']).execute();
  // How many came from a place.
  await db.schema
    .createIndex('events_place')
    .on('events')
    .columns(['site_id', 'country', 'region', 'city', 'occurred_at'])
    .execute();
  await db.schema.createIndex('events_reference').on('events').columns(['site_id', 'reference_hash']).execute();
  await db.schema.createIndex('events_customer').on('events').columns(['site_id', 'customer_hash']).execute();
  await db.schema.createIndex('events_person').on('events').columns(['site_id', 'person_hash']).execute();

  await ofSite(db.schema.createTable('retractions').addColumn('id', 'text', (c) => c.primaryKey()))
    .addColumn('source_id', 'text', (c) => c.notNull())
    .addColumn('matches', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('only_if', 'text', (c) => c.notNull())
    .addColumn('because', 'text', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .addUniqueConstraint('retractions_once', ['site_id', 'source_id', 'matches', 'hash', 'only_if'])
    .execute();

  // What the sweep deletes.
  await db.schema.createIndex('retractions_at').on('retractions').columns(['at']).execute();

  await ofSite(db.schema.createTable('deliveries').addColumn('id', 'text', (c) => c.primaryKey()))
    .addColumn('source_id', 'text', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('verdict', 'text', (c) => c.notNull())
    .addColumn('reason', 'text')
    .addColumn('accepted', 'integer', (c) => c.notNull())
    .addColumn('duplicates', 'integer', (c) => c.notNull())
    .addColumn('retracted', 'integer', (c) => c.notNull())
    .addColumn('is_signed', 'integer', (c) => c.notNull())
    .addColumn('event_key', 'text')
    .execute();
  await db.schema.createIndex('deliveries_list').on('deliveries').columns(['source_id', 'at', 'id']).execute();
  // What the sweep deletes.
  await db.schema.createIndex('deliveries_at').on('deliveries').columns(['at']).execute();

  await db.schema.alterTable('notifications').addColumn('event_key', 'text').execute();
  await db.schema.createIndex('notifications_event').on('notifications').columns(['site_id', 'event_key']).execute();

  await sql`insert into sources (id, site_id, kind, name, rules, privacy, hosts, retention_days, created_at,
      updated_at)
    select 'api-' || id, id, 'api', 'API', '{}', '{}', '[]', 30, created_at, created_at from sites`.execute(db);
}
