// What columns of files mean is written as what bodies of webhooks mean: by field, where its value is. A row is an object of
// its columns, so that the column "Order ID" is at the JSON Pointer /Order ID.
import { type Kysely, sql } from 'kysely';

type Columns = { columns: Record<string, string[] | undefined>; constants?: Record<string, string> };

const toPointer = (column: string) => `/${column.replaceAll('~', '~0').replaceAll('/', '~1')}`;

function mappingOf({ columns, constants = {} }: Columns) {
  const fields: Record<string, { pointers?: string[]; value?: string }> = {};
  for (const [field, names = []] of Object.entries(columns)) fields[field] = { pointers: names.map(toPointer) };
  for (const [field, value] of Object.entries(constants)) fields[field] = { ...fields[field], value };
  return { fields };
}

export async function up(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<{ id: string; mapping: string }>`select id, mapping from sources where kind = 'csv' and
    mapping is not null`.execute(db);
  for (const { id, mapping } of rows) {
    const stored: Columns | { fields: unknown } = JSON.parse(mapping);
    if (!('columns' in stored)) continue;
    await sql`update sources set mapping = ${JSON.stringify(mappingOf(stored))} where id = ${id}`.execute(db);
  }
}
