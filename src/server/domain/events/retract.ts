// Retracts events for good: stored ones and those that arrive later. Their data is erased; when and why they were
// retracted stays.
import { SUBJECT_MAX } from '#shared/limits.ts';
import { shorten } from '#shared/shorten.ts';
import { isoNow } from '#shared/time.ts';
import { overtakeCounts } from '../../db/aggregates.ts';
import { deleteNotificationsOf } from '../../db/event-notifications.ts';
import { findKnown, type StoredEvent } from '../../db/events.ts';
import type { Db } from '../../db/open.ts';
import {
  erased,
  FIRST_PLACE,
  FORGETTING,
  findMatching,
  findOwnIds,
  findRetractions,
  insertRetractions,
  retractEvents,
  type StoredCondition,
  type StoredRetraction,
} from '../../db/retractions.ts';
import { lockEventsOf, type StoredSource } from '../../db/sources.ts';
import type { Deps } from '../../deps.ts';
import { makeTurns } from '../../turns.ts';
import type { Retraction, RetractionCondition } from './delivery.ts';
import { beginForgetting, noteUnfinished, type Retracting } from './unfinished-retractions.ts';

export type RetractDeps = Pick<Deps, 'clock' | 'ids' | 'texts' | 'tokens'>;

/** Ignores differences that no mail server sees. */
const personOf = (email: string) => `person.${email.trim().normalize('NFKC').toLowerCase()}`;

/** @returns the keyed hash of an address, an order or an id: it can be searched for, and not read. */
export const keyedHashOf = (
  { tokens }: Pick<Deps, 'tokens'>,
  siteId: string,
  { matches, value }: Pick<Retraction, 'matches' | 'value'>,
) => tokens.digestOfSite(siteId, matches === 'person' ? personOf(value) : `${matches}.${value}`);

const subjectHashOf = ({ tokens }: Pick<Deps, 'tokens'>, siteId: string, name: string) =>
  tokens.digestOfSite(siteId, `subject.${name}`);

/** @returns the hash that replaces an erased price; null without one. */
const priceHashOf = (
  { tokens }: Pick<Deps, 'tokens'>,
  siteId: string,
  { amount, currency }: { amount: number | null; currency: string | null },
) => (amount === null ? null : tokens.digestOfSite(siteId, `price.${amount} ${currency}`));

/** @returns whether everything that identifies the person or the order must be erased. */
const isForgetting = (because: string | null) => because !== null && FORGETTING.includes(because);

/**
 * @param told as it came from withEarlierRetractions. @param known the same event, as it is stored.
 * @returns whether the stored event must be retracted now that we know its owner or order.
 */
export const isOverdue = (
  told: Pick<StoredEvent, 'retractedBecause'>,
  known: Pick<StoredEvent, 'retractedAt' | 'retractedBecause'>,
): boolean =>
  told.retractedBecause !== null &&
  (known.retractedAt === null || (isForgetting(told.retractedBecause) && !isForgetting(known.retractedBecause)));

/** @returns whether the event has one of the products, or the price; true without a condition. */
function isMeant(
  deps: RetractDeps,
  siteId: string,
  event: StoredEvent,
  { subjects, price }: StoredRetraction['onlyIf'],
): boolean {
  if (!subjects && !price) return true;
  const { subjectName } = event;
  if (subjects && subjectName !== null && subjects.includes(subjectHashOf(deps, siteId, subjectName))) return true;
  return price !== undefined && (event.priceHash ?? priceHashOf(deps, siteId, event)) === price;
}

/** @returns a condition as it is stored. Works in turns: it may name a thousand products. */
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

/** @returns all hashes by which a retraction may mean this event. */
const hashesOf = (deps: RetractDeps, event: StoredEvent): string[] =>
  [ownHashOf(deps, event.siteId, event), event.referenceHash, event.personHash, event.customerHash].filter(
    (hash) => hash !== null,
  );

