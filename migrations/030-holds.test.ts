// What the step makes of people whom a shop had erased before this version knew their signs.
import { expect, it } from 'vitest';
import { MIGRATIONS } from '#migrations';
import { migrate } from '#server/db/migrate.ts';
import { databaseAt, insertRows, readFixture, readRows } from '#tests/support/migration-fixtures.ts';

const steps = MIGRATIONS.findIndex(({ name }) => name === '030-holds');

it.each(['sqlite', 'postgres'] as const)(
  'what stands in place of a person and a place is none (%s)',
  async (dialect) => {
    const database = await databaseAt(dialect, steps);
    const [event] = readFixture('028-compact-events').rows.events ?? [];
    const { number } = await database.db
      .selectFrom('id_numbers')
      .select('number')
      .where('id', '=', 'q-csv')
      .executeTakeFirstOrThrow();
    const of = (id: string, more: object) => ({ ...event, id, event_id: id, source_number: number, ...more });
    await insertRows(database, {
      events: [
        of('e-erased', { first_name: '[gelöscht]', last_name: '[gelöscht]', city: '[gelöscht]', country: 'DE' }),
        of('e-kept', { first_name: 'Ana [Ann]', last_name: null, city: 'Lisbon', country: 'PT' }),
      ],
    });
    await migrate(database);
    const all = await readRows(database.db);
    const found = (id: string) => all.events?.find((row) => row.id === id);
    expect(found('e-erased')).toMatchObject({ first_name: null, last_name: null, city: null, country: null });
    expect(found('e-kept')).toMatchObject({ first_name: 'Ana [Ann]', city: 'Lisbon', country: 'PT' });
    // The next minute words it anew.
    expect(all.sources?.find(({ id }) => id === 'q-csv')?.shown_until).toBe('1970-01-01T00:00:00.000Z');
    await database.close();
  },
);
