// What events take of the disk: each, with its place in every index; and what one account can make the installation's
// files grow by, with a day's records of the kind that takes most.
import { statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { STORED_PER_DAY } from '#shared/limits.ts';
import { addShop } from './deliveries.ts';
import { keepEvents } from './kept-events.ts';
import type { Row } from './measure.ts';
import { fill, makeCall, startProgram } from './program.ts';

/** At the same time, so that the program never waits. */
const CONNECTIONS = 4;
/** As many as a request takes. */
const EVENTS = 100;
/** Events that are stored and measured; each further one takes as much. */
const SAMPLE = 50_000;
/** MiB that a day's records of one account may take. */
const AIM = 4_096;
/** Bytes of JSON that count as one record. */
const RECORD = 1_024;

const mib = (bytes: number) => bytes / 2 ** 20;
/**
 * Just within one record: larger ones count as more, and take less of the disk for each, because every event has its hashes
 * and its place in each index. Its id is in one of these, too.
 */
function dearest(id: string) {
  const event = {
    id: id.padEnd(200, 'x'),
    kind: 'review',
    occurredAt: new Date().toISOString(),
    actor: { email: `${id}@shop.example` },
    rating: 5,
    reference: id.padEnd(200, 'x'),
  };
  const left = RECORD - Buffer.byteLength(JSON.stringify({ ...event, text: '' }));
  return { ...event, text: 'x'.repeat(left) };
}

/** Bytes that an event may take in SQLite. */
const EVENT_AIM = 450;
const DELIVERED = 300_000;

/** @returns how many bytes an event of a SQLite database takes, with its place in every index. */
export function bytesOfEvents(file: string): number {
  const database = new BetterSqlite3(file, { readonly: true });
  const read = (text: string) => Number(database.prepare(text).pluck().get());
  const bytes = read("select sum(pgsize) from dbstat where name = 'events' or name like 'events^_%' escape '^'");
  const found = bytes / read('select count(*) from events');
  database.close();
  return found;
}

/** @returns the row for what an event takes. */
export const toEventBytes = (what: string, bytes: number, note: string): Row => ({
  what,
  reference: `${EVENT_AIM} bytes`,
  proofbell: `${Math.round(bytes)} bytes`,
  ratio: `**${(bytes / EVENT_AIM).toFixed(2)}**`,
  aim: '≤ 1.0',
  note,
});

async function measureEvent(): Promise<Row> {
  const program = await startProgram();
  try {
    const account = await fill(program);
    const { sourceId } = await addShop(program, account);
    await keepEvents(program, account.siteId, sourceId, DELIVERED);
    const count = DELIVERED.toLocaleString('en');
    const note = `${count} orders in the order in which they happened, each with a person and a reference, as SQLite's pages hold them`;
    return toEventBytes(
      'An event in SQLite, as a delivery brought it, with its indexes',
      bytesOfEvents(program.file),
      note,
    );
  } finally {
    await program.stop();
  }
}

export const measureStorage = async (): Promise<Row[]> => [await measureEvent(), await measureGrowth()];

/** @throws when anything is answered but 200. */
async function measureGrowth(): Promise<Row> {
  // With its limits, which are what is measured.
  const program = await startProgram({ AUTH_RATE_LIMIT: '1' });
  try {
    const { bearer, siteId } = await fill(program);
    const call = makeCall(program.url, bearer);
    const size = () =>
      ['', '-wal'].reduce(
        (sum, end) => sum + (statSync(`${program.file}${end}`, { throwIfNoEntry: false })?.size ?? 0),
        0,
      );
    const before = size();
    const start = performance.now();
    let [sent, stored] = [0, 0];
    const send = async () => {
      while (sent < SAMPLE) {
        const events = Array.from({ length: EVENTS }, () => dearest(`${++sent}`));
        const { accepted } = await call<{ accepted: number }>(`/sites/${siteId}/events`, { events });
        stored += accepted;
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, send));
    const seconds = (performance.now() - start) / 1000;
    // The log is emptied each minute.
    await pause(65_000);
    const grown = mib(size() - before);
    const inADay = (grown * STORED_PER_DAY) / stored;
    const number = (value: number) => Math.round(value).toLocaleString('en');
    return {
      what: 'Growth of the files by one account that stores all that a day allows',
      reference: `${number(AIM)} MiB`,
      proofbell: `${number(inADay)} MiB`,
      ratio: `**${(inADay / AIM).toFixed(2)}**`,
      aim: '≤ 1.0',
      note: `${number(stored)} events just within 1 KiB took ${number(grown)} MiB in ${number(seconds)} s; the limit is ${number(STORED_PER_DAY)} a day, and around the end of one day that of the next may be stored within the same hour`,
    };
  } finally {
    await program.stop();
  }
}
