// Computed numbers of notifications ('37 sold this week'), of a site's events and displays: once a minute, and at once
// after a retraction or an undone import. Only changed numbers are written.
import { isDeepStrictEqual } from 'node:util';
import { wordAggregate } from '#shared/aggregate-wording.ts';
import { type Aggregate, type AggregateValue, WINDOW_DAYS } from '#shared/contract/aggregate.ts';
import { DEFAULT_PRIVACY } from '#shared/contract/source.ts';
import { timeOf } from '#shared/event-wording.ts';
import { COUNT_MAX, MESSAGE_MAX, TITLE_MAX } from '#shared/limits.ts';
import { shorten } from '#shared/shorten.ts';
import { isoNow, MINUTE, SECOND } from '#shared/time.ts';
import {
  type ComputedNotification,
  type Counted,
  findMomentAfter,
  groupEvents,
  holdBackCounts,
  listComputed,
  listPeople,
  writeComputed,
} from '../../db/aggregates.ts';
import { listUndoingOf } from '../../db/imports.ts';
import type { Db } from '../../db/open.ts';
import type { Owned } from '../../db/owned.ts';
import { listRemovedSources } from '../../db/removals.ts';
import type { StoredSite } from '../../db/sites.ts';
import { listSources } from '../../db/sources.ts';
import { sumCounts } from '../../db/stats.ts';
import { type StoredWidget, updateWidget } from '../../db/widgets.ts';
import type { Deps } from '../../deps.ts';
import { siteAndWidget } from '../access.ts';
import { describeError } from '../errors.ts';
import { withDefaults } from '../settings.ts';
import { addDays, makeZone, startOfDate } from '../stats/zone.ts';
import { makeDistinct } from './distinct.ts';
import { privacyOf } from './projection.ts';

/** Events that are read at once: a statement has a limit (READ_MAX in db/readers.ts), and the people of a page are in memory. */
const SLICE = 5_000;

/** Everything but from how many on it shows. */
type Asked = Omit<Aggregate, 'floor'>;

/** @returns the dates of the site's calendar that count at `now`, and the moment the first of them starts (ISO). */
export function windowOf(timezone: string, window: Aggregate['window'], now: number) {
  const zone = makeZone(timezone);
  const to = zone.dateAt(now);
  const from = addDays(to, 1 - WINDOW_DAYS[window]);
  return { from, to, since: new Date(startOfDate(zone, from)).toISOString() };
}

/** Computed, with the source and the time of the newest event, if there is one. */
type Found = AggregateValue & { newest: { sourceId: string; at: string } | null };

/** @returns all that counts, in parts of about as many events, in the order in which they happened. */
async function* slicesOf(db: Db, which: Counted): AsyncGenerator<Counted> {
  let { since } = which;
  for (;;) {
    const next = await findMomentAfter(db, { ...which, since }, SLICE);
    if (next === undefined) return yield { ...which, since };
    // Of the same moment there may be more than a slice.
    const until = next > since ? new Date(Date.parse(next) - 1).toISOString() : next;
    yield { ...which, since, until };
    since = new Date(Date.parse(until) + 1).toISOString();
  }
}

/** @returns of how many people the events are. */
async function countPeople(db: Db, which: Counted, isMeant: (product: string | null) => boolean): Promise<number> {
  const people = makeDistinct();
  for await (const slice of slicesOf(db, which)) {
    for (const { product, person } of await listPeople(db, slice)) if (isMeant(product)) people.add(person);
  }
  return people.count();
}

/** @returns what the events come to. */
async function findOf(db: Db, site: Owned<StoredSite>, aggregate: Asked, now: number): Promise<Found> {
  const { measure, kind = 'purchase', window, sourceId, product } = aggregate;
  const { since } = windowOf(site.timezone, window, now);
  const without = {
    sources: await listRemovedSources(db, site),
    imports: await listUndoingOf(db, site),
  };
  const which: Counted = { siteId: site.id, kind, sourceId, without, since, until: new Date(now).toISOString() };
  const part = product?.toLowerCase();
  const isMeant = (name: string | null) => part === undefined || (name?.toLowerCase().includes(part) ?? false);
  if (measure === 'distinct') {
    const count = await countPeople(db, which, isMeant);
    return { value: count, count, newest: null };
  }
  const found = { events: 0, ratings: 0, ratingSum: 0 };
  let newest: Found['newest'] = null;
  for await (const slice of slicesOf(db, which)) {
    const by = { product: part !== undefined, source: measure === 'last' };
    for (const group of await groupEvents(db, slice, by)) {
      if (!isMeant(group.product)) continue;
      found.events += group.events;
      found.ratings += group.ratings;
      found.ratingSum += group.ratingSum;
      if (group.sourceId !== null && (newest === null || group.newest > newest.at))
        newest = { sourceId: group.sourceId, at: group.newest };
    }
  }
  if (measure === 'average') {
    const value = found.ratings > 0 ? Math.round((found.ratingSum / found.ratings) * 100) / 100 : null;
    return { value, count: found.ratings, newest };
  }
  return { value: measure === 'last' ? null : found.events, count: found.events, newest };
}

/** @returns how often the site's notifications were displayed on the days that count. */
async function displaysOf(db: Db, site: Owned<StoredSite>, { window }: Asked, now: number): Promise<Found> {
  const { from, to } = windowOf(site.timezone, window, now);
  const days = await sumCounts(db, site, { from, to });
  const displays = days.reduce((sum, { displays }) => sum + Number(displays), 0);
  const value = Math.min(displays, COUNT_MAX);
  return { value, count: value, newest: null };
}

