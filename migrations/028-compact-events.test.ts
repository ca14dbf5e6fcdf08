// What the step makes of events: each says afterwards what it said before, in fewer bytes.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { MIGRATIONS } from '#migrations';
import { migrate } from '#server/db/migrate.ts';
import { emptyDatabase } from '#tests/support/databases.ts';
import { insertRows, type Row, readFixture } from '#tests/support/migration-fixtures.ts';

const before = MIGRATIONS.slice(
  0,
  MIGRATIONS.findIndex(({ name }) => name === '028-compact-events'),
);
const HASH = 'aB3-_9xYzQkLmNoPqRsTuVwXyZ0123456789abcdefg';
const DATES = { created_at: '2026-03-10T12:00:00.000Z', updated_at: '2026-03-10T12:00:00.000Z' };
const [EMPTY] = readFixture('024-receipts').rows.events ?? [];
const EVENTS: Record<string, Row> = {
  '0193-purchase': { kind: 'purchase', occurred_at: '2026-03-10T11:59:59.999Z', person_hash: HASH },
  '0193-signup': { kind: 'signup', occurred_at: '1969-12-31T23:59:59.001Z', customer_hash: HASH },
  '0193-review': { kind: 'review', occurred_at: '0000-02-29T00:00:00.001Z', reference_hash: HASH },
  '0193-custom': { kind: 'custom', occurred_at: '0000-12-31T23:59:59.999Z', hidden_at: '2026-03-10T11:59:59.001Z' },
  '0193-file': { kind: 'purchase', occurred_at: '9999-12-31T23:59:59.999Z', import_id: 'i' },
  // Its source is gone, and it is still to be deleted.
  '0192-gone': { kind: 'purchase', occurred_at: '2024-02-29T00:00:00.000Z', source_id: 'gone' },
  '0193-retracted': { kind: 'purchase', occurred_at: '2026-03-10T00:00:00.000Z', price_hash: HASH },
  // Of somebody who was forgotten: its own id is a hash, which stays whole.
  '0193-forgotten': {
    ...{ kind: 'purchase', occurred_at: '2026-03-10T00:00:00.001Z', hidden_at: '2026-03-10T00:00:00.002Z' },
    ...{ price_hash: HASH, event_id: HASH, person_hash: HASH, retracted_because: 'forgotten' },
  },
};
const AT = '2026-03-10T12:00:00.500Z';

it.each(['sqlite', 'postgres'] as const)(
  'every event keeps its ids, its moments and its order (%s)',
  async (dialect) => {
    const database = await emptyDatabase(dialect);
    const { db } = database;
    await migrate(database, before);
    const [source] = readFixture('023-imports').rows.sources ?? [];
    const [file] = readFixture('023-imports').rows.imports ?? [];
    const own = { site_id: 's', source_id: 'q', received_at: AT, hidden_at: null, retracted_at: null };
    const events = Object.entries(EVENTS).map(([id, more]) => ({
      ...{ ...EMPTY, ...own, id, event_id: `own ${id}`, retracted_because: null, retracted_by: null, price_hash: null },
      ...(more.price_hash && { retracted_at: AT, retracted_because: 'refunded', retracted_by: 'owner' }),
      ...more,
    }));
    await insertRows(database, {
      users: [{ id: 'u', email: 'owner@shop.example', email_lower: 'owner@shop.example', ...DATES }],
      sites: [{ id: 's', owner_id: 'u', name: 'S', slug: 's', domains: '[]', timezone: 'UTC', ...DATES }],
      sources: [{ ...source, id: 'q', site_id: 's' }],
      imports: [{ ...file, id: 'i', site_id: 's', source_id: 'q' }],
      events,
    });
    await migrate(database);
    const ofNumber = (column: string) =>
      sql.raw(`(select id from id_numbers k where k.number = e.${column}) as ${column}`);
    const { rows } = await sql<Row>`select e.*, ${ofNumber('site_number')}, ${ofNumber('source_number')},
    ${ofNumber('import_number')} from events e order by e.number`.execute(db);
    const KINDS = [null, 'purchase', 'signup', 'review', 'custom'];
    const iso = (ms: unknown) => (ms === null ? null : new Date(Number(ms)).toISOString());
    const read = rows.map(({ number: _, site_number, source_number, import_number, kind, ...row }) => ({
      ...row,
      ...{ site_id: site_number, source_id: source_number, import_id: import_number, kind: KINDS[Number(kind)] },
      ...{ occurred_at: iso(row.occurred_at), received_at: iso(row.received_at) },
      ...{ hidden_at: iso(row.hidden_at), retracted_at: iso(row.retracted_at) },
    }));
    const cut = (hash: Row[string] | undefined) => (typeof hash === 'string' ? hash.slice(0, 12) : (hash ?? null));
    // As later steps name them.
    const more = { order_number: null, paid_at: null, arm: null, value: null, is_read: null, is_by_staff: null };
    const expected = events.map((row: Row) => ({
      ...{ ...row, ...more, import_id: row.import_id ?? null },
      person_hash: cut(row.person_hash),
      customer_hash: cut(row.customer_hash),
      reference_hash: cut(row.reference_hash),
    }));
    const byId = (a: Row, b: Row) => (String(a.id) < String(b.id) ? -1 : 1);
    expect(read).toEqual(expected.toSorted(byId));
    // What is told from now on comes after it, and gets a number of its own.
    await insertRows(database, { id_numbers: [{ id: 'new' }] });
    const { rows: numbers } = await sql<Row>`select max(number) as last,
    max(case when id = 'new' then number end) as fresh from id_numbers`.execute(db);
    expect(numbers[0]?.fresh).toBe(numbers[0]?.last);
    await database.close();
  },
);
