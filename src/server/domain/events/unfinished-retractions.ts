// Retractions of more events than one transaction takes: none of them shows from the first transaction on, and a job
// (jobs.ts) finishes what a process that died has left.
import { isoOf, MINUTE } from '#shared/time.ts';
import { keptHash } from '../../db/event-codec.ts';
import { deleteNotificationsOfHash } from '../../db/event-notifications.ts';
import type { StoredEvent } from '../../db/events.ts';
import { deleteJob, ensureJob, listSubjects } from '../../db/jobs.ts';
import type { Db } from '../../db/open.ts';
import {
  FIRST_PLACE,
  FORGETTING,
  findRetractions,
  insertRetractions,
  type Place,
  type StoredRetraction,
} from '../../db/retractions.ts';
import { bumpWidgetsOfSite } from '../../db/widgets.ts';
import type { Deps } from '../../deps.ts';
import type { Retraction } from './delivery.ts';

/** A retraction in progress. */
export type Retracting = {
  told: Retraction;
  /** What is stored for events that arrive later. */
  kept: Omit<StoredRetraction, 'id'>;
  /** Where the next page begins. */
  from: Place;
  /** Whether it has matched an event so far. */
  isTied: boolean;
};

/** A retraction that takes several transactions, as its job names it: all of them of the same hash. */
type Unfinished = Pick<StoredRetraction, 'siteId' | 'sourceId' | 'hash'>;
/** When somebody else goes on with it: its process may have died. */
const LEFT_AFTER = MINUTE;

const subjectOf = ({ kept: { siteId, sourceId, hash } }: Retracting) => JSON.stringify([siteId, sourceId, hash]);
function readSubject(subject: string): Unfinished {
  const [siteId, sourceId, hash] = JSON.parse(subject) as [string, string, string];
  return { siteId, sourceId, hash };
}

/** Of what is to be forgotten, so much begins with each transaction: a delivery may name thousands of orders. */
const BEGUN_AT_ONCE = 20;

/** Begins what is to be forgotten and has to wait, so that it shows no more than what is retracted already. */
export async function beginForgetting(
  { ids }: Pick<Deps, 'ids'>,
  db: Db,
  left: readonly Retracting[],
): Promise<Retracting[]> {
  const waiting = left.filter(
    // The id of one event is known by its hash alone: no job could finish it.
    ({ from, kept }) => from === FIRST_PLACE && kept.matches !== 'event' && FORGETTING.includes(kept.because),
  );
  const some = waiting.slice(0, BEGUN_AT_ONCE);
  const kept = some.map((one) => one.kept);
  await insertRetractions(db, kept, ids.next);
  return left.map((one) => (some.includes(one) ? { ...one, from: { ...FIRST_PLACE } } : one));
}

/**
 * Notes which retractions have begun and which are done, in the transaction that got so far: what has begun goes on
 * whatever becomes of this process, and none of its events shows any more.
 * @param given what the transaction began with. @param left what is left of it. @param now ms.
 */
export async function noteUnfinished(
  db: Db,
  given: readonly Retracting[],
  left: readonly Retracting[],
  now: number,
): Promise<void> {
  const begun = (all: readonly Retracting[]) => new Set(all.filter(({ from }) => from !== FIRST_PLACE).map(subjectOf));
  const [before, after] = [begun(given), begun(left)];
  for (const subject of before) if (!after.has(subject)) await deleteJob(db, 'finish-retraction', subject);
  for (const subject of after) {
    // One that began before is there, unless somebody else who retracted by the same hash is done.
    if (!(await ensureJob(db, 'finish-retraction', subject, isoOf(now), isoOf(now + LEFT_AFTER)))) continue;
    const unfinished = readSubject(subject);
    await bumpWidgetsOfSite(db, unfinished.siteId, isoOf(now));
    await deleteNotificationsOfHash(db, unfinished);
  }
}

/** @returns whether an event of the site is about to be retracted: nobody may show it any more. */
export async function findUnfinished(db: Db, siteId: string): Promise<(event: StoredEvent) => boolean> {
  const all = (await listSubjects(db, 'finish-retraction')).map(readSubject).filter((one) => one.siteId === siteId);
  return ({ sourceId, personHash, customerHash, referenceHash }) =>
    all.some(
      (one) =>
        (one.sourceId === '' || one.sourceId === sourceId) &&
        [personHash, customerHash, referenceHash].includes(keptHash(one.hash)),
    );
}

/** @param subject of the job. @returns what is left to do, for retractSome. */
export async function resumeRetracting(db: Db, subject: string): Promise<Retracting[]> {
  const { siteId, sourceId, hash } = readSubject(subject);
  const left: Retracting[] = [];
  for await (const { id: _id, ...kept } of findRetractions(db, siteId, sourceId, [hash])) {
    const { matches, because } = kept;
    // From the beginning, but it is stored already, and has matched events.
    const begun = { from: { ...FIRST_PLACE }, isTied: true };
    // The id of an event is known by its hash alone, and of an id there is one event: that took no second transaction.
    if (kept.sourceId === sourceId && matches !== 'event')
      left.push({ told: { matches, value: '', because } as Retraction, kept, ...begun });
  }
  return left;
}
