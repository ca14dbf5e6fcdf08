// Takes back events that are no longer true, for good: those that are there, and those that are still to come. What was
// theirs is erased; that they were retracted, when and why, stays.
import { SUBJECT_MAX } from '#shared/limits.ts';
import { shorten } from '#shared/shorten.ts';
import { isoNow } from '#shared/time.ts';
import { overtakeCounts } from '../../db/aggregates.ts';
import { deleteNotificationsOf } from '../../db/event-notifications.ts';
import type { StoredEvent } from '../../db/events.ts';
import type { Db } from '../../db/open.ts';
import {
  erased,
  findMatching,
  findRetractions,
  insertRetraction,
  retractEvents,
  type StoredRetraction,
} from '../../db/retractions.ts';
import { lockSources, type StoredSource } from '../../db/sources.ts';
import type { Deps } from '../../deps.ts';
import type { Retraction } from './delivery.ts';

export type RetractDeps = Pick<Deps, 'clock' | 'database' | 'ids' | 'texts' | 'tokens'>;

/** Databases take no statement with as many variables as a person may have events. */
const KEYS_AT_ONCE = 500;

/** Addresses differ only by what no mail server tells apart. */
const personOf = (email: string) => `person.${email.trim().normalize('NFKC').toLowerCase()}`;

/** @returns what is stored of an address, an order or an id: by it they can be found, but not read. */
export const hashOf = (
  { tokens }: Pick<Deps, 'tokens'>,
  siteId: string,
  { matches, value }: Pick<Retraction, 'matches' | 'value'>,
) => tokens.digestOfSite(siteId, matches === 'person' ? personOf(value) : `${matches}.${value}`);

/** @returns whether the event shows one of the products, or cost the price; true where no condition is. */
function isMeant(event: StoredEvent, { subjects, price }: StoredRetraction['onlyIf']): boolean {
  if (!subjects && !price) return true;
  if (subjects?.includes(event.subjectName ?? '')) return true;
  return price !== undefined && event.amount === price.amount && event.currency === price.currency;
}

/** @returns all that a retraction of this event may have been stored under. */
const hashesOf = (deps: RetractDeps, event: StoredEvent): string[] =>
  [
    hashOf(deps, event.siteId, { matches: 'event', value: event.eventId }),
    event.referenceHash,
    event.personHash,
    event.customerHash,
  ].filter((hash) => hash !== null);

/**
 * @param events of one source.
 * @returns them, erased where they were retracted before they came: by id, by order, or with everything of their person.
 */
export async function withEarlierRetractions(
  deps: RetractDeps,
  db: Db,
  { siteId, id }: Pick<StoredSource, 'siteId' | 'id'>,
  events: readonly StoredEvent[],
): Promise<StoredEvent[]> {
  const hashes = events.map((event) => new Set(hashesOf(deps, event)));
  const earlier = await findRetractions(db, siteId, id, [...new Set(hashes.flatMap((own) => [...own]))]);
  if (earlier.length === 0) return [...events];
  return events.map((event, index) => {
    // Somebody who was forgotten may come back: only what happened before is gone.
    const found = earlier.find(
      ({ hash, matches, at, onlyIf }) =>
        hashes[index]?.has(hash) && (matches !== 'person' || event.occurredAt <= at) && isMeant(event, onlyIf),
    );
    return found ? { ...erased(event), retractedAt: found.at, retractedBecause: found.because } : event;
  });
}

/**
 * Retracts by what the sender or the owner names, in a transaction.
 * @param sourceId '' for all sources of the site.
 * @returns how many events it was about.
 */
export async function retract(
  deps: RetractDeps,
  db: Db,
  siteId: string,
  sourceId: string,
  retraction: Retraction,
): Promise<number> {
  const at = isoNow(deps.clock);
  const { matches, value, because, otherwise } = retraction;
  // As they are stored, and no event's product is longer.
  const subjects = retraction.onlyIf?.subjects?.map((name) => shorten(deps.texts.toPlain(name).trim(), SUBJECT_MAX));
  const onlyIf = { ...retraction.onlyIf, ...(subjects && { subjects }) };
  await lockSources(deps.database, db, siteId, sourceId, true);
  const hash = hashOf(deps, siteId, retraction);
  await insertRetraction(db, { siteId, sourceId, matches, hash, onlyIf, because, at }, deps.ids.next);
  const all = await findMatching(db, { siteId, sourceId, matches, hash, eventId: value });
  if (all.length === 0 && otherwise) return retract(deps, db, siteId, sourceId, otherwise);
  const keys = all.filter((event) => event.retractedAt === null && isMeant(event, onlyIf)).map(({ id }) => id);
  for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) {
    const some = keys.slice(from, from + KEYS_AT_ONCE);
    await retractEvents(db, some, because, at);
    await deleteNotificationsOf(db, siteId, some);
  }
  if (keys.length > 0) await overtakeCounts(deps.database, db, siteId);
  return keys.length;
}