/** Recognizes a forgotten event when it is delivered again: its id isn't stored any more. */
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

/**
 * @param events of one source.
 * @returns them, erased if they were retracted before they arrived: by id, by order or by person.
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
  // A forgotten person may come back as a customer: only earlier events are erased.
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
  // The same id is the same event, however little the second delivery says.
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
  // An event that is stored under this id already keeps it.
  const ids = forgotten.map(({ event }) => event.eventId);
  const kept = new Set(await findOwnIds(db, sourceId, ids));
  const ofEach = new Map(
    forgotten.flatMap(({ event, by }) =>
      kept.has(event.eventId) ? [] : [[event.eventId, retractionOfOne(deps, siteId, event, by)] as const],
    ),
  );
  await insertRetractions(db, [...ofEach.values()], deps.ids.next);
  return all.map((event) => ({ ...event, eventId: ofEach.get(event.eventId)?.hash ?? event.eventId }));
}

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

/** Retracts one page of the matching events. @returns also the rest of the retraction; null when it is done. */
async function retractPage(
  deps: RetractDeps,
  db: Db,
  { told, kept, from, ...before }: Retracting,
): Promise<{ found: number; retracted: number; untied: string | null; left: Retracting | null }> {
  const { siteId, sourceId, matches, hash, onlyIf, because, retractedBy } = kept;
  await lockEventsOf(db, siteId, sourceId);
  // Before the first page, so that events that arrive between two pages are retracted, too.
  if (from === FIRST_PLACE) await insertRetractions(db, [kept], deps.ids.next);
  const forgets = isForgetting(because);
  const { page, next } = await findMatching(db, { siteId, sourceId, matches, hash, eventId: told.value }, from);
  const meant = page.filter((event) => isMeant(deps, siteId, event, onlyIf));
  const isTied = before.isTied || meant.length > 0;
  // An event that is already retracted loses the rest of its data once its person is forgotten.
  const due = meant.filter((event) => isOverdue({ retractedBecause: because }, event));
  if (due.length > 0) {
    if (forgets) {
      const ofEach = due.map((event) => retractionOfOne(deps, siteId, event, kept));
      await insertRetractions(db, ofEach, deps.ids.next);
    }
    const erasing = due.map((event) => ({
      id: event.id,
      eventId: forgets ? ownHashOf(deps, siteId, event) : event.eventId,
      priceHash: event.priceHash ?? priceHashOf(deps, siteId, event),
    }));
    await retractEvents(db, erasing, kept);
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

/** About how many events are read in one transaction, which blocks the thread. */
const EVENTS_AT_ONCE = 200;
/** What a retraction costs besides its events, counted in events: several statements. */
const EVENTS_A_RETRACTION = 4;
/**
 * Retracts as much as one transaction may do. The rest is for further transactions, with turns for others in between. If one
 * fails, the caller asks again, and retracted events stay retracted; what has begun is finished by a job in any case.
 * @returns how many events were retracted, what the log says of the first retraction without an event, and the rest.
 */
export async function retractSome(
  deps: RetractDeps,
  db: Db,
  given: readonly Retracting[],
): Promise<{ retracted: number; untied: string | null; left: Retracting[] }> {
  let left = [...given];
  const all = { retracted: 0, untied: null as string | null };
  for (let done = 0; left[0] && done < EVENTS_AT_ONCE; ) {
    const page = await retractPage(deps, db, left[0]);
    all.retracted += page.retracted;
    all.untied ??= page.untied;
    if (page.left) left[0] = page.left;
    else left.shift();
    done += page.found + EVENTS_A_RETRACTION;
  }
  left = await beginForgetting(deps, db, left);
  await noteUnfinished(db, given, left, deps.clock.now());
  const siteId = given[0]?.kept.siteId;
  if (siteId !== undefined && all.retracted > 0) await overtakeCounts(db, siteId);
  return { ...all, left };
}
