// What was said of events before they came, or before now: that they are retracted for good, or on hold until they are paid
// (docs/decisions/024-holds.md).

import { isoNow } from '#shared/time.ts';
import { overtakeCounts } from '../../db/aggregates.ts';
import { deleteNotificationsOf } from '../../db/event-notifications.ts';
import { findKnown, type StoredEvent } from '../../db/events.ts';
import { deleteHolds, isHold, setHeld } from '../../db/holds.ts';
import type { Db } from '../../db/open.ts';
import {
  erased,
  FIRST_PLACE,
  FORGETTING,
  findMatching,
  findOwnIds,
  findRetractions,
  insertRetractions,
  type StoredRetraction,
} from '../../db/retractions.ts';
import type { StoredSource } from '../../db/sources.ts';
import type { Deps } from '../../deps.ts';
import { makeTurns } from '../../turns.ts';
import { countBuyers } from '../effect/buyers.ts';
import { hashesOf, ownHashOf, priceHashOf, subjectHashesOf, wholeHashesOf } from './keyed-hashes.ts';

export type RetractDeps = Pick<Deps, 'clock' | 'ids' | 'texts' | 'tokens'>;

/** @returns whether everything that identifies the person or the order must be erased. */
export const isForgetting = (because: string | null) => because !== null && FORGETTING.includes(because);

/** @returns how little can come back of what is retracted for this reason: a hold ends, and what is forgotten has lost all. */
const finalityOf = (because: string | null): number =>
  because === null || because === 'paid' ? 0 : isHold(because) ? 1 : isForgetting(because) ? 3 : 2;

/**
 * @param told as it came from withEarlierRetractions. @param known the same event, as it is stored.
 * @returns whether the stored event must be retracted (further) now that we know its owner or order.
 */
export const isOverdue = (
  told: Pick<StoredEvent, 'retractedBecause'>,
  { retractedAt, retractedBecause }: Pick<StoredEvent, 'retractedAt' | 'retractedBecause'>,
): boolean =>
  finalityOf(told.retractedBecause) > (retractedAt === null ? 0 : finalityOf(retractedBecause ?? 'retracted'));

/** @returns whether an order was paid since it went on hold. What holds a person's payments ends by its own word alone. */
const isPaidSince = ({ paidAt }: StoredEvent, { matches, at }: StoredRetraction): boolean =>
  matches === 'reference' && paidAt !== null && paidAt > at;

/** Recognizes a forgotten event when it is delivered again: its id isn't stored any more. */
export const retractionOfOne = (
  deps: RetractDeps,
  siteId: string,
  event: Pick<StoredEvent, 'eventId' | 'sourceId'>,
  { because, retractedBy }: Pick<StoredRetraction, 'because' | 'retractedBy'>,
): Omit<StoredRetraction, 'id'> => ({
  siteId,
  sourceId: event.sourceId,
  matches: 'event',
  hash: ownHashOf(deps, siteId, event),
  onlyIf: {},
  because,
  at: isoNow(deps.clock),
  retractedBy,
});

/**
 * Retractions by what an event must have to be meant: one of its hashes and, with a condition, the hash of its product or
 * price. Comparing two long lists pair by pair would take seconds.
 */
async function byWhatTheyMean(retractions: AsyncIterable<StoredRetraction>): Promise<Map<string, StoredRetraction[]>> {
  const all = new Map<string, StoredRetraction[]>();
  const turn = makeTurns();
  for await (const one of retractions) {
    await turn();
    const { subjects, price } = one.onlyIf;
    const conditions = subjects || price ? [...(subjects ?? []), ...(price ? [price] : [])] : [''];
    for (const condition of conditions) {
      const key = `${one.hash} ${condition}`;
      const known = all.get(key);
      if (known) known.push(one);
      else all.set(key, [one]);
    }
  }
  return all;
}

/** @param hashes of each event. @returns what was said before of each: by id, by order or by person; none if nothing was. */
async function findEarlier(
  deps: RetractDeps,
  db: Db,
  { siteId, id: sourceId }: Pick<StoredSource, 'siteId' | 'id'>,
  events: readonly StoredEvent[],
  hashes: readonly (readonly string[])[],
): Promise<StoredRetraction[][]> {
  const earlier = await byWhatTheyMean(findRetractions(db, siteId, sourceId, [...new Set(hashes.flat())]));
  if (earlier.size === 0) return [];
  // A forgotten person may come back as a customer: only earlier events are erased.
  const isTimed = [...earlier.values()].flat().some(({ matches }) => matches === 'person');
  const known = await findKnown(db, sourceId, isTimed ? events.map(({ eventId }) => eventId) : []);
  const happenedAt = ({ eventId, importId, occurredAt }: StoredEvent) => {
    const stored = known.get(eventId);
    // As it is listed: only what came in a file takes its time from a delivery.
    return stored && (importId !== null || stored.importId === null) ? stored.occurredAt : occurredAt;
  };
  return events.map((event, index) => {
    const price = event.priceHash ?? priceHashOf(deps, siteId, event);
    const met = ['', ...subjectHashesOf(deps, event), ...(price === null ? [] : [price])];
    return (hashes[index] ?? [])
      .flatMap((hash) => met.flatMap((condition) => earlier.get(`${hash} ${condition}`) ?? []))
      .filter(({ matches, at }) => matches !== 'person' || happenedAt(event) <= at);
  });
}

