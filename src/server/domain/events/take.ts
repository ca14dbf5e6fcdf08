// Stores the events and retractions of a delivery in one transaction. The same event twice is one event, and a retraction
// holds, whether it comes before its event or after.

import type { EventInput } from '#shared/contract/event.ts';
import { isAllowedHost } from '#shared/embed/protocol.ts';
import { EVENT_MESSAGES } from '#shared/event-messages.ts';
import { EVENT_AHEAD_MAX } from '#shared/limits.ts';
import { MESSAGES } from '#shared/messages.ts';
import { SOURCE_KIND_FACTS } from '#shared/source-kinds.ts';
import { isoNow, isoOf, SECOND } from '#shared/time.ts';
import {
  completeEvent,
  completeKnown,
  findIdsByNumber,
  findKnown,
  insertEvent,
  insertEvents,
  renameFromFile,
  type StoredEvent,
} from '../../db/events.ts';
import { isHeld } from '../../db/holds.ts';
import { lockKnown, takeFromFile } from '../../db/imports.ts';
import type { Db } from '../../db/open.ts';
import type { Owned } from '../../db/owned.ts';
import { hasRetractions } from '../../db/retractions.ts';
import type { StoredSite } from '../../db/sites.ts';
import { domainsOf } from '../../db/sites.ts';
import { lockEventsOf, recordDelivery, type StoredSource } from '../../db/sources.ts';
import { bumpWidgetsOfSite } from '../../db/widgets.ts';
import type { Deps } from '../../deps.ts';
import { countBuyers, forgetBuyers } from '../effect/buyers.ts';
import { DomainError, type FieldError, ignoreIfUnavailable } from '../errors.ts';
import type { Retraction } from './delivery.ts';
import { isOverdue, type RetractDeps, settle, withEarlierRetractions } from './earlier-words.ts';
import { hashesOf } from './keyed-hashes.ts';
import { retractSome, startRetracting } from './retract.ts';
import type { Retracting } from './unfinished-retractions.ts';

/** @returns whether a link or picture leads to the site's own domains, or to a host that the source allows. */
function isOwnLink(link: string | undefined, site: StoredSite, source: StoredSource): boolean {
  if (link === undefined) return true;
  const domains = domainsOf(site);
  return domains.length === 0 || isAllowedHost(new URL(link).hostname, [...domains, ...source.hosts]);
}

/** @returns the event without a link or a picture that leads elsewhere: a shop's own delivery is not refused for one. */
export function withoutForeignLinks<E extends EventInput>(event: E, site: StoredSite, source: StoredSource): E {
  if (!event.subject) return event;
  const { name, url, image } = event.subject;
  const own = (link: string | undefined) => (isOwnLink(link, site, source) ? link : undefined);
  return { ...event, subject: { name, url: own(url), image: own(image) } };
}

/** @returns what is wrong with an event beyond its form. */
export function issuesOf(event: EventInput, site: StoredSite, source: StoredSource, now: number): FieldError[] {
  const issues: FieldError[] = [];
  const refuse = (field: string, message: string) => issues.push({ field, message });
  if (Date.parse(event.occurredAt) > now + EVENT_AHEAD_MAX) refuse('occurredAt', EVENT_MESSAGES.happensLater);
  if (event.kind === 'custom' && !event.text?.trim()) refuse('text', EVENT_MESSAGES.textMissing);
  if (!isOwnLink(event.subject?.url, site, source)) refuse('subject.url', EVENT_MESSAGES.notOnDomains);
  if (!isOwnLink(event.subject?.image, site, source)) refuse('subject.image', EVENT_MESSAGES.notOnDomains);
  return issues;
}

/** One order in every process: two that insert the same events crosswise would wait for each other. */
const byOwnId = (a: StoredEvent, b: StoredEvent) => (a.eventId < b.eventId ? -1 : 1);

export type Taken = {
  accepted: number;
  duplicates: number;
  /**
   * Duplicates that added something: a missing product, or a delivery of an event known from a file or the shop's API only;
   * and events that are no longer on hold, or whose customer the shop erased.
   */
  completed: number;
  retracted: number;
  /** Our key of the first event that was new, or not delivered before; null without one. */
  eventKey: string | null;
  /** What the log says of a retraction that matches no event; null without one. */
  untied: string | null;
};

