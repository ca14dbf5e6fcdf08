// Takes what a source tells: events and retractions, all of a delivery in one transaction. The same event twice is one
// event, and a retraction is final, whether it comes before its event or after.

import type { EventInput } from '#shared/contract/event.ts';
import { isAllowedHost } from '#shared/embed/protocol.ts';
import { EVENT_MESSAGES } from '#shared/event-messages.ts';
import { EVENT_AHEAD_MAX } from '#shared/limits.ts';
import { MESSAGES } from '#shared/messages.ts';
import { isoNow, SECOND } from '#shared/time.ts';
import { completeEvent, insertEvent, insertEvents, type StoredEvent } from '../../db/events.ts';
import { lockKnown, takeFromFile } from '../../db/imports.ts';
import type { Db } from '../../db/open.ts';
import type { Owned } from '../../db/owned.ts';
import type { StoredSite } from '../../db/sites.ts';
import { lockEventsOf, recordDelivery, type StoredSource } from '../../db/sources.ts';
import { bumpWidgetsOfSite } from '../../db/widgets.ts';
import type { Deps } from '../../deps.ts';
import { domainsOf } from '../embed.ts';
import { DomainError, type FieldError, ignoreIfUnavailable } from '../errors.ts';
import type { DeliveredEvent, Retraction } from './delivery.ts';
import { keyedHashOf, type RetractDeps, retract, withEarlierRetractions } from './retract.ts';

type TakeDeps = RetractDeps & Pick<Deps, 'texts'>;

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

/** @returns the event as it is stored: texts without tags, and of the address only what it can be found by. */
function toStored(deps: TakeDeps, event: DeliveredEvent, source: StoredSource, isSigned: boolean): StoredEvent {
  const plain = (value: string | undefined) => (value === undefined ? null : deps.texts.toPlain(value).trim() || null);
  const { actor, subject } = event;
  const hash = (matches: Retraction['matches'], value: string | undefined) =>
    value === undefined ? null : keyedHashOf(deps, source.siteId, { matches, value });
  return {
    id: deps.ids.next(),
    siteId: source.siteId,
    sourceId: source.id,
    eventId: event.id,
    kind: event.kind,
    occurredAt: new Date(event.occurredAt).toISOString(),
    receivedAt: isoNow(deps.clock),
    firstName: plain(actor?.firstName),
    lastName: plain(actor?.lastName),
    city: plain(actor?.city),
    region: plain(actor?.region),
    country: plain(actor?.country),
    subjectName: plain(subject?.name),
    subjectUrl: subject?.url ?? null,
    subjectImage: subject?.image ?? null,
    quantity: event.quantity ?? null,
    amount: event.amount ?? null,
    currency: event.currency ?? null,
    rating: event.rating ?? null,
    text: plain(event.text),
    reference: event.reference ?? null,
    personHash: hash('person', actor?.email),
    customerHash: hash('person', event.customer),
    referenceHash: hash('reference', event.reference),
    isSigned,
    importId: null,
    hiddenAt: null,
    retractedAt: null,
    retractedBecause: null,
    retractedBy: null,
    priceHash: null,
  };
}

/** One order in every process: two that insert the same events crosswise would wait for each other. */
const byOwnId = (a: StoredEvent, b: StoredEvent) => (a.eventId < b.eventId ? -1 : 1);

export type Taken = {
  accepted: number;
  duplicates: number;
  /** Those among them that told more: the product of an event that had none, or of an event that only a file had told of. */
  completed: number;
  retracted: number;
  /** Our key of the first event that was new, or had only been in a file; null when none was. */
  eventKey: string | null;
  /** What the log says of a retraction that could be tied to nothing; null when there is none. */
  untied: string | null;
};

