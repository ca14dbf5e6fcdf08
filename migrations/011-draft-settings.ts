// Settings that an inspection link carries, until it expires. Only the hash of the link's token is here.
import type { Kysely } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('draft_settings')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('site_id', 'text', (c) => c.notNull().references('sites.id').onDelete('cascade'))
    .addColumn('settings', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('draft_settings_site').on('draft_settings').columns(['site_id', 'expires_at']).execute();
}
