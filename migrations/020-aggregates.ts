// Notifications whose number the server computes from events or displays, and the built-in templates for them. The one
// with a typed number of people on a page tells instead how often the shop's notifications were displayed.
import { type Kysely, sql } from 'kysely';
import { BUILT_IN_AGGREGATES, SHOWN_TODAY } from './built-in-aggregates.ts';

const CREATED_AT = '2026-11-25T00:00:00.000Z';

type Tables = { templates: Record<string, string | null> };
type Texts = { name: string; message: string; aggregate: object };

const textsOf = ({ name, message, aggregate }: Texts) => ({
  name,
  settings: JSON.stringify({ message, aggregate }),
  search_text: `${name}\n${message}`.toLowerCase(),
  updated_at: CREATED_AT,
});

export async function up(db: Kysely<never>): Promise<void> {
  // SQLite adds one column a statement.
  const alter = () => db.schema.alterTable('notifications');
  await alter().addColumn('aggregate', 'text').execute();
  await alter().addColumn('computed', 'text').execute();
  await alter()
    .addColumn('computed_turn', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await alter()
    .addColumn('is_held_back', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  // Which sites have any.
  await sql`create index notifications_aggregate on notifications (site_id) where aggregate is not null`.execute(db);
  // What is counted: whatever was not retracted, by when it happened; and what an average reads. SQLite looks for the
  // condition's own column in it, too, and would otherwise read each row.
  await sql`create index events_counted on events (site_id, kind, occurred_at, source_id, rating, retracted_at)
    where retracted_at is null`.execute(db);

  const templates = db as unknown as Kysely<Tables>;
  const rows = BUILT_IN_AGGREGATES.map(({ id, category, type, look, rules, ...texts }) => ({
    ...textsOf(texts),
    id: `built-in-${id}`,
    owner_id: null,
    category,
    status: 'active',
    type,
    customization: JSON.stringify(look),
    display_rules: JSON.stringify(rules),
    created_at: CREATED_AT,
  }));
  await templates.insertInto('templates').values(rows).execute();
  await templates
    .updateTable('templates')
    .set(textsOf(SHOWN_TODAY))
    .where('id', '=', `built-in-${SHOWN_TODAY.id}`)
    .execute();
}