export const NOTHING: Taken = {
  accepted: 0,
  duplicates: 0,
  completed: 0,
  retracted: 0,
  eventKey: null,
  untied: null,
};

/**
 * Notes the time of a good delivery, to the second; at once after a refused one, whose light would stay red. Call it after
 * the commit: a delivery that couldn't be stored turns no light green.
 */
export async function noteDelivery(
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
  { id, lastDeliveryAt, refusedAt }: Pick<StoredSource, 'id' | 'lastDeliveryAt' | 'refusedAt'>,
): Promise<void> {
  const now = isoNow(clock);
  const isRefused = lastDeliveryAt !== null && refusedAt !== null && lastDeliveryAt < refusedAt;
  const before = isRefused ? now : isoOf(clock.now() - SECOND);
  if (lastDeliveryAt === null || lastDeliveryAt < before)
    // The delivery is stored: a database that fails now is no concern of its sender.
    await recordDelivery(db, id, now, before).catch(ignoreIfUnavailable);
}

/**
 * Retracts a stored event whose owner or order was retracted earlier, and is known only now.
 * @returns how many events were retracted.
 */
async function retractOverdue(deps: RetractDeps, db: Db, told: StoredEvent): Promise<number> {
  const { siteId, sourceId, eventId: value, retractedBecause: because, retractedBy } = told;
  if (isHeld(told)) {
    const known = await findKnown(db, sourceId, [value]);
    return (await settle(deps, db, { siteId, id: sourceId }, [...known.values()], hashesOf(deps, told))).held;
  }
  const retraction = { matches: 'event', value, because } as Retraction;
  const one = await startRetracting(deps, siteId, sourceId, retraction, retractedBy);
  // A source has one event of an id, so one page is enough.
  return (await retractSome(deps, db, [one])).retracted;
}

/** @returns a stored event and what is told of it: by the one it was counted, and by the other it may count from now on. */
const bothWithArm = (known: StoredEvent, told: StoredEvent): StoredEvent[] => {
  const arm = known.arm ?? told.arm;
  return [
    { ...known, arm },
    { ...told, arm },
  ];
};

/**
 * Stores an event, or adds to the stored one.
 * @param met gets the event as it was stored before and as it is told, both with the arm that it has now: either may say whose it is.
 * @returns 'new', 'known', or 'retracted' if the stored event was retracted by this.
 */
async function storeEvent(
  deps: RetractDeps,
  db: Db,
  told: StoredEvent,
  taken: Taken,
  met: StoredEvent[],
): Promise<'new' | 'known' | 'retracted'> {
  while (!(await insertEvent(db, told))) {
    const known = await lockKnown(db, told);
    // Its file's import was undone between the two statements.
    if (!known) continue;
    met.push(...bothWithArm(known, told));
    if (known.importId !== null || (known.isRead && told.isSigned)) {
      await takeFromFile(db, known, told);
      taken.completed++;
      taken.eventKey ??= known.id;
    } else {
      if (await completeKnown(db, known, told)) {
        taken.completed++;
        await forgetBuyers(db, known.siteId, [known]);
      }
      // Of two deliveries of one purchase, only one may name the product.
      if (told.subjectName !== null && (await completeEvent(db, told))) taken.completed++;
    }
    if (!isOverdue(told, known)) return 'known';
    taken.retracted += await retractOverdue(deps, db, told);
    return isHeld(told) ? 'known' : 'retracted';
  }
  return 'new';
}

/**
 * Stores a delivery in one transaction, which it begins by locking the source's events. Call noteDelivery and
 * `deps.projector.changed` after its commit.
 * @param events by storedOf. @param retractions by startRetracting.
 * @returns also the retractions that are left for another transaction.
 * @throws not-found when the source was deleted meanwhile
 */
