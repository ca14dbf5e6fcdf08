// What a large CSV file costs: how long its rows take to become events, against SQLite alone; whether the server's memory
// grows with them, what they take of the disk, and how long taking it back takes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { ROWS_A_COMMIT } from '#server/domain/events/import-file.ts';
import { memoryOf, processorTimeOf, type Row } from './measure.ts';
import { type Account, fill, makeCall, type Program, startProgram } from './program.ts';
import { bytesOfEvents, toEventBytes } from './storage.ts';

const ROWS = 100_000;
const SECONDS = 60;
/** Of resident memory, in MiB: what a heap may grow by before it is collected. */
const MORE_MEMORY = 64;
const WARM_UP = 10_000;

const HEADER = 'id,kind,occurredAt,firstName,lastName,city,country,email,product,quantity,amount,currency,reference';

/** @returns a file of that many orders, a part at a time. */
function* partsOf(count: number, prefix: string): Generator<string> {
  yield `${HEADER}\n`;
  for (let from = 0; from < count; from += 1_000) {
    const rows = Array.from({ length: Math.min(1_000, count - from) }, (_, i) => {
      const n = from + i;
      const at = new Date(Date.now() - (n / count) * 29 * 86_400_000).toISOString();
      return `${prefix}-${n},purchase,${at},Ana,Silva,City ${n % 500},PT,buyer-${n}@shop.example,"Oak Desk, no. ${n % 100}",1,349.00,EUR,#${n}\n`;
    });
    yield rows.join('');
  }
}

type Report = { id: string; accepted: number; rows: number };

/** @returns what became of the file, how long that took (s; also of the processor), and the most memory in each half of that time (MiB). */
export async function importRows(
  program: Program,
  { bearer, path }: { bearer: string; path: string },
  count: number,
  prefix: string,
) {
  const body = Readable.toWeb(Readable.from(partsOf(count, prefix)).map((text: string) => Buffer.from(text)));
  const samples: number[] = [];
  let isDone = false;
  const watch = (async () => {
    while (!isDone) {
      samples.push(memoryOf(program));
      await pause(50);
    }
  })();
  const before = processorTimeOf(program);
  const start = performance.now();
  const response = await fetch(`${program.url}/api${path}/import`, {
    method: 'POST',
    headers: { authorization: bearer, 'content-type': 'text/csv' },
    body: body as ReadableStream,
    duplex: 'half',
  } as RequestInit);
  const seconds = (performance.now() - start) / 1000;
  isDone = true;
  await watch;
  const { import: report } = (await response.json()) as { import: Report };
  if (report?.accepted !== count) throw new Error(`${report?.accepted} of ${count} rows became events`);
  const half = Math.floor(samples.length / 2);
  return {
    id: report.id,
    seconds,
    processor: processorTimeOf(program) - before,
    first: Math.max(...samples.slice(0, half)),
    second: Math.max(...samples.slice(half)),
  };
}

export async function addCsvSource({ url }: Program, { bearer, siteId }: Account): Promise<string> {
  const added = { kind: 'csv' };
  const { source } = await makeCall(url, bearer)<{ source: { id: string } }>(`/sites/${siteId}/sources`, added);
  return `/sites/${siteId}/sources/${source.id}`;
}

/** Resolves once nothing of the file is left. */
export async function undoImport({ url }: Program, { bearer, path }: { bearer: string; path: string }, id: string) {
  const undone = await fetch(`${url}/api${path}/imports/${id}`, {
    method: 'DELETE',
    headers: { authorization: bearer },
  });
  if (undone.status !== 204) throw new Error(`Undoing answered ${undone.status}`);
  const call = makeCall(url, bearer);
  const isThere = async () => {
    const { imports } = await call<{ imports: Report[] }>(`${path}/imports`);
    return imports.some((one) => one.id === id);
  };
  while (await isThere()) await pause(100);
}

/**
 * Copies the events into a database of their own by one prepared statement, as many in a transaction as an import stores.
 * @returns how long the last ROWS take, also of the processor (s).
 */
