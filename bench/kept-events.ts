// Events that a site keeps: as many as a large shop has, stored at once.
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { makeIds, systemClock } from '#server/adapters/clock-ids.ts';
import type { Program } from './program.ts';

export const KEPT = 1_000_000;

/** Stores events of the last 30 days as they are stored by deliveries, beside the running program. */
export async function keepEvents({ file }: Program, siteId: string, sourceId: string, count = KEPT, name = 'kept') {
  const database = new BetterSqlite3(file, { timeout: 10_000 });
  const ids = makeIds(systemClock);
  const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 12);
  const numberOf = (id: string) => database.prepare('select number from id_numbers where id = ?').pluck().get(id);
  const [site, source] = [numberOf(siteId), numberOf(sourceId)];
  const insert = database.prepare(`insert into events (id, site_number, source_number, event_id, kind, occurred_at,
    received_at, first_name, city, country, subject_name, reference, person_hash, reference_hash, is_signed)
    values (?, ?, ?, ?, 1, ?, ?, 'Ana', ?, 'PT', ?, ?, ?, ?, 1)`);
  const batch = database.transaction((from: number, to: number) => {
    for (let n = from; n < to; n++) {
      const at = Math.floor(Date.now() - (1 - n / count) * 29 * 86_400_000 - 60_000);
      const [own, city, desk] = [`${name}-${n}`, `City ${n % 5_000}`, `Desk ${n % 100}`];
      const person = hashOf(`person ${n % 300_000}`);
      insert.run(ids.next(), site, source, own, at, at, city, desk, own, person, hashOf(own));
    }
  });
  // The program, which waits 50 ms for somebody else's write, gets its turns.
  for (let from = 0; from < count; from += 500) {
    batch(from, from + 500);
    await setImmediate();
  }
  database.close();
}
