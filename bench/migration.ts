// The rehearsal of an update: how long the step takes that writes all events anew (028-compact-events) on a million of
// them, as an earlier version stored them, and what the file needs meanwhile and afterwards.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { MIGRATIONS } from '#migrations';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { processorTimeOf, type Row } from './measure.ts';

const EVENTS = 1_000_000;
const STEP = '028-compact-events';

/** Orders of 29 days, as deliveries brought them; ids, hashes and times are as long as real ones. */
const FILL = `insert into events (id, site_id, source_id, event_id, kind, occurred_at, received_at, first_name, city, country,
    subject_name, quantity, amount, currency, reference, person_hash, reference_hash, is_signed)
  with recursive orders(n) as (select 0 union all select n + 1 from orders where n < ${EVENTS} - 1)
  select printf('0199%08x-%04x-7000-8000-%012x', n, n % 65536, n), printf('0198%08x-0000-7000-8000-000000000000', 1),
    printf('0198%08x-0000-7000-8000-000000000000', 2), 5000000000 + n * 1024, 'purchase',
    strftime('%Y-%m-%dT%H:%M:%fZ', 1773000000 + n * 2.5, 'unixepoch'),
    strftime('%Y-%m-%dT%H:%M:%fZ', 1773000003 + n * 2.5, 'unixepoch'), 'Ana', 'City ' || (n % 500), 'PT',
    'Oak Desk no. ' || (n % 100), 1, 349, 'EUR', 5000000000 + n * 1024, hex(randomblob(21)) || 'x', hex(randomblob(21)) || 'x', 1
  from orders`;

/** @throws when an event is lost. */
export async function measureMigration(): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'proofbell-bench-'));
  const file = join(folder, 'proofbell.db');
  const mib = (path: string) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) / 2 ** 20;
  try {
    const at = MIGRATIONS.findIndex(({ name }) => name === STEP);
    const before = openDatabase(`file:${file}`);
    await migrate(before, MIGRATIONS.slice(0, at));
    if (before.dialect === 'sqlite') {
      // What fills it isn't measured.
      before.writer.pragma('cache_size = -2000000');
      before.writer.pragma('synchronous = off');
      before.writer.exec(FILL);
    }
    await before.close();
    const [old, start, used] = [mib(file), performance.now(), processorTimeOf(process)];
    const database = openDatabase(`file:${file}`);
    await migrate(database, MIGRATIONS.slice(0, at + 1));
    const seconds = (performance.now() - start) / 1000;
    const processor = processorTimeOf(process) - used;
    const log = mib(`${file}-wal`);
    await database.close();
    const after = new BetterSqlite3(file);
    const kept = after.prepare('select count(*) from events').pluck().get();
    const bytes = after.prepare("select sum(pgsize) from dbstat where name like 'events%'").pluck().get();
    after.close();
    if (kept !== EVENTS) throw new Error(`${kept} of ${EVENTS} events are left`);
    const text = (value: number) => `${Math.round(value).toLocaleString('en')} MiB`;
    return {
      what: `Updating a SQLite database of ${EVENTS.toLocaleString('en')} events (${STEP})`,
      reference: '–',
      proofbell: `${seconds.toFixed(0)} s`,
      ratio: '–',
      aim: '–',
      note: `processor time ${processor.toFixed(0)} s; a file of ${text(old)}; during the update its log grows to ${text(log)}; afterwards the events and their indexes fill ${text(Number(bytes) / 2 ** 20)} of it, and what is left is used for what comes`,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
