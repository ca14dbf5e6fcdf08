// A site's events for its owner: added by scripts, listed with the reason why each shows or not, retracted, forgotten.
import type { AggregateValue, AggregateValueInput } from '#shared/contract/aggregate.ts';
import {
  type AddEventsInput,
  type AddedEvents,
  type Event,
  type EventInput,
  type EventList,
  type EventListInput,
  type EventRef,
  eventInput,
  type Retracted,
} from '#shared/contract/event.ts';
import { fieldErrors } from '#shared/contract/field-errors.ts';
import { pageOf } from '#shared/contract/text.ts';
import { EVENT_MESSAGES } from '#shared/event-messages.ts';
import { AGGREGATE_READS_MAX, NOTIFICATIONS_MAX } from '#shared/limits.ts';
import { MESSAGES } from '#shared/messages.ts';
import { DAY, HOUR, isoNow, MINUTE, SECOND } from '#shared/time.ts';
import { findListedEvent, type ListedEvent, listEvents as listStored } from '../../db/event-list.ts';
import { findEvent } from '../../db/events.ts';
import { isHeld } from '../../db/holds.ts';
import { measureNotifications } from '../../db/notifications.ts';
import type { Db } from '../../db/open.ts';
import type { Owned } from '../../db/owned.ts';
import { listRemovedSources } from '../../db/removals.ts';
import { FORGETTING } from '../../db/retractions.ts';
import type { StoredSite } from '../../db/sites.ts';
import { listSources, type StoredSource } from '../../db/sources.ts';
import { bumpWidgetsOfSite } from '../../db/widgets.ts';
import type { Deps } from '../../deps.ts';
import { makeTurns, nextTurn } from '../../turns.ts';
import { mayReadPersonal, ownSite, siteAndWidget, type VerifiedActor } from '../access.ts';
import { DomainError } from '../errors.ts';
import { take } from '../rate-limit.ts';
import { computeAggregate } from './aggregates.ts';
import type { Retraction } from './delivery.ts';
import { keyedHashOf } from './keyed-hashes.ts';
import { keptBackBy, rulesOfSource, TOO_OLD } from './projection.ts';
import { retractSome, startRetracting } from './retract.ts';
import { apiSourceOf } from './source.ts';
import { recordsOf } from './storage.ts';
import { storedOf } from './stored-event.ts';
import { issuesOf, noteDelivery, takeDelivery } from './take.ts';
import type { Retracting } from './unfinished-retractions.ts';

/**
 * Adds events from a script. Each is checked by itself: an invalid one keeps no other out.
 * @throws not-found; rate-limited when the account has stored too much, and then nothing is added
 */
export async function addEvents(deps: Deps, actor: VerifiedActor, input: AddEventsInput): Promise<AddedEvents> {
  const site = await ownSite(deps.db, actor, input.siteId);
  const source = await apiSourceOf(deps, site);
  const events: EventInput[] = [];
  const refused: AddedEvents['refused'] = [];
  const turn = makeTurns();
  for (const [index, given] of input.events.entries()) {
    await turn();
    const { data, error } = eventInput.safeParse(given);
    const errors = error ? fieldErrors(error) : issuesOf(data, site, source, deps.clock.now());
    if (data && errors.length === 0) events.push(data);
    else refused.push({ index, errors });
  }
  await deps.storage.take(site.ownerId, 'stored', recordsOf(events));
  const told = await storedOf(deps, events, source, false);
  const { taken } = await deps.groupCommit.run(source.id, told.length, (db) =>
    takeDelivery(deps, db, source, told, []),
  );
  await noteDelivery(deps, source);
  const { accepted, duplicates, completed, retracted } = taken;
  if (accepted + completed + retracted > 0) await deps.projector.changed(site.id, retracted > 0);
  return { accepted, duplicates, refused };
}

const UNITS = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
  ['second', SECOND],
] as const;

/** @returns a length of time in words, in the largest unit that divides it: '5 minutes'. */
function lengthOf(seconds: number): string {
  const [unit, ms] = UNITS.find(([, one]) => (seconds * SECOND) % one === 0) ?? ['second', SECOND];
  return new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format((seconds * SECOND) / ms);
}

