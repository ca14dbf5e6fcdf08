// What became of a source's events and deliveries of the last 30 days, in numbers, for the pictures on its page. However much there
// is, little of it is read: the newest events, and so many deliveries of each day.
import type { SourceRef } from '#shared/contract/source.ts';
import type { SourceActivity } from '#shared/contract/source-activity.ts';
import { type Place, placesOf } from '#shared/event-wording.ts';
import { DELIVERY_LIFE, PLACE_WINDOW } from '#shared/limits.ts';
import { isHookKind } from '#shared/source-kinds.ts';
import { DAY, isoOf } from '#shared/time.ts';
import { countDeliveries } from '../../db/deliveries.ts';
import { type ListedEvent, listRecent } from '../../db/event-list.ts';
import type { Db } from '../../db/open.ts';
import type { Owned } from '../../db/owned.ts';
import { countPlace } from '../../db/showable-events.ts';
import type { StoredSite } from '../../db/sites.ts';
import type { StoredSource } from '../../db/sources.ts';
import type { Deps } from '../../deps.ts';
import { mayReadPersonal, ownSite, ownSource, type VerifiedActor } from '../access.ts';
import { addDays, makeZone, startOfDate } from '../stats/zone.ts';
import { isWidgetFull, outcomeOf, toEvent } from './events.ts';
import { privacyOf } from './projection.ts';

const DAYS = DELIVERY_LIFE / DAY;
/** Events that are looked at, and what is counted of a place, or of the deliveries of a day. */
const MOST = 1_000;
const PLACES = 5;

type Counted<T> = T & { events: number };

/** @returns what was found, each with how often, the most frequent first. */
function tally<T>(all: readonly T[], keyOf: (one: T) => string): Counted<T>[] {
  const found = new Map<string, Counted<T>>();
  for (const one of all) {
    const key = keyOf(one);
    const known = found.get(key) ?? { ...one, events: 0 };
    known.events += 1;
    found.set(key, known);
  }
  return [...found.values()].sort((one, other) => other.events - one.events);
}

/** @returns when it arrived; of what was read or imported long afterwards, when it happened. */
const arrivalOf = ({ isRead, importId, occurredAt, receivedAt }: ListedEvent) =>
  isRead || importId !== null ? occurredAt : receivedAt;

/** @returns the places that visitors would read most often, and how many events of the site came from each. */
async function readPlaces(
  { texts }: Pick<Deps, 'texts'>,
  db: Db,
  source: Owned<StoredSource>,
  events: readonly ListedEvent[],
  now: number,
): Promise<SourceActivity['places']> {
  const privacy = privacyOf(source);
  const named = events.flatMap((event): { where: Partial<Place>; label: string }[] =>
    placesOf(event, privacy)
      .slice(0, 1)
      .filter(({ label }) => !label.split(/\s+/).some(texts.isOffensive)),
  );
  const since = isoOf(now - PLACE_WINDOW);
  const places: SourceActivity['places'] = [];
  for (const { where, label } of tally(named, (one) => JSON.stringify(one.where)).slice(0, PLACES))
    places.push({ name: label, events: await countPlace(db, source.siteId, where, MOST, since) });
  return places.sort((one, other) => other.events - one.events);
}

/** @returns the last 30 days by the site's clock, oldest first. */
async function readDays(
  db: Db,
  site: Owned<StoredSite>,
  source: Owned<StoredSource>,
  now: number,
): Promise<SourceActivity['days']> {
  const zone = makeZone(site.timezone);
  const startOf = (date: string) => isoOf(startOfDate(zone, date));
  const today = zone.dateAt(now);
  const days: SourceActivity['days'] = [];
  for (let ago = DAYS - 1; ago >= 0; ago--) {
    const date = addDays(today, -ago);
    const span = [startOf(date), startOf(addDays(date, 1))] as const;
    days.push({ date, ...(await countDeliveries(db, source, span, MOST)) });
  }
  return days;
}

/** @returns what became of what a source has told within 30 days. @throws not-found */
export async function readActivity(
  deps: Deps,
  actor: VerifiedActor,
  { siteId, sourceId }: SourceRef,
): Promise<SourceActivity> {
  const now = deps.clock.now();
  const isPersonal = mayReadPersonal(actor);
  return deps.readers.read(actor.userId, async (db) => {
    const site = await ownSite(db, actor, siteId);
    const source = await ownSource(db, site, sourceId);
    const view = { now, isPersonal, isFull: await isWidgetFull(db, site) };
    const recent = await listRecent(db, site, source, isoOf(now - DAYS * DAY), MOST);
    const outcomes = recent.map((event) => outcomeOf(event, source, now, view.isFull));
    const shown = recent.find((_event, at) => outcomes[at]?.state === 'shown');
    const last = recent.toSorted((one, other) => arrivalOf(other).localeCompare(arrivalOf(one)))[0];
    return {
      events: recent.length,
      outcomes: tally(outcomes, ({ state, reason }) => `${state} ${reason}`),
      last: last ? toEvent(last, source, view) : null,
      shown: shown ? toEvent(shown, source, view) : null,
      places: isPersonal ? await readPlaces(deps, db, source, recent, now) : [],
      days: isHookKind(source.kind) ? await readDays(db, site, source, now) : [],
    };
  });
}
