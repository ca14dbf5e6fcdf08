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
  FIRST_PLACE,
  FORGETTING,
  findMatching,
  findOwnIds,
  findRetractions,
  insertRetractions,
  type MatchingEvent,
  type Place,
  retractEvents,
  type StoredRetraction,
} from '../../db/retractions.ts';
import { lockEventsOf, type StoredSource } from '../../db/sources.ts';
import type { Deps } from '../../deps.ts';
import { makeTurns } from '../../turns.ts';
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
const isForgetting = (because: string | null) => because !== null && FORGETTING.includes(because);

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

/** @returns a condition as it is stored; others have their turn in between, for it may name a thousand products. */
async function toStored(
  deps: RetractDeps,
  siteId: string,
  { subjects, price }: RetractionCondition,
): Promise<StoredCondition> {
  const turn = makeTurns();
  const hashes: string[] = [];
  for (const subject of subjects ?? []) {
    await turn();
    // Hashes of names as they are stored, and no event's product is longer.
    hashes.push(subjectHashOf(deps, siteId, shorten(deps.texts.toPlain(subject).trim(), SUBJECT_MAX)));
  }
  const priceHash = price && priceHashOf(deps, siteId, price);
  return { ...(subjects && { subjects: hashes }), ...(priceHash && { price: priceHash }) };
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
 * Retractions by what an event must have for them: one of its hashes, and where they have a condition, also the hash of its
 * product or of its price. With both lists long, comparing each with each would take seconds.
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
  const hashes = events.map((event) => [...new Set(hashesOf(deps, event))]);
  const earlier = await byWhatTheyMean(findRetractions(db, siteId, sourceId, [...new Set(hashes.flat())]));
  if (earlier.size === 0) return [...events];
  // Somebody who was forgotten may come back: only what happened before is gone.
  const isTimed = [...earlier.values()].flat().some(({ matches }) => matches === 'person');
  const known = await findKnown(db, sourceId, isTimed ? events.map(({ eventId }) => eventId) : []);
  const happenedAt = ({ eventId, importId, occurredAt }: StoredEvent) => {
    const stored = known.get(eventId);
    // As it is listed: only what came in a file takes its time from a delivery.
    return stored && (importId !== null || stored.importId === null) ? stored.occurredAt : occurredAt;
  };
  const found = events.map((event, index) => {
    const subject = event.subjectName === null ? null : subjectHashOf(deps, siteId, event.subjectName);
    const met = ['', subject, event.priceHash ?? priceHashOf(deps, siteId, event)].filter((hash) => hash !== null);
    return (hashes[index] ?? [])
      .flatMap((hash) => met.flatMap((condition) => earlier.get(`${hash} ${condition}`) ?? []))
      .filter(({ matches, at }) => matches !== 'person' || happenedAt(event) <= at);
  });
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

/** A retraction of which a part may be done. */
export type Retracting = {
  told: Retraction;
  /** What holds for what comes later. */
  kept: Omit<StoredRetraction, 'id'>;
  /** Where what is left of it begins. */
  from: Place;
  /** Whether it was about any event so far. */
  isTied: boolean;
};

/**
 * @param sourceId '' for all sources of the site. @param retractedBy the id of the delivery that says so, or `owner`, `api`;
 * null where that is not known.
 * @returns the retraction for retractSome. Call it outside of transactions where it may name many products.
 */
export async function startRetracting(
  deps: RetractDeps,
  siteId: string,
  sourceId: string,
  told: Retraction,
  retractedBy: string | null,
): Promise<Retracting> {
  const { matches, because } = told;
  const onlyIf = await toStored(deps, siteId, told.onlyIf ?? {});
  const hash = keyedHashOf(deps, siteId, told);
  const kept = { siteId, sourceId, matches, hash, onlyIf, because, at: isoNow(deps.clock), retractedBy };
  return { told, kept, from: FIRST_PLACE, isTied: false };
}

/** Retracts a page of the events that it is about. @returns also what is left of it; null when it is done. */
async function retractPage(
  deps: RetractDeps,
  db: Db,
  { told, kept, from, ...before }: Retracting,
): Promise<{ found: number; retracted: number; untied: string | null; left: Retracting | null }> {
  const { siteId, sourceId, matches, hash, onlyIf, because, retractedBy } = kept;
  await lockEventsOf(deps.database, db, siteId, sourceId);
  // Before the first: what comes while the others are done is retracted as it comes.
  if (from === FIRST_PLACE) await insertRetractions(deps.database, db, [kept], deps.ids.next);
  const forgets = isForgetting(because);
  const { page, next } = await findMatching(db, { siteId, sourceId, matches, hash, eventId: told.value }, from);
  const meant = page.filter((event) => isMeant(deps, siteId, event, onlyIf));
  const isTied = before.isTied || meant.length > 0;
  // Of one that is retracted already, what else could be read goes once its person is forgotten.
  const due = meant.filter((event) => event.retractedAt === null || (forgets && !isForgetting(event.retractedBecause)));
  if (due.length > 0) {
    if (forgets) {
      const ofEach = due.map((event) => retractionOfOne(deps, siteId, event, kept));
      await insertRetractions(deps.database, db, ofEach, deps.ids.next);
    }
    const erasing = due.map((event) => ({
      id: event.id,
      eventId: forgets ? ownHashOf(deps, siteId, event) : event.eventId,
      priceHash: event.priceHash ?? priceHashOf(deps, siteId, event),
    }));
    await retractEvents(deps.database, db, erasing, kept);
    const keys = due.map(({ id }) => id);
    await deleteNotificationsOf(db, siteId, keys);
  }
  const done = { found: page.length, retracted: due.filter(({ retractedAt }) => retractedAt === null).length };
  if (next) return { ...done, untied: null, left: { told, kept, from: next, isTied } };
  if (isTied) return { ...done, untied: null, left: null };
  const { otherwise, untied = null } = told;
  if (!otherwise) return { ...done, untied, left: null };
  return { ...done, untied: null, left: await startRetracting(deps, siteId, sourceId, otherwise, retractedBy) };
}

/** What is done in one transaction, nearly: during each nobody else gets a turn. Counted in events that are read. */
const EVENTS_AT_ONCE = 200;
/** What a retraction costs beside its events: several statements. */
const EVENTS_A_RETRACTION = 4;

/**
 * Retracts by what the sender or the owner names, in a transaction, as much as may be done at once. What is left is for
 * another one, after others had their turn; if that fails, whoever asked asks again, and what is retracted stays so.
 * @returns how many events were retracted, what the log should say of the first that is about none, and what is left.
 */
export async function retractSome(
  deps: RetractDeps,
  db: Db,
  given: readonly Retracting[],
): Promise<{ retracted: number; untied: string | null; left: Retracting[] }> {
  const left = [...given];
  const all = { retracted: 0, untied: null as string | null };
  for (let done = 0; left[0] && done < EVENTS_AT_ONCE; ) {
    const page = await retractPage(deps, db, left[0]);
    all.retracted += page.retracted;
    all.untied ??= page.untied;
    if (page.left) left[0] = page.left;
    else left.shift();
    done += page.found + EVENTS_A_RETRACTION;
  }
  const siteId = given[0]?.kept.siteId;
  if (siteId !== undefined && all.retracted > 0) await overtakeCounts(deps.database, db, siteId);
  return { ...all, left };
}