/** Within so long of an event's arrival its notification may still be on its way. */
const JUST_NOW = 5 * SECOND;

/** @returns what became of an event, and why it does not show; null when it does. */
export function outcomeOf(
  event: ListedEvent,
  source: StoredSource,
  now: number,
  isFull: boolean,
): Pick<Event, 'state' | 'reason'> {
  if (event.retractedAt !== null)
    return { state: isHeld(event) ? 'on-hold' : 'retracted', reason: event.retractedBecause };
  if (event.hiddenAt !== null) return { state: 'hidden', reason: 'You deleted its notification' };
  const { notification } = event;
  if (notification === null) {
    const { cap } = rulesOfSource(source);
    const reason = keptBackBy(event, rulesOfSource(source), now);
    const isNew = now - Date.parse(event.receivedAt) < JUST_NOW;
    const other = isNew ? 'Just received' : isFull ? 'The widget is full' : `Not one of the ${cap} newest`;
    return { state: 'not-shown', reason: reason ?? other };
  }
  if (notification.status !== 'active') return { state: 'not-shown', reason: 'Its notification is switched off' };
  // Reckoned from the rounded time, it may be over before the event itself is too old.
  if (notification.endsAt !== null && Date.parse(notification.endsAt) <= now)
    return { state: 'not-shown', reason: TOO_OLD };
  if (notification.startsAt !== null && Date.parse(notification.startsAt) > now) {
    return { state: 'waiting', reason: `Shows ${lengthOf(rulesOfSource(source).minAge)} after it happened` };
  }
  return { state: 'shown', reason: null };
}

/** @returns the object without what is null; undefined when nothing is left. */
function withoutNulls<T extends object>(values: T): { [Key in keyof T]?: NonNullable<T[Key]> } | undefined {
  const entries = Object.entries(values).filter(([, value]) => value !== null);
  return entries.length > 0 ? (Object.fromEntries(entries) as { [Key in keyof T]?: NonNullable<T[Key]> }) : undefined;
}

type View = { now: number; isPersonal: boolean; isFull: boolean };

export function toEvent(event: ListedEvent, source: StoredSource, { now, isPersonal, isFull }: View): Event {
  const { firstName, lastName, city, region, country, subjectName, subjectUrl, subjectImage } = event;
  const { quantity, amount, currency, rating, text, reference } = event;
  const actor = isPersonal ? withoutNulls({ firstName, lastName, city, region, country }) : undefined;
  const subject =
    subjectName === null ? undefined : { name: subjectName, ...withoutNulls({ url: subjectUrl, image: subjectImage }) };
  return {
    // Mostly an order's number: as good as its reference. Of one that was forgotten only a hash is left.
    id: isPersonal && !FORGETTING.includes(event.retractedBecause ?? '') ? event.eventId : event.id,
    key: event.id,
    sourceId: source.id,
    source: source.kind,
    kind: event.kind,
    occurredAt: event.occurredAt,
    receivedAt: event.receivedAt,
    isSigned: event.isSigned,
    isRead: event.isRead,
    ...(actor && { actor }),
    ...(subject && { subject }),
    ...withoutNulls({ quantity, amount, currency, rating }),
    ...(isPersonal && withoutNulls({ text, reference })),
    ...outcomeOf(event, source, now, isFull),
    retraction: event.retractedAt === null ? null : { at: event.retractedAt, by: event.retractedBy },
    notificationId: event.notification?.id ?? null,
  };
}

export async function isWidgetFull(db: Db, site: Owned<StoredSite>): Promise<boolean> {
  const owned = await siteAndWidget(db, site.id);
  return owned !== undefined && (await measureNotifications(db, owned.widget)).count >= NOTIFICATIONS_MAX;
}

