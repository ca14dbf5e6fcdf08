// Retracts events that are no longer true, for good: those that are there, and those that are still to come. What was
// theirs is erased; that they were retracted, when and why, stays.
import { SUBJECT_MAX } from '#shared/limits.ts';
import { shorten } from '#shared/shorten.ts';
import { isoNow } from '#shared/time.ts';
import { overtakeCounts } from '../../db/aggregates.ts';
import { deleteNotificationsOf } from '../../db/event-notifications.ts';
import { findKnown, type StoredEvent } from '../../db/events.ts';
import type { StoredCondition } from '../../db/events-schema.ts';
import type { Db } from '../../db/open.ts';
import {
  erased,
  FORGETTING,
  findMatching,
  findOwnIds,
  findRetractions,
  insertRetractions,
  type MatchingEvent,
  retractEvents,
  type StoredRetraction,
} from '../../db/retractions.ts';
import { lockEventsOf, type StoredSource } from '../../db/sources.ts';
import type { Deps } from '../../deps.ts';
import type { Retraction, RetractionCondition } from './delivery.ts';

export type RetractDeps = Pick<Deps, 'clock' | 'database' | 'ids' | 'texts' | 'tokens'>;

/** Addresses differ only by what no mail server tells apart. */
const personOf = (email: string) => `person.${email.trim().normalize('NFKC').toLowerCase()}`;

/** @returns what is stored of an address, an order or an id: by it they can be found, but not read. */
export const keyedHashOf = (
  { tokens }: Pick<Deps, 'tokens'>,
  siteId: string,
  { matches, value }: Pick<Retraction, 'matches' | 'value'>,
) => tokens.digestOfSite(siteId, matches === 'person' ? personOf(value) : `${matches}.${value}`);

const subjectHashOf = ({ tokens }: Pick<Deps, 'tokens'>, siteId: string, name: string) =>
  tokens.digestOfSite(siteId, `subject.${name}`);

/** @returns what is stored of a price once it is erased; null where there is none. */
const priceHashOf = (
  { tokens }: Pick<Deps, 'tokens'>,
  siteId: string,
  { amount, currency }: { amount: number | null; currency: string | null },
) => (amount === null ? null : tokens.digestOfSite(siteId, `price.${amount} ${currency}`));

/** @returns whether nothing may stay readable by which the person or the order is known. */
export const isForgetting = (because: string | null) => because !== null && FORGETTING.includes(because);

/**
 * @param told as it came from withEarlierRetractions. @param known the same event, as it is stored.
 * @returns whether what is stored is still to be retracted: only now it is known whose it is, or of which order.
 */
export const isOverdue = (
  told: Pick<StoredEvent, 'retractedBecause'>,
  known: Pick<StoredEvent, 'retractedAt' | 'retractedBecause'>,
): boolean =>
  told.retractedBecause !== null &&
  (known.retractedAt === null || (isForgetting(told.retractedBecause) && !isForgetting(known.retractedBecause)));

/** @returns whether the event shows one of the products, or cost the price; true where no condition is. */
function isMeant(
  deps: RetractDeps,
  siteId: string,
  event: MatchingEvent,
  { subjects, price }: StoredRetraction['onlyIf'],
): boolean {
  if (!subjects && !price) return true;
  const { subjectName } = event;
  if (subjects && subjectName !== null && subjects.includes(subjectHashOf(deps, siteId, subjectName))) return true;
  return price !== undefined && (event.priceHash ?? priceHashOf(deps, siteId, event)) === price;
}

/** @returns a condition as it is stored. */
function toStored(deps: RetractDeps, siteId: string, { subjects, price }: RetractionCondition): StoredCondition {
  // Hashes of names as they are stored, and no event's product is longer.
  const names = subjects?.map((name) => shorten(deps.texts.toPlain(name).trim(), SUBJECT_MAX));
  const priceHash = price && priceHashOf(deps, siteId, price);
  return {
    ...(names && { subjects: names.map((name) => subjectHashOf(deps, siteId, name)) }),
    ...(priceHash && { price: priceHash }),
  };
}

const ownHashOf = (deps: RetractDeps, siteId: string, { eventId }: Pick<StoredEvent, 'eventId'>) =>
  keyedHashOf(deps, siteId, { matches: 'event', value: eventId });

/** @returns all that a retraction of this event may have been stored under. */
const hashesOf = (deps: RetractDeps, event: StoredEvent): string[] =>
  [ownHashOf(deps, event.siteId, event), event.referenceHash, event.personHash, event.customerHash].filter(
    (hash) => hash !== null,
  );

