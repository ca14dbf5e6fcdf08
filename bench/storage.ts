// What one account can make the installation's files grow by: events as large as they may be, sent until no more are taken.
import { statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { MESSAGE_MAX, NAME_MAX, STORED_PER_DAY, SUBJECT_MAX, URL_MAX } from '#shared/limits.ts';
import type { Row } from './measure.ts';
import { fill, startProgram } from './program.ts';

/** At the same time, so that the program never waits. */
const CONNECTIONS = 4;
/** As many as a request's body takes. */
const EVENTS = 30;
const HOUR = 3_600;
/** MiB that the worst account may make the files grow by in an hour. */
const AIM = 4_096;

const mib = (bytes: number) => bytes / 2 ** 20;
const link = (path: string) => `https://shop.example/${path}`.padEnd(URL_MAX, 'x');

/** Its words are of 4 bytes a character, where a text takes any. */
const largest = (id: string) => ({
  id: id.padEnd(200, 'x'),
  kind: 'review',
  occurredAt: new Date().toISOString(),
  actor: Object.fromEntries(
    ['firstName', 'lastName', 'city', 'region', 'country'].map((name) => [name, '𝒳'.repeat(NAME_MAX / 2)]),
  ),
  subject: { name: '𝒳'.repeat(SUBJECT_MAX / 2), url: link(id), image: link(`${id}.png`) },
  rating: 5,
  text: '𝒳'.repeat(MESSAGE_MAX / 2),
  reference: id.padEnd(200, 'x'),
});

/** @throws when anything is answered but 200 and 429. */
export async function measureStorage(): Promise<Row> {
  // With its limits, which are what is measured.
  const program = await startProgram({ AUTH_RATE_LIMIT: '1' });
  try {
    const { bearer, siteId } = await fill(program);
    const size = () =>
      ['', '-wal'].reduce(
        (sum, end) => sum + (statSync(`${program.file}${end}`, { throwIfNoEntry: false })?.size ?? 0),
        0,
      );
    const before = size();
    const start = performance.now();
    let stored = 0;
    let isFull = false;
    const send = async (connection: number) => {
      for (let n = 0; !isFull; n++) {
        const events = Array.from({ length: EVENTS }, (_, i) => largest(`${connection}-${n}-${i}`));
        const response = await fetch(`${program.url}/api/sites/${siteId}/events`, {
          method: 'POST',
          headers: { authorization: bearer, 'content-type': 'application/json' },
          body: JSON.stringify({ events }),
        });
        if (response.status === 429) isFull = true;
        else if (response.ok) stored += ((await response.json()) as { accepted: number }).accepted;
        else throw new Error(`${response.status} ${await response.text()}`);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, (_, n) => send(n)));
    const seconds = (performance.now() - start) / 1000;
    // The log is emptied each minute.
    await pause(65_000);
    const grown = mib(size() - before);
    // Once it is full, nothing more is stored within the hour.
    const inAnHour = seconds < HOUR ? grown : (grown * HOUR) / seconds;
    return {
      what: 'Growth of the files in an hour by one account that stores all it can by its events',
      reference: `${AIM.toLocaleString('en')} MiB`,
      proofbell: `${inAnHour.toFixed(0)} MiB`,
      ratio: `**${(inAnHour / AIM).toFixed(2)}**`,
      aim: '≤ 1.0',
      note: `${stored.toLocaleString('en')} events of the largest kind, then 429 after ${seconds.toFixed(0)} s: ${STORED_PER_DAY.toLocaleString('en')} records a day, each up to 1 KiB`,
    };
  } finally {
    await program.stop();
  }
}
