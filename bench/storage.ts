// What one account can make the installation's files grow by: a day's records of the kind that takes most of the disk.
import { statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { STORED_PER_DAY } from '#shared/limits.ts';
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

/** @throws when anything is answered but 200. */
export async function measureStorage(): Promise<Row> {
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
        // Not in one line: the sum would be read before the answer, and others add to it meanwhile.
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
