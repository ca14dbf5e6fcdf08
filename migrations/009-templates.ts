// Templates, and the built-in ones, which belong to nobody. Notifications remember in a column of their own which template
// they were made from.
import type { Kysely } from 'kysely';
import { BUILT_IN_TEMPLATES } from './built-in-templates.ts';

const CREATED_AT = '2026-11-22T00:00:00.000Z';

type Tables = { templates: Record<string, string | null> };

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('templates')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('owner_id', 'text', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('category', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('settings', 'text', (c) => c.notNull())
    .addColumn('customization', 'text', (c) => c.notNull())
    .addColumn('display_rules', 'text', (c) => c.notNull())
    .addColumn('search_text', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('templates_owner').on('templates').columns(['owner_id', 'created_at']).execute();
  await db.schema.alterTable('notifications').addColumn('template_id', 'text').execute();

  const rows = BUILT_IN_TEMPLATES.map(({ id, name, category, type, title, message, look, rules }) => ({
    id: `built-in-${id}`,
    owner_id: null,
    name,
    category,
    status: 'active',
    type,
    settings: JSON.stringify({ message, ...(title !== undefined && { title }) }),
    customization: JSON.stringify(look),
    display_rules: JSON.stringify(rules),
    search_text: `${name}\n${message}`.toLowerCase(),
    created_at: CREATED_AT,
    updated_at: CREATED_AT,
  }));
  await (db as unknown as Kysely<Tables>).insertInto('templates').values(rows).execute();
}
