// What the step makes of the columns that owners had chosen: files are read as before.
import { expect, it } from 'vitest';
import { MIGRATIONS } from '#migrations';
import { migrate } from '#server/db/migrate.ts';
import { mappingSchema } from '#shared/contract/mapping.ts';
import { layoutOf, readRow } from '#shared/csv-columns.ts';
import { emptyDatabase } from '#tests/support/databases.ts';
import { insertRows, readFixture } from '#tests/support/migration-fixtures.ts';

const before = MIGRATIONS.slice(
  0,
  MIGRATIONS.findIndex(({ name }) => name === '027-one-mapping'),
);
const DATES = { created_at: '2026-03-10T12:00:00.000Z', updated_at: '2026-03-10T12:00:00.000Z' };
const WHAT = { occurredAt: ['Paid on', 'Ordered on'] };
const BODY = { fields: { id: { pointers: ['/columns'] }, kind: { value: 'purchase' } } };
const STORED = {
  full: {
    columns: { ...WHAT, fullName: ['Client'], lastName: ['Family'], kind: ['Type'] },
    constants: { kind: 'purchase' },
  },
  parts: {
    columns: { ...WHAT, firstName: ['First name'], url: ['a/b~c'] },
    constants: { kind: 'review', currency: 'EUR' },
  },
  body: BODY,
};

it.each(['sqlite', 'postgres'] as const)('columns are places in a row (%s)', async (dialect) => {
  const database = await emptyDatabase(dialect);
  const { db } = database;
  await migrate(database, before);
  const [source] = readFixture('023-imports').rows.sources ?? [];
  await insertRows(database, {
    users: [{ id: 'u', email: 'owner@shop.example', email_lower: 'owner@shop.example', ...DATES }],
    sites: [{ id: 's', owner_id: 'u', name: 'S', slug: 's', domains: '[]', timezone: 'UTC', ...DATES }],
    sources: Object.entries(STORED).map(([id, mapping]) => ({
      ...source,
      id,
      site_id: 's',
      mapping: JSON.stringify(mapping),
    })),
  });
  await migrate(database);
  const rows = await db.selectFrom('sources').select(['id', 'mapping']).execute();
  const mappings = Object.fromEntries(rows.map(({ id, mapping }) => [id, JSON.parse(mapping ?? '')]));
  const occurredAt = { pointers: ['/Paid on', '/Ordered on'] };
  expect(mappings).toEqual({
    full: {
      fields: {
        occurredAt,
        fullName: { pointers: ['/Client'] },
        lastName: { pointers: ['/Family'] },
        kind: { pointers: ['/Type'], value: 'purchase' },
      },
    },
    parts: {
      fields: {
        occurredAt,
        firstName: { pointers: ['/First name'] },
        url: { pointers: ['/a~1b~0c'] },
        kind: { value: 'review' },
        currency: { value: 'EUR' },
      },
    },
    body: BODY,
  });
  const readFirst = (mapping: unknown, header: string[], row: string[]) => {
    const layout = layoutOf(header, mappingSchema.parse(mapping));
    if (Array.isArray(layout)) throw new Error(JSON.stringify(layout));
    return readRow(layout, row, null, 'UTC');
  };
  const full = ['Client', 'Family', 'Ordered on', 'Type'];
  expect(readFirst(mappings.full, full, ['Ana', 'Lopes', '2026-03-10', ''])).toMatchObject({
    draft: { kind: 'purchase', actor: { firstName: 'Ana', lastName: 'Lopes' }, occurredAt: '2026-03-10T00:00:00.000Z' },
    issues: [],
  });
  expect(readFirst(mappings.full, full, ['Ana', 'Lopes', '2026-03-10', 'refund'])).toMatchObject({
    issues: [{ field: 'kind' }],
  });
  expect(
    readFirst(mappings.parts, ['First name', 'a/b~c', 'Paid on'], ['Ana Maria', 'https://a.example', '2026-03-10']),
  ).toMatchObject({
    draft: { actor: { firstName: 'Ana Maria' }, subject: { url: 'https://a.example' }, currency: 'EUR' },
  });
  await database.close();
});
