// Every step runs over a database that has lived through all steps before it, and loses nothing but what its fixture
// says it drops.
import { isDeepStrictEqual } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MIGRATIONS } from '#migrations';
import { migrate } from '#server/db/migrate.ts';
import type { Database } from '#server/db/open.ts';
import { emptyDatabase } from '#tests/support/databases.ts';
import {
  type Fixture,
  insertRows,
  type Row,
  type Rows,
  readColumns,
  readFixture,
  readRows,
} from '#tests/support/migration-fixtures.ts';

const hasPart = (row: Row, part: Row) => Object.entries(part).every(([column, value]) => row[column] === value);
const pick = (row: Row, columns: string[]): Row => Object.fromEntries(columns.map((name) => [name, row[name] ?? null]));

/** @returns what went missing or appeared although the fixture does not say so, as sentences. */
function compare(before: Rows, after: Rows, { drops = {}, changes = {}, makes = {} }: Fixture): string[] {
  const wrong: string[] = [];
  for (const table of new Set([...Object.keys(before), ...Object.keys(after), ...Object.keys(makes)])) {
    if (drops.tables?.includes(table)) continue;
    const isDropped = (row: Row) => drops.rows?.[table]?.some((part) => hasPart(row, part)) ?? false;
    const excepted = [...(drops.columns?.[table] ?? []), ...(changes[table] ?? [])];
    const columns = Object.keys(before[table]?.[0] ?? {}).filter((name) => !excepted.includes(name));
    const left = [...(after[table] ?? [])];
    for (const row of (before[table] ?? []).filter((row) => !isDropped(row))) {
      const kept = left.findIndex((one) => isDeepStrictEqual(pick(one, columns), pick(row, columns)));
      if (kept === -1) wrong.push(`${table} lost ${JSON.stringify(row)}`);
      else left.splice(kept, 1);
    }
    const made = makes[table] ?? [];
    for (const part of made) {
      if (!after[table]?.some((row) => hasPart(row, part))) wrong.push(`${table} lacks ${JSON.stringify(part)}`);
    }
    for (const row of left) {
      if (!made.some((part) => hasPart(row, part))) wrong.push(`${table} got ${JSON.stringify(row)}`);
    }
  }
  return wrong;
}

/** @returns the tables and columns that no row of the fixtures fills, and nullable columns that are never null. */
async function findGaps({ db, dialect }: Database): Promise<string[]> {
  const rows = await readRows(db);
  return Object.entries(await readColumns(db)).flatMap(([table, columns]) =>
    columns.flatMap(({ name, isNullable }) => {
      const values = (rows[table] ?? []).map((row) => row[name]);
      const hasValue = values.some((value) => value !== null);
      const gaps = hasValue ? [] : [`${table}.${name} is never filled`];
      // SQLite calls primary keys of text nullable.
      return isNullable && dialect === 'postgres' && !values.includes(null)
        ? [...gaps, `${table}.${name} is never null`]
        : gaps;
    }),
  );
}

describe.each(['sqlite', 'postgres'] as const)(
  'every step, over the rows of all versions before it (%s)',
  (dialect) => {
    let database: Database;
    beforeEach(async () => {
      database = await emptyDatabase(dialect);
    });
    afterEach(() => database.close());

    it('loses only what its fixture says it drops, and its fixture fills every table and column', async () => {
      for (const [n, { name }] of MIGRATIONS.entries()) {
        const fixture = readFixture(name);
        const before = await readRows(database.db);
        expect(await migrate(database, MIGRATIONS.slice(0, n + 1))).toEqual([name]);
        expect([name, compare(before, await readRows(database.db), fixture)]).toEqual([name, []]);
        await insertRows(database, fixture.rows);
        expect([name, await findGaps(database)]).toEqual([name, []]);
      }
    });

    it('leaves the same rows when all steps after the first run at once', async () => {
      const [first, ...rest] = MIGRATIONS;
      await migrate(database, MIGRATIONS.slice(0, 1));
      await insertRows(database, readFixture(first?.name ?? '').rows);
      expect(await migrate(database)).toEqual(rest.map(({ name }) => name));
      expect(await migrate(database)).toEqual([]);
      const rows = await readRows(database.db);
      expect(rows.users).toHaveLength(3);
      expect(rows.notifications).toHaveLength(3);
    });
  },
);

it('has a fixture for every step', () => {
  for (const { name } of MIGRATIONS) expect(readFixture(name).rows).toBeTypeOf('object');
});

describe('the comparison', () => {
  const row = { id: 'a', text: 'x', extra: null };
  it.each<[string, Rows, Rows, Fixture, number]>([
    ['a row that stays', { t: [row] }, { t: [row] }, { rows: {} }, 0],
    ['a row with a new column', { t: [row] }, { t: [{ ...row, more: 1 }] }, { rows: {} }, 0],
    ['a lost row', { t: [row] }, { t: [] }, { rows: {} }, 1],
    ['one of two equal rows lost', { t: [row, row] }, { t: [row] }, { rows: {} }, 1],
    ['a lost table', { t: [row] }, {}, { rows: {} }, 1],
    ['a changed value', { t: [row] }, { t: [{ ...row, text: 'X' }] }, { rows: {} }, 2],
    [
      'a value changed as announced',
      { t: [row] },
      { t: [{ ...row, text: 'X' }] },
      { changes: { t: ['text'] }, rows: {} },
      0,
    ],
    ['a column lost', { t: [row] }, { t: [{ id: 'a', extra: null }] }, { rows: {} }, 2],
    [
      'a column dropped as announced',
      { t: [row] },
      { t: [{ id: 'a', extra: null }] },
      { drops: { columns: { t: ['text'] } }, rows: {} },
      0,
    ],
    ['a row dropped as announced', { t: [row] }, { t: [] }, { drops: { rows: { t: [{ id: 'a' }] } }, rows: {} }, 0],
    ['a row out of nowhere', { t: [] }, { t: [row] }, { rows: {} }, 1],
    ['a row made as announced', { t: [] }, { t: [row] }, { makes: { t: [{ id: 'a' }] }, rows: {} }, 0],
    ['a row announced and not made', { t: [] }, { t: [] }, { makes: { t: [{ id: 'a' }] }, rows: {} }, 1],
  ])('sees %s', (_name, before, after, fixture, count) => {
    expect(compare(before, after, fixture)).toHaveLength(count);
  });
});
