// Shops that sources are connected to by their own API. What is to be ended there outlives its source, so that nothing here
// references one.
import type { Kysely } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('connections')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('site_id', 'text', (c) => c.notNull())
    .addColumn('source_id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('shop', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    // Of a consent that is waited for: sha256 of what the shop must bring back.
    .addColumn('state_hash', 'text')
    .addColumn('until', 'text')
    .addColumn('keys', 'text')
    .addColumn('since', 'text', (c) => c.notNull())
    .addColumn('cursor', 'text')
    .addColumn('read', 'integer', (c) => c.notNull())
    .addColumn('total', 'integer')
    .addColumn('found', 'integer', (c) => c.notNull())
    .addColumn('read_at', 'text')
    .addColumn('problem', 'text')
    .addColumn('note', 'text')
    .addColumn('noted_at', 'text')
    .addColumn('checked_at', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('connections_site').on('connections').columns(['site_id', 'source_id']).execute();
  // Whether it was read from the shop's own API: not told by anybody, and not signed.
  await db.schema.alterTable('events').addColumn('is_read', 'integer').execute();
  await db.schema.alterTable('notifications').addColumn('is_read', 'integer').execute();
  await db.schema.createIndex('connections_state').on('connections').columns(['state', 'checked_at']).execute();
}