async function insertRaw({ file }: Program): Promise<{ seconds: number; processor: number }> {
  const from = new BetterSqlite3(file, { readonly: true });
  const events = from.prepare('select * from events order by number').all() as object[];
  from.close();
  const folder = mkdtempSync(join(tmpdir(), 'proofbell-bench-'));
  const database = openDatabase(`file:${join(folder, 'proofbell.db')}`);
  try {
    await migrate(database);
    if (database.dialect !== 'sqlite') throw new Error('not SQLite');
    const names = Object.keys(events[0] ?? {});
    const insert = database.writer.prepare(
      `insert into events (${names.join(', ')}) values (${names.map((name) => `@${name}`).join(', ')})`,
    );
    const batch = database.writer.transaction((rows: object[]) => rows.forEach((row) => void insert.run(row)));
    const store = (rows: object[]) => {
      for (let at = 0; at < rows.length; at += ROWS_A_COMMIT) batch(rows.slice(at, at + ROWS_A_COMMIT));
    };
    store(events.slice(0, -ROWS));
    const [start, before] = [performance.now(), processorTimeOf(process)];
    store(events.slice(-ROWS));
    return { seconds: (performance.now() - start) / 1000, processor: processorTimeOf(process) - before };
  } finally {
    await database.close();
    rmSync(folder, { recursive: true });
  }
}

/** @throws when a row is lost. */
export async function measureImports(): Promise<Row[]> {
  const program = await startProgram();
  try {
    const account = await fill(program);
    const to = { bearer: account.bearer, path: await addCsvSource(program, account) };
    await importRows(program, to, WARM_UP, 'short');
    const long = await importRows(program, to, ROWS, 'long');
    const eventBytes = bytesOfEvents(program.file);
    const raw = await insertRaw(program);
    const start = performance.now();
    await undoImport(program, to, long.id);
    const undoing = (performance.now() - start) / 1000;
    const bytes = [...partsOf(ROWS, 'long')].reduce((sum, part) => sum + part.length, 0) / 2 ** 20;
    const count = ROWS.toLocaleString('en');
    const more = long.second - long.first;
    const rate = (seconds: number) => `${Math.round(ROWS / seconds).toLocaleString('en')}/s`;
    const aRow = (seconds: number) => `${Math.round((seconds / ROWS) * 1e6)} µs`;
    return [
      {
        what: `A CSV file of ${count} orders, until it is answered`,
        reference: `${SECONDS} s`,
        proofbell: `${long.seconds.toFixed(1)} s`,
        ratio: `**${(long.seconds / SECONDS).toFixed(2)}**`,
        aim: '≤ 1.0',
        note: `${Math.round(ROWS / long.seconds).toLocaleString('en')} rows a second, each an event of its own; undone, nothing of it shows at once, and it is deleted within ${undoing.toFixed(0)} s, in half of the server's time`,
      },
      {
        what: 'Its rows in a second, against SQLite alone storing the same events in the same table and indexes',
        reference: rate(raw.seconds),
        proofbell: rate(long.seconds),
        ratio: `**${(raw.seconds / long.seconds).toFixed(2)}**`,
        aim: '≥ 0.5',
        note: `both ${ROWS_A_COMMIT} in a transaction, each of which is on the disk before the next; processor time a row ${aRow(long.processor)} against ${aRow(raw.processor)}`,
      },
      toEventBytes('An event in SQLite, as that file brought it, with its indexes', eventBytes, 'the newest first'),
      {
        what: 'Memory that its second half needs beyond its first',
        reference: `${MORE_MEMORY} MiB`,
        proofbell: `${more.toFixed(0)} MiB`,
        ratio: `**${(Math.max(0, more) / MORE_MEMORY).toFixed(2)}**`,
        aim: '≤ 1.0',
        note: `at most ${Math.max(long.first, long.second).toFixed(0)} MiB resident, looked at every 50 ms; the rows themselves are ${bytes.toFixed(0)} MiB`,
      },
    ];
  } finally {
    await program.stop();
  }
}
