// Retracts events, stored ones and those that arrive later. For good: their data is erased, and when and why they were
// retracted stays. Or until they are paid: then nothing is erased (docs/decisions/024-holds.md).
import { EVENT_AHEAD_MAX, SUBJECT_MAX } from '#shared/limits.ts';
import { shorten } from '#shared/shorten.ts';
import { isoNow, isoOf } from '#shared/time.ts';
import { overtakeCounts } from '../../db/aggregates.ts';
import { deleteNotificationsOf } from '../../db/event-notifications.ts';
import type { StoredEvent } from '../../db/events.ts';
import { isHold, isStanding } from '../../db/holds.ts';
import type { Db } from '../../db/open.ts';
import {
  FIRST_PLACE,
  findMatching,
  insertRetractions,
  retractEvents,
  type StoredCondition,
  type StoredRetraction,
} from '../../db/retractions.ts';
import { lockEventsOf } from '../../db/sources.ts';
import type { Deps } from '../../deps.ts';
import { makeTurns } from '../../turns.ts';
import { countBuyers, forgetBuyers } from '../effect/buyers.ts';
import type { Retraction, RetractionCondition } from './delivery.ts';
import { isForgetting, isOverdue, type RetractDeps, retractionOfOne, settle } from './earlier-words.ts';
import { keyedHashOf, ownHashOf, priceHashOf, subjectHashesOf, subjectHashOf } from './keyed-hashes.ts';
import { beginForgetting, noteUnfinished, type Retracting } from './unfinished-retractions.ts';

/** @returns whether the event has one of the products, or the price; true without a condition. */
function isMeant(
  deps: RetractDeps,
  siteId: string,
  event: StoredEvent,
  { subjects, price }: StoredRetraction['onlyIf'],
): boolean {
  if (!subjects && !price) return true;
  if (subjects && subjectHashesOf(deps, event).some((hash) => subjects.includes(hash))) return true;
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

/** @returns the time by a shop's clock, which may be wrong by any length, as it is kept: what is ahead of us waits for nobody. */
export const shopTimeOf = ({ clock }: Pick<Deps, 'clock'>, ms: number): string =>
  isoOf(Math.min(Math.max(0, ms || 0), clock.now() + EVENT_AHEAD_MAX));

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
  const at = 'asOf' in told ? shopTimeOf(deps, told.asOf) : isoNow(deps.clock);
  const kept = { siteId, sourceId, matches, hash, onlyIf, because, at, retractedBy };
  return { told, kept, from: FIRST_PLACE, isTied: false };
}

const NONE_SETTLED = { held: 0, released: 0 };
type Done = {
  retracted: number;
  /** How many were on hold, and are paid. */
  released: number;
  untied: string | null;
};

/** Retracts one page of the matching events. @returns also the rest of the retraction; null when it is done. */
async function retractPage(
  deps: RetractDeps,
  db: Db,
  { told, kept, from, ...before }: Retracting,
): Promise<Done & { found: number; left: Retracting | null }> {
  const { siteId, sourceId, matches, hash, onlyIf, because, retractedBy } = kept;
  await lockEventsOf(db, siteId, sourceId);
  // Before the first page, so that events that arrive between two pages are retracted, too.
  if (from === FIRST_PLACE) await insertRetractions(db, [kept], deps.ids.next);
  const forgets = isForgetting(because);
  const { page, next } = await findMatching(db, { siteId, sourceId, matches, hash, eventId: told.value }, from);
  const meant = page.filter((event) => isMeant(deps, siteId, event, onlyIf));
  const isTied = before.isTied || meant.length > 0;
  // An event that is already retracted loses the rest of its data once its person is forgotten.
  const isFinal = !isStanding(because);
  const due = isFinal ? meant.filter((event) => isOverdue({ retractedBecause: because }, event)) : [];
  // A site's holds are of one source: only that knows its orders.
  const { held, released } = isFinal ? NONE_SETTLED : await settle(deps, db, { siteId, id: sourceId }, meant, [hash]);
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
    await (forgets ? forgetBuyers : countBuyers)(db, siteId, due);
  }
  const isNew = ({ retractedAt, retractedBecause }: StoredEvent) => retractedAt === null || isHold(retractedBecause);
  const done = { found: page.length, retracted: held + due.filter(isNew).length, released };
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
 * @returns how many events were retracted, how many are no longer, what the log says of the first retraction without an
 * event, and the rest.
 */
export async function retractSome(
  deps: RetractDeps,
  db: Db,
  given: readonly Retracting[],
): Promise<Done & { left: Retracting[] }> {
  let left = [...given];
  const all: Done = { retracted: 0, released: 0, untied: null };
  for (let done = 0; left[0] && done < EVENTS_AT_ONCE; ) {
    const page = await retractPage(deps, db, left[0]);
    all.retracted += page.retracted;
    all.released += page.released;
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