/** Of an event that was forgotten: by its own id, which is stored no longer, it is known when it comes again. */
const retractionOfOne = (
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
 * @param events of one source.
 * @returns them, erased where they were retracted before they came: by id, by order, or with everything of their person.
 */
export async function withEarlierRetractions(
  deps: RetractDeps,
  db: Db,
  { siteId, id: sourceId }: Pick<StoredSource, 'siteId' | 'id'>,
  events: readonly StoredEvent[],
): Promise<StoredEvent[]> {
  const hashes = events.map((event) => new Set(hashesOf(deps, event)));
  const earlier = await findRetractions(db, siteId, sourceId, [...new Set(hashes.flatMap((own) => [...own]))]);
  if (earlier.length === 0) return [...events];
  // Somebody who was forgotten may come back: only what happened before is gone.
  const isTimed = earlier.some(({ matches }) => matches === 'person');
  const known = await findKnown(db, sourceId, isTimed ? events.map(({ eventId }) => eventId) : []);
  const happenedAt = ({ eventId, importId, occurredAt }: StoredEvent) => {
    const stored = known.get(eventId);
    // As it is listed: only what came in a file takes its time from a delivery.
    return stored && (importId !== null || stored.importId === null) ? stored.occurredAt : occurredAt;
  };
  const found = events.map((event, index) =>
    earlier.filter(
      ({ hash, matches, at, onlyIf }) =>
        hashes[index]?.has(hash) &&
        (matches !== 'person' || happenedAt(event) <= at) &&
        isMeant(deps, siteId, event, onlyIf),
    ),
  );
  // The same id is the same event, however little is said of it the second time.
  const ofId = new Map<string, StoredRetraction>();
  for (const [index, { eventId }] of events.entries()) {
    const known = ofId.get(eventId);
    const by = found[index]?.find(({ because }) => isForgetting(because)) ?? known ?? found[index]?.[0];
    if (by) ofId.set(eventId, by);
  }
  const forgotten: { event: StoredEvent; by: StoredRetraction }[] = [];
  const all = events.map((event) => {
    const by = ofId.get(event.eventId);
    if (!by) return event;
    if (isForgetting(by.because)) forgotten.push({ event, by });
    return {
      ...erased(event),
      priceHash: priceHashOf(deps, siteId, event),
      retractedAt: by.at,
      retractedBecause: by.because,
      retractedBy: by.retractedBy,
    };
  });
  if (forgotten.length === 0) return all;
  // What is there already under the id that is told is that event, and no other.
  const ids = forgotten.map(({ event }) => event.eventId);
  const kept = new Set(await findOwnIds(db, sourceId, ids));
  const ofEach = new Map(
    forgotten.flatMap(({ event, by }) =>
      kept.has(event.eventId) ? [] : [[event.eventId, retractionOfOne(deps, siteId, event, by)] as const],
    ),
  );
  await insertRetractions(deps.database, db, [...ofEach.values()], deps.ids.next);
  return all.map((event) => ({ ...event, eventId: ofEach.get(event.eventId)?.hash ?? event.eventId }));
}

/**
 * Retracts by what the sender or the owner names, in a transaction.
 * @param sourceId '' for all sources of the site. @param retractedBy the id of the delivery that says so, or `owner`, `api`;
 * null where that is not known.
 * @returns how many events it was about, and what the log should say if that is none.
 */
export async function retract(
  deps: RetractDeps,
  db: Db,
  siteId: string,
  sourceId: string,
  retraction: Retraction,
  retractedBy: string | null,
): Promise<{ retracted: number; untied: string | null }> {
  const at = isoNow(deps.clock);
  const { matches, value, because, otherwise, untied = null } = retraction;
  const onlyIf = toStored(deps, siteId, retraction.onlyIf ?? {});
  await lockEventsOf(deps.database, db, siteId, sourceId, true);
  const hash = keyedHashOf(deps, siteId, retraction);
  const kept = { siteId, sourceId, matches, hash, onlyIf, because, at, retractedBy };
  await insertRetractions(deps.database, db, [kept], deps.ids.next);
  const forgets = isForgetting(because);
  let isTied = false;
  let retracted = 0;
  for await (const page of findMatching(db, { siteId, sourceId, matches, hash, eventId: value })) {
    const meant = page.filter((event) => isMeant(deps, siteId, event, onlyIf));
    isTied ||= meant.length > 0;
    // Of one that is retracted already, what else could be read goes once its person is forgotten.
    const due = meant.filter(
      (event) => event.retractedAt === null || (forgets && !isForgetting(event.retractedBecause)),
    );
    if (due.length === 0) continue;
    if (forgets) {
      const ofEach = due.map((event) => retractionOfOne(deps, siteId, event, kept));
      await insertRetractions(deps.database, db, ofEach, deps.ids.next);
    }
    const left = due.map((event) => ({
      id: event.id,
      eventId: forgets ? ownHashOf(deps, siteId, event) : event.eventId,
      priceHash: event.priceHash ?? priceHashOf(deps, siteId, event),
    }));
    await retractEvents(deps.database, db, left, kept);
    const keys = due.map(({ id }) => id);
    await deleteNotificationsOf(db, siteId, keys);
    retracted += due.filter((event) => event.retractedAt === null).length;
  }
  if (!isTied && otherwise) return retract(deps, db, siteId, sourceId, otherwise, retractedBy);
  if (retracted > 0) await overtakeCounts(deps.database, db, siteId);
  return { retracted, untied: isTied ? null : untied };
}
