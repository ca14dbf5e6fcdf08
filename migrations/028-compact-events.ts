// Events in a third of the bytes: numbers in place of the ids of sites, sources and imports, times as milliseconds, kinds
// as numbers, keyed hashes as long as they need to be, and indexes that hold only what is set and end in a number. Columns
// that are empty yet are there, so that no later step has to write millions of rows anew.
import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** What stays as it is. */
const SAME = [
  ...['id', 'event_id', 'first_name', 'last_name', 'city', 'region', 'country', 'subject_name', 'subject_url'],
  ...['subject_image', 'quantity', 'amount', 'currency', 'rating', 'text', 'reference', 'is_signed'],
  ...['retracted_because', 'retracted_by', 'price_hash'],
];
const MOMENTS = ['occurred_at', 'received_at', 'hidden_at', 'retracted_at'];
const HASHES = ['person_hash', 'customer_hash', 'reference_hash'];
const NUMBERED = ['site', 'source', 'import'];

/** Characters that are kept of a hash. */
const HASH_KEPT = 12;

/** PostgreSQL knows no year 0. The calendar is the same again after 400 years, which have so many milliseconds. */
const CYCLE = 12_622_780_800_000;

/** @returns ISO text as milliseconds since 1970. */
const msOf = (column: string, isPostgres: boolean) =>
  isPostgres
    ? `case when ${column} like '0000-%'
        then (extract(epoch from ('0400' || substr(${column}, 5))::timestamptz) * 1000)::bigint - ${CYCLE}
        else (extract(epoch from ${column}::timestamptz) * 1000)::bigint end`
    : `unixepoch(${column}) * 1000 + cast(substr(${column}, 21, 3) as integer)`;

export async function up(db: Kysely<never>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const run = (text: string) => sql.raw(text).execute(db);
  // No number is given twice: of what is gone there may still be events.
  await db.schema
    .createTable('id_numbers')
    .addColumn('number', 'integer', (c) =>
      isPostgres ? c.primaryKey().generatedByDefaultAsIdentity() : c.primaryKey().autoIncrement(),
    )
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .execute();
  // Events outlive what they are of for a while.
  await run(`insert into id_numbers (id) select id from (
      select id from sites union select id from sources union select id from imports
      union select site_id from events union select source_id from events
      union select import_id from events where import_id is not null) as known`);

  await run('alter table events rename to events_before');
  await db.schema
    .createTable('events')
    // On SQLite it is the row's own, if it is called integer.
    .addColumn('number', isPostgres ? 'bigint' : 'integer', (c) =>
      isPostgres ? c.primaryKey().generatedByDefaultAsIdentity() : c.primaryKey(),
    )
    .addColumn('site_number', 'integer', (c) => c.notNull())
    .addColumn('source_number', 'integer', (c) => c.notNull())
    .addColumn('import_number', 'integer')
    .addColumn('kind', 'integer', (c) => c.notNull())
    .addColumn('is_signed', 'integer', (c) => c.notNull())
    .addColumn('occurred_at', 'bigint', (c) => c.notNull())
    .addColumn('received_at', 'bigint', (c) => c.notNull())
    .addColumn('hidden_at', 'bigint')
    .addColumn('retracted_at', 'bigint')
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('event_id', 'text', (c) => c.notNull())
    .addColumn('first_name', 'text')
    .addColumn('last_name', 'text')
    .addColumn('city', 'text')
    .addColumn('region', 'text')
    .addColumn('country', 'text')
    .addColumn('subject_name', 'text')
    .addColumn('subject_url', 'text')
    .addColumn('subject_image', 'text')
    .addColumn('quantity', 'integer')
    .addColumn('amount', 'double precision')
    .addColumn('currency', 'text')
    .addColumn('rating', 'double precision')
    .addColumn('text', 'text')
    .addColumn('reference', 'text')
    .addColumn('person_hash', 'text')
    .addColumn('customer_hash', 'text')
    .addColumn('reference_hash', 'text')
    .addColumn('retracted_because', 'text')
    .addColumn('retracted_by', 'text')
    .addColumn('price_hash', 'text')
    // Not filled yet.
    .addColumn('order_number', 'text')
    .addColumn('held_at', 'bigint')
    .addColumn('arm', 'text')
    .addColumn('value', 'double precision')
    .execute();
  const cells = [
    ...SAME.map((column) => [column, column]),
    ...MOMENTS.map((column) => [column, msOf(column, isPostgres)]),
    ...HASHES.map((column) => [column, `substr(${column}, 1, ${HASH_KEPT})`]),
    ...NUMBERED.map((what) => [`${what}_number`, `(select number from id_numbers k where k.id = ${what}_id)`]),
    ['kind', "case kind when 'purchase' then 1 when 'signup' then 2 when 'review' then 3 when 'custom' then 4 end"],
  ];
  // By id, which ascends with the time: numbers have the same order.
  await run(`insert into events (${cells.map(([column]) => column).join(', ')})
    select ${cells.map(([, cell]) => cell).join(', ')} from events_before e order by e.id`);
  await run('drop table events_before');

  // Every index of SQLite ends in the row's number by itself.
  const index = (name: string, columns: string, where = '') =>
    run(`create index events_${name} on events (${columns}${isPostgres ? ', number' : ''}) ${where}`);
  await run('create unique index events_id on events (id)');
  await run('create unique index events_own_id on events (source_number, event_id)');
  // What may show: the newest of a source that was neither hidden nor retracted.
  await index('newest', 'source_number, occurred_at');
  // The list, which passes over those of a source that is being deleted without reading them.
  await index('list', 'site_number, received_at, source_number');
  for (const state of ['retracted', 'hidden'])
    await index(state, 'site_number, received_at, source_number', `where ${state}_at is not null`);
  // How many came from a place.
  await index('place', 'site_number, country, region, city, occurred_at');
  // What is counted, and what an average reads. SQLite looks for the condition's own column in it, too.
  await index(
    'counted',
    'site_number, kind, occurred_at, source_number, rating, retracted_at',
    'where retracted_at is null',
  );
  // A hash is of one site: its key has the site in it.
  for (const what of ['reference', 'customer', 'person'])
    await index(what, `${what}_hash`, `where ${what}_hash is not null`);
  await index('import', 'import_number', 'where import_number is not null');
  // PostgreSQL would know nothing of what is in it until its next look.
  if (isPostgres) await run('analyze events');
}