export async function takeDelivery(
  deps: RetractDeps,
  db: Db,
  source: StoredSource,
  events: readonly StoredEvent[],
  retractions: readonly Retracting[],
): Promise<{ taken: Taken; left: Retracting[] }> {
  const taken = { ...NOTHING };
  if (!(await lockEventsOf(db, source.siteId, source.id))) throw new DomainError('not-found', MESSAGES.notFound);
  await joinFile(db, source, events);
  const { all, released } = await withEarlierRetractions(deps, db, source, events.toSorted(byOwnId));
  taken.completed += released;
  const gone = new Set<string>();
  const met = [...all];
  for (const told of all) {
    // An event that was just forgotten has lost that id.
    const became = gone.has(told.eventId) ? 'known' : await storeEvent(deps, db, told, taken, met);
    if (became === 'retracted') gone.add(told.eventId);
    if (became === 'new') {
      taken.accepted++;
      taken.eventKey ??= told.id;
    } else taken.duplicates++;
  }
  await countBuyers(db, source.siteId, met);
  const done = await retractSome(deps, db, retractions);
  taken.retracted += done.retracted;
  taken.completed += done.released;
  taken.untied = done.untied;
  if (taken.retracted > 0) await bumpWidgetsOfSite(db, source.siteId, isoNow(deps.clock));
  return { taken, left: done.left };
}

/** Whether an order may be called otherwise in the source's files than in its deliveries. */
const hasOtherNames = ({ kind }: StoredSource): boolean => 'exportsNumbers' in SOURCE_KIND_FACTS[kind];

/** Gives an order that is known from a file, by its number, the id by which it is delivered now: it is one event. */
async function joinFile(db: Db, source: StoredSource, events: readonly StoredEvent[]): Promise<void> {
  if (!hasOtherNames(source)) return;
  for (const { eventId, orderNumber } of events)
    if (orderNumber !== null) await renameFromFile(db, source.id, orderNumber, eventId);
}

/** @returns the ids by which a source's orders are delivered, by the numbers that its files call them by. */
export const idsByNumber = (db: Db, source: StoredSource, numbers: readonly string[]): Promise<Map<string, string>> =>
  findIdsByNumber(db, source.id, hasOtherNames(source) ? numbers : []);

/** @returns rows of a file, of which those are called by the id of their delivery that came before them. */
async function joinDelivered(db: Db, source: StoredSource, rows: readonly StoredEvent[]): Promise<StoredEvent[]> {
  const numbers = rows.map(({ eventId }) => eventId);
  const delivered = await idsByNumber(db, source, numbers);
  return rows.map((row) => ({ ...row, eventId: delivered.get(row.eventId) ?? row.eventId }));
}

/** Rows in one statement, at most and, on SQLite, at least: it blocks the thread. */
export const [ROWS_AT_ONCE, LEAST_AT_ONCE] = [100, 20];

/**
 * Stores rows of a file, in a transaction that holds the source's events and the import's row. Call
 * `deps.projector.changed` after its commit.
 * @param events by storedOf, at most ROWS_AT_ONCE.
 */
export async function takeRows(
  deps: RetractDeps,
  db: Db,
  source: Owned<StoredSource>,
  importId: string,
  events: readonly StoredEvent[],
): Promise<Pick<Taken, 'accepted' | 'duplicates' | 'retracted'>> {
  const ordered = (await joinDelivered(db, source, events)).map((event) => ({ ...event, importId })).sort(byOwnId);
  // Mostly there are none, and a file has a hundred thousand rows to look for.
  const isRetracting = await hasRetractions(db, source.siteId, source.id);
  const { all } = isRetracting ? await withEarlierRetractions(deps, db, source, ordered) : { all: ordered };
  const accepted = await insertEvents(db, all);
  const duplicates = events.length - accepted;
  const ids = duplicates > 0 ? all.map(({ eventId }) => eventId) : [];
  const known = await findKnown(db, source.id, ids);
  let retracted = 0;
  const met: StoredEvent[] = [];
  for (const told of all) {
    const stored = known.get(told.eventId);
    if (!stored) continue;
    met.push(...bothWithArm(stored, told));
    await completeKnown(db, stored, told);
    if (isOverdue(told, stored)) retracted += await retractOverdue(deps, db, told);
  }
  await countBuyers(db, source.siteId, met);
  if (retracted > 0) await bumpWidgetsOfSite(db, source.siteId, isoNow(deps.clock));
  return { accepted, duplicates, retracted };
}
