// Takes back events that are no longer true, for good: those that are there, and those that are still to come. What was
// theirs is erased; that they were retracted, when and why, stays.
import { isoNow } from '#shared/time.ts';
import { overtakeCounts } from '../../db/aggregates.ts';
import { deleteNotificationsOf } from '../../db/event-notifications.ts';
import {
  erased,
  findMatching,
  findRetractions,
  insertRetraction,
  retractEvents,
  type StoredEvent,
  type StoredRetraction,
} from '../../db/events.ts';
import type { Db } from '../../db/open.ts';
import { lockSources } from '../../db/sources.ts';
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

/** @returns the event, erased if it was retracted before it came: by id, by order, or with everything of its person. */
export async function withEarlierRetraction(deps: RetractDeps, db: Db, event: StoredEvent): Promise<StoredEvent> {
  const own = hashOf(deps, event.siteId, { matches: 'event', value: event.eventId });
  const { referenceHash, personHash, customerHash } = event;
  const hashes = [own, referenceHash, personHash, customerHash].filter((hash) => hash !== null);
  const earlier = await findRetractions(db, event.siteId, event.sourceId, hashes);
  // Somebody who was forgotten may come back: only what happened before is gone.
  const found = earlier.find(
    ({ matches, at, onlyIf }) => (matches !== 'person' || event.occurredAt <= at) && isMeant(event, onlyIf),
  );
  return found ? { ...erased(event), retractedAt: found.at, retractedBecause: found.because } : event;
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
  const subjects = retraction.onlyIf?.subjects?.map((name) => deps.texts.toPlain(name).trim());
  const onlyIf = { ...retraction.onlyIf, ...(subjects && { subjects }) };
  await lockSources(deps.database, db, siteId, sourceId, true);
  const hash = hashOf(deps, siteId, retraction);
  await insertRetraction(db, { id: deps.ids.next(), siteId, sourceId, matches, hash, onlyIf, because, at });
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