/** @returns one page of a site's events, the last received first. Keys that may only read get nothing personal. */
export async function listEvents(deps: Deps, actor: VerifiedActor, input: EventListInput): Promise<EventList> {
  const { page, limit, offset } = pageOf(input);
  const now = deps.clock.now();
  const isPersonal = mayReadPersonal(actor);
  return deps.readers.read(actor.userId, async (db) => {
    const site = await ownSite(db, actor, input.siteId);
    const { events, total } = await listStored(db, site, {
      without: await listRemovedSources(db, site),
      search: input.search?.trim().toLowerCase() ?? '',
      // The number of hits would tell such a key whether a name or an order exists.
      isPersonal,
      state: input.state,
      now: new Date(now).toISOString(),
      limit,
      offset,
    });
    const sources = new Map((await listSources(db, site.id)).map((source) => [source.id, source]));
    const view = { now, isPersonal, isFull: await isWidgetFull(db, site) };
    return {
      events: events.flatMap((event) => {
        const source = sources.get(event.sourceId);
        return source ? [toEvent(event, source, view)] : [];
      }),
      page,
      limit,
      total,
    };
  });
}

/** @param key ours. @returns the event as its owner, or a key that may write, sees it; undefined when it is gone. */
export async function readEvent(
  deps: Pick<Deps, 'clock' | 'db'>,
  site: Owned<StoredSite>,
  source: StoredSource,
  key: string,
): Promise<Event | undefined> {
  const event = await findListedEvent(deps.db, site, key);
  const isFull = await isWidgetFull(deps.db, site);
  return event && toEvent(event, source, { now: deps.clock.now(), isPersonal: true, isFull });
}

/**
 * @returns a computed number as it is now.
 * @throws not-found; rate-limited, because each call counts anew, up to a million events
 */
export async function getAggregate(
  deps: Deps,
  actor: VerifiedActor,
  { siteId, ...aggregate }: AggregateValueInput,
): Promise<AggregateValue> {
  const site = await ownSite(deps.db, actor, siteId);
  await take(deps, `aggregate:${site.id}`, AGGREGATE_READS_MAX, MINUTE / SECOND, EVENT_MESSAGES.countedTooOften);
  return computeAggregate(deps, site, aggregate);
}

/**
 * Retracts, and updates the notifications. Many events take several transactions: if one fails, the caller asks again, and
 * retracted events stay retracted.
 * @returns how many events were retracted. @throws rate-limited
 */
export async function retractAll(
  deps: Deps,
  actor: VerifiedActor,
  { id: siteId, ownerId }: Owned<StoredSite>,
  sourceId: string,
  retractions: Retraction[],
): Promise<number> {
  await deps.storage.take(ownerId, 'erased', retractions.length);
  const by = actor.kind === 'user' ? 'owner' : 'api';
  let left: Retracting[] = [];
  for (const one of retractions) left.push(await startRetracting(deps, siteId, sourceId, one, by));
  let retracted = 0;
  try {
    for (; left.length > 0; await nextTurn()) {
      const some = await deps.db.transaction().execute(async (db) => {
        if (!(await bumpWidgetsOfSite(db, siteId, isoNow(deps.clock))))
          throw new DomainError('not-found', MESSAGES.siteNotFound);
        return retractSome(deps, db, left);
      });
      retracted += some.retracted;
      left = some.left;
      // Nothing of it shows any more, however long the rest takes.
      deps.embedChanges.changed(siteId);
    }
  } finally {
    // At once, because a person asked for it. Retractions of shops wait for their second.
    await deps.projector.changed(siteId, true);
  }
  return retracted;
}

/** Retracts one event, by our key or the source's id. A retracted one stays as it is. @throws not-found */
export async function retractEvent(
  deps: Deps,
  actor: VerifiedActor,
  { siteId, eventId }: EventRef,
): Promise<Retracted> {
  const site = await ownSite(deps.db, actor, siteId);
  // A forgotten person's event has its id stored as a hash.
  const hidden = keyedHashOf(deps, site.id, { matches: 'event', value: eventId });
  const event = (await findEvent(deps.db, site, eventId)) ?? (await findEvent(deps.db, site, hidden));
  if (!event) throw new DomainError('not-found', EVENT_MESSAGES.eventNotFound);
  // Its own id may be erased.
  if (event.retractedAt !== null && !isHeld(event)) return { retracted: 0 };
  const retraction: Retraction = { matches: 'event', value: event.eventId, because: 'retracted' };
  return { retracted: await retractAll(deps, actor, site, event.sourceId, [retraction]) };
}