const find = (db: Db, site: Owned<StoredSite>, aggregate: Asked, now: number): Promise<Found> =>
  aggregate.measure === 'displays' ? displaysOf(db, site, aggregate, now) : findOf(db, site, aggregate, now);

/** @returns what a number is now. */
export async function computeAggregate(
  { clock, readers }: Pick<Deps, 'clock' | 'readers'>,
  site: Owned<StoredSite>,
  aggregate: Asked,
): Promise<AggregateValue> {
  const { value, count } = await readers.read(site.ownerId, (db) => find(db, site, aggregate, clock.now()));
  return { value, count };
}

/** Whose turns at the readers the numbers of all sites take: one at a time, so that the other reader is for owners. */
const COUNTING = 'counting';

type RecountDeps = Pick<Deps, 'db' | 'clock' | 'embedChanges' | 'log' | 'readers'>;

const FIELDS = ['message', 'title', 'rating', 'count', 'timestamp', 'isHeldBack'] as const;

/** @returns the rows that have to be written, each with what it is to say. */
async function planRecount(
  { db, clock, readers }: RecountDeps,
  site: Owned<StoredSite>,
  widget: StoredWidget,
  rows: ComputedNotification[],
) {
  const now = clock.now();
  const { language } = withDefaults(widget.settings).behavior;
  const sources = new Map((await listSources(db, site.id)).map((source) => [source.id, source]));
  // Several may tell the same number in other words.
  const known = new Map<string, Promise<Found>>();
  const changes = [];
  for (const row of rows) {
    const { message: text, title: heading, floor, ...asked } = row.aggregate;
    const key = JSON.stringify(asked);
    const finding = known.get(key) ?? readers.read(COUNTING, (db) => find(db, site, asked, now));
    known.set(key, finding);
    const { value, count, newest } = await finding;
    const worded = wordAggregate(row.aggregate, { value, count }, language);
    const source = newest && sources.get(newest.sourceId);
    const outcome = {
      ...worded,
      message: shorten(worded.message, MESSAGE_MAX),
      title: worded.title && shorten(worded.title, TITLE_MAX),
      timestamp: newest
        ? timeOf({ occurredAt: newest.at }, source ? privacyOf(source) : DEFAULT_PRIVACY, now)
        : row.timestamp,
      isHeldBack: count < floor,
    };
    const isSame =
      row.computed?.value === value &&
      row.computed.count === count &&
      FIELDS.every((field) => isDeepStrictEqual(row[field], outcome[field]));
    if (isSame) continue;
    const at = new Date(now).toISOString();
    changes.push({ row, outcome: { ...outcome, computed: { value, count, at }, updatedAt: at } });
  }
  return changes;
}

/** A number that changed this recently waits for the next minute: another process may have counted it. */
const LATELY = MINUTE - 5 * SECOND;
/** Numbers that take longer to count are hidden meanwhile after a retraction or an undone import. */
const SLOW = SECOND;
/** The share of its time that a process counts for one site at most. */
const BUSY_SHARE = 1 / 20;

/** How long a site's last count took, in ms, and when it ended. A process remembers it, and finds it out anew. */
export type CountTimes = Map<string, { took: number; at: number }>;

/**
 * Brings a site's computed numbers up to date. Never throws.
 * @param isUrgent whether it can't wait for its minute: something was retracted, undone, or is new.
 */
export async function recount(
  deps: RecountDeps,
  siteId: string,
  isUrgent: boolean,
  times: CountTimes = new Map(),
): Promise<void> {
  const { clock, db } = deps;
  try {
    const owned = await siteAndWidget(db, siteId);
    const rows = owned ? await listComputed(db, owned.widget) : [];
    if (!owned || rows.length === 0) {
      times.delete(siteId);
      return;
    }
    const start = clock.now();
    const last = rows.reduce((latest, { computed }) => (computed && computed.at > latest ? computed.at : latest), '');
    const { took, at } = times.get(siteId) ?? { took: 0, at: 0 };
    const isTooSoon = last > new Date(start - LATELY).toISOString() || start - at < took / BUSY_SHARE;
    if (!isUrgent && isTooSoon) return;
    if (isUrgent && took > SLOW) await holdBack(deps, owned.widget, rows);
    // Hiding has raised their turns.
    const current = isUrgent && took > SLOW ? await listComputed(db, owned.widget) : rows;
    const changes = await planRecount(deps, owned.site, owned.widget, current);
    times.set(siteId, { took: clock.now() - start, at: clock.now() });
    const [first] = changes;
    if (!first) return;
    const isDone = await db.transaction().execute(async (tx) => {
      if (!(await updateWidget(tx, owned.widget, { updatedAt: first.outcome.updatedAt }))) return false;
      let written = 0;
      for (const { row, outcome } of changes) if (await writeComputed(tx, owned.widget, row, outcome)) written++;
      return written > 0;
    });
    if (isDone) deps.embedChanges.changed(siteId);
  } catch (error) {
    deps.log.warn({ ...describeError(error), siteId }, 'computed numbers not updated');
  }
}

/** Hides outdated numbers until they are recounted. */
async function holdBack(
  { db, clock, embedChanges }: RecountDeps,
  widget: Owned<StoredWidget>,
  rows: readonly ComputedNotification[],
): Promise<void> {
  const ids = rows.filter(({ aggregate }) => aggregate.measure !== 'displays').map(({ id }) => id);
  if (ids.length === 0) return;
  const isChanged = await db.transaction().execute(async (tx) => {
    if (!(await updateWidget(tx, widget, { updatedAt: isoNow(clock) }))) return false;
    return holdBackCounts(tx, widget, ids);
  });
  if (isChanged) embedChanges.changed(widget.siteId);
}