/** Notes, to the second, that a good delivery came. Call it after its commit: what couldn't be stored turns no light green. */
export async function noteDelivery(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  { id, lastDeliveryAt }: Pick<StoredSource, 'id' | 'lastDeliveryAt'>,
): Promise<void> {
  const before = new Date(clock.now() - SECOND).toISOString();
  if (lastDeliveryAt === null || lastDeliveryAt < before)
    // What came is stored: it is no matter of its sender's if the database goes now.
    await recordDelivery(database, id, isoNow(clock), before).catch(ignoreIfUnavailable);
}

/** Stores an event, or what its delivery adds to one that is there. @returns whether it was new. */
async function storeEvent(deps: TakeDeps, db: Db, stored: StoredEvent, taken: Taken): Promise<boolean> {
  while (!(await insertEvent(db, stored))) {
    const known = await lockKnown(deps.database, db, stored);
    // It came in a file that was taken back between the two statements.
    if (!known) continue;
    if (known.importId === null) {
      // Of a purchase told of twice, only one delivery may name the product.
      if (stored.subjectName !== null && (await completeEvent(db, stored))) taken.completed++;
      return false;
    }
    const { siteId, sourceId, eventId, retractedBecause, retractedBy } = stored;
    await takeFromFile(db, known, stored);
    taken.completed++;
    taken.eventKey ??= known.id;
    // Only the delivery says whose it is, or which order, and that was retracted before.
    if (retractedBecause !== null && known.retractedAt === null) {
      const retraction = { matches: 'event', value: eventId, because: retractedBecause } as Retraction;
      taken.retracted += (await retract(deps, db, siteId, sourceId, retraction, retractedBy ?? 'owner')).retracted;
    }
    return false;
  }
  return true;
}

/**
 * Stores a delivery, in a transaction. Call noteDelivery and `deps.projector.changed` after its commit.
 * @param events checked by issuesOf. @param told by which delivery, or `api`, and whether the sender signed it.
 * @throws not-found when the source was deleted meanwhile
 */
export async function takeDelivery(
  deps: TakeDeps,
  db: Db,
  source: Owned<StoredSource> | StoredSource,
  events: readonly DeliveredEvent[],
  retractions: readonly Retraction[],
  { by, isSigned }: { by: string; isSigned: boolean },
): Promise<Taken> {
  const taken: Taken = { accepted: 0, duplicates: 0, retracted: 0, eventKey: null, completed: 0, untied: null };
  // Before the notifications below them, as everywhere else, or two changes could deadlock.
  if (retractions.length > 0) await bumpWidgetsOfSite(db, source.siteId, isoNow(deps.clock));
  if (!(await lockEventsOf(deps.database, db, source.siteId, source.id, retractions.length > 0)))
    throw new DomainError('not-found', MESSAGES.notFound);
  const ordered = events.map((event) => toStored(deps, event, source, isSigned)).sort(byOwnId);
  for (const stored of await withEarlierRetractions(deps, db, source, ordered)) {
    if (await storeEvent(deps, db, stored, taken)) {
      taken.accepted++;
      taken.eventKey ??= stored.id;
    } else taken.duplicates++;
  }
  for (const retraction of retractions) {
    const { retracted, untied } = await retract(deps, db, source.siteId, source.id, retraction, by);
    taken.retracted += retracted;
    taken.untied ??= untied;
  }
  return taken;
}

/**
 * Stores rows of a file, in a transaction that holds the import's row. Call `deps.projector.changed` after its commit.
 * @param events checked by issuesOf.
 */
export async function takeRows(
  deps: TakeDeps,
  db: Db,
  source: Owned<StoredSource>,
  importId: string,
  events: readonly EventInput[],
): Promise<Pick<Taken, 'accepted' | 'duplicates'>> {
  const ordered = events.map((event) => ({ ...toStored(deps, event, source, false), importId })).sort(byOwnId);
  const accepted = await insertEvents(deps.database, db, await withEarlierRetractions(deps, db, source, ordered));
  return { accepted, duplicates: events.length - accepted };
}
