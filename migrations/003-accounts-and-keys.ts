// Additions for accounts: where and when a session is used, the user's single sign-on id and its used tokens, and API
// keys for integrators' scripts.
import type { Kysely } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  // One statement per column, because SQLite cannot add two at once.
  await db.schema.alterTable('sessions').addColumn('user_agent', 'text').execute();
  await db.schema.alterTable('sessions').addColumn('last_used_at', 'text').execute();
  await db.schema.alterTable('users').addColumn('sso_subject', 'text').execute();
  await db.schema.createIndex('users_sso_subject').on('users').column('sso_subject').unique().execute();

  await db.schema
    .createTable('sso_tokens')
    .addColumn('id_hash', 'text', (c) => c.primaryKey())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('api_keys')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('key_hash', 'text', (c) => c.notNull().unique())
    .addColumn('start', 'text', (c) => c.notNull())
    .addColumn('scope', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('last_used_at', 'text')
    .execute();
  await db.schema.createIndex('api_keys_user').on('api_keys').column('user_id').execute();
}