/**
 * Puts stored events on hold, or takes them off it, as the last word on each has it. Final retractions are none of its
 * business.
 * @param whole hashes by which some of them may be meant. @returns how many went on hold, and how many came back.
 */
export async function settle(
  deps: RetractDeps,
  db: Db,
  source: Pick<StoredSource, 'siteId' | 'id'>,
  events: readonly StoredEvent[],
  whole: readonly string[],
): Promise<{ held: number; released: number }> {
  const open = events.filter(({ retractedAt, retractedBecause }) => retractedAt === null || isHold(retractedBecause));
  const hashes = open.map((event) => wholeHashesOf(deps, event, whole));
  const earlier = open.length > 0 ? await findEarlier(deps, db, source, open, hashes) : [];
  const due = open.flatMap((event, index) => {
    const by = earlier[index]?.find((one) => isHold(one.because) && !isPaidSince(event, one)) ?? null;
    return (by?.because ?? null) === event.retractedBecause
      ? []
      : [{ id: event.id, event, wasHeld: event.retractedAt !== null, by }];
  });
  for (const [by, some] of Map.groupBy(due, (one) => one.by)) {
    const ids = some.map(({ id }) => id);
    await setHeld(db, ids, by);
    if (by) await deleteNotificationsOf(db, source.siteId, ids);
  }
  await countBuyers(
    db,
    source.siteId,
    due.map(({ event }) => event),
  );
  const held = due.filter(({ by, wasHeld }) => by && !wasHeld).length;
  if (held > 0) await overtakeCounts(db, source.siteId);
  return { held, released: due.filter(({ by }) => !by).length };
}

/** Ends holds, and brings back what was on hold by them alone. @returns how many events came back. */
async function endHolds(
  deps: RetractDeps,
  db: Db,
  source: Pick<StoredSource, 'siteId' | 'id'>,
  holds: readonly StoredRetraction[],
): Promise<number> {
  if (holds.length === 0) return 0;
  await deleteHolds(
    db,
    holds.map(({ id }) => id),
  );
  let released = 0;
  for (const { siteId, sourceId, matches, hash } of holds) {
    const { page } = await findMatching(db, { siteId, sourceId, matches, hash, eventId: '' }, FIRST_PLACE);
    released += (await settle(deps, db, source, page, [])).released;
  }
  return released;
}

/**
 * @param events of one source.
 * @returns them, retracted if they were before they arrived, and erased if for good; and how many stored ones were on hold
 * until these told that they are paid.
 */
export async function withEarlierRetractions(
  deps: RetractDeps,
  db: Db,
  source: Pick<StoredSource, 'siteId' | 'id'>,
  events: readonly StoredEvent[],
): Promise<{ all: StoredEvent[]; released: number }> {
  const { siteId, id: sourceId } = source;
  const hashes = events.map((event) => [...new Set(hashesOf(deps, event))]);
  const said = await findEarlier(deps, db, source, events, hashes);
  if (said.length === 0) return { all: [...events], released: 0 };
  // Paid at the moment of the hold, but told later: the later word holds.
  const isOver = (event: StoredEvent, one: StoredRetraction) =>
    isHold(one.because) && (isPaidSince(event, one) || (one.matches === 'reference' && event.paidAt === one.at));
  const over = said.flatMap((each, index) => each.filter((one) => isOver(events[index] as StoredEvent, one)));
  const released = await endHolds(deps, db, source, [...new Set(over)]);
  const found = said.map((each) => each.filter((one) => one.because !== 'paid' && !over.includes(one)));
  // The same id is the same event, however little the second delivery says.
  const ofId = new Map<string, StoredRetraction>();
  for (const [index, { eventId }] of events.entries()) {
    const known = ofId.get(eventId);
    const worst = [known, ...(found[index] ?? [])]
      .filter((one) => one !== undefined)
      .reduce<StoredRetraction | undefined>(
        (by, one) => (by && finalityOf(by.because) >= finalityOf(one.because) ? by : one),
        undefined,
      );
    if (worst) ofId.set(eventId, worst);
  }
  const forgotten: { event: StoredEvent; by: StoredRetraction }[] = [];
  const all = events.map((event) => {
    const by = ofId.get(event.eventId);
    if (!by) return event;
    if (isForgetting(by.because)) forgotten.push({ event, by });
    return {
      ...(isHold(by.because) ? event : { ...erased(event), priceHash: priceHashOf(deps, siteId, event) }),
      retractedAt: by.at,
      retractedBecause: by.because,
      retractedBy: by.retractedBy,
    };
  });
  if (forgotten.length === 0) return { all, released };
  // An event that is stored under this id already keeps it.
  const ids = forgotten.map(({ event }) => event.eventId);
  const kept = new Set(await findOwnIds(db, sourceId, ids));
  const ofEach = new Map(
    forgotten.flatMap(({ event, by }) =>
      kept.has(event.eventId) ? [] : [[event.eventId, retractionOfOne(deps, siteId, event, by)] as const],
    ),
  );
  await insertRetractions(db, [...ofEach.values()], deps.ids.next);
  const named = all.map((event) => ({ ...event, eventId: ofEach.get(event.eventId)?.hash ?? event.eventId }));
  return { all: named, released };
}
