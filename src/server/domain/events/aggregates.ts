// The numbers that notifications tell of a site's events and displays: computed here and nowhere typed, once a minute, and
// at once when something was taken back. Only what came out differently is written.
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { wordAggregate } from '#shared/aggregate-wording.ts';
import { type Aggregate, type AggregateValue, WINDOW_DAYS } from '#shared/contract/aggregate.ts';
import { DEFAULT_PRIVACY } from '#shared/contract/source.ts';
import { timeOf } from '#shared/event-wording.ts';
import { COUNT_MAX, MESSAGE_MAX, TITLE_MAX } from '#shared/limits.ts';
import { shorten } from '#shared/shorten.ts';
import { MINUTE, SECOND } from '#shared/time.ts';
import {
  type ComputedNotification,
  type Counted,
  countEvents,
  type EventGroup,
  groupEvents,
  listComputed,
  writeComputed,
} from '../../db/aggregates.ts';
import type { Db } from '../../db/open.ts';
import type { Owned } from '../../db/owned.ts';
import { listRemovedSources } from '../../db/removals.ts';
import type { StoredSite } from '../../db/sites.ts';
import { listSources } from '../../db/sources.ts';
import { sumDays } from '../../db/stats.ts';
import { type StoredWidget, updateWidget } from '../../db/widgets.ts';
import type { Deps } from '../../deps.ts';
import { siteAndWidget } from '../access.ts';
import { describeError } from '../errors.ts';
import { withDefaults } from '../settings.ts';
import { addDays, makeZone, startOfDate } from '../stats/zone.ts';
import { privacyOf } from './projection.ts';

/** Events that are read at once where more than their number is asked for: others get their turn in between. */
const SLICE = 20_000;

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

/** @returns the groups of all that counts, read in slices of about as many events. */
async function* slicesOf(db: Db, which: Counted, by: Parameters<typeof groupEvents>[2]): AsyncGenerator<EventGroup[]> {
  const total = await countEvents(db, which);
  const slices = Math.max(1, Math.ceil(total / SLICE));
  const [start, end] = [Date.parse(which.since), Date.parse(which.until)];
  const bound = (n: number) => Math.floor(start + ((end - start + 1) * n) / slices);
  for (let n = 0; n < slices; n++) {
    const [since, until] = [bound(n), bound(n + 1) - 1].map((at) => new Date(at).toISOString()) as [string, string];
    yield await groupEvents(db, { ...which, since, until }, by);
    if (slices > 1) await setImmediate();
  }
}

/** @returns what the events come to. */
async function findOf(db: Db, site: Owned<StoredSite>, aggregate: Asked, now: number): Promise<Found> {
  const { measure, kind = 'purchase', window, sourceId, product } = aggregate;
  const { since } = windowOf(site.timezone, window, now);
  const without = await listRemovedSources(db, site);
  const until = new Date(now).toISOString();
  const which: Counted = { siteId: site.id, kind, sourceId, without, since, until };
  if (measure === 'count' && product === undefined) {
    const count = await countEvents(db, which);
    return { value: count, count, newest: null };
  }
  const part = product?.toLowerCase();
  const people = new Set<string>();
  const found = { events: 0, ratings: 0, ratingSum: 0 };
  let newest: Found['newest'] = null;
  const by = { product: part !== undefined, person: measure === 'distinct', source: measure === 'last' };
  for await (const groups of slicesOf(db, which, by)) {
    for (const group of groups) {
      if (part !== undefined && !group.product?.toLowerCase().includes(part)) continue;
      found.events += group.events;
      found.ratings += group.ratings;
      found.ratingSum += group.ratingSum;
      if (group.person !== null) people.add(group.person);
      if (group.sourceId !== null && (newest === null || group.newest > newest.at))
        newest = { sourceId: group.sourceId, at: group.newest };
    }
  }
  if (measure === 'average') {
    const value = found.ratings > 0 ? Math.round((found.ratingSum / found.ratings) * 100) / 100 : null;
    return { value, count: found.ratings, newest };
  }
  if (measure === 'distinct') return { value: people.size, count: people.size, newest };
  return { value: measure === 'last' ? null : found.events, count: found.events, newest };
}

/** @returns how often the site's notifications were displayed on the days that count. */
async function displaysOf(db: Db, site: Owned<StoredSite>, { window }: Asked, now: number): Promise<Found> {
  const days = await sumDays(db, site, windowOf(site.timezone, window, now));
  const displays = days.reduce((sum, { displays }) => sum + Number(displays), 0);
  const value = Math.min(displays, COUNT_MAX);
  return { value, count: value, newest: null };
}

const find = (db: Db, site: Owned<StoredSite>, aggregate: Asked, now: number): Promise<Found> =>
  aggregate.measure === 'displays' ? displaysOf(db, site, aggregate, now) : findOf(db, site, aggregate, now);

/** @returns what a number is now. */
export async function computeAggregate(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  site: Owned<StoredSite>,
  aggregate: Asked,
): Promise<AggregateValue> {
  const { value, count } = await find(db, site, aggregate, clock.now());
  return { value, count };
}

type RecountDeps = Pick<Deps, 'db' | 'clock' | 'embedChanges' | 'log'>;

const FIELDS = ['message', 'title', 'rating', 'count', 'timestamp', 'isHeldBack'] as const;

/** @returns the rows that have to be written, each with what it is to say. */
async function planRecount(
  { db, clock }: RecountDeps,
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
    const finding = known.get(key) ?? find(db, site, asked, now);
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

/** A number that came out differently so lately is left for the next minute: another process may have been first. */
const LATELY = MINUTE - 5 * SECOND;

/**
 * Brings a site's computed numbers up to date.
 * @param isUrgent whether it can't wait for its minute: something was taken back, or is new. Never throws.
 */
export async function recount(deps: RecountDeps, siteId: string, isUrgent: boolean): Promise<void> {
  try {
    const owned = await siteAndWidget(deps.db, siteId);
    const rows = owned ? await listComputed(deps.db, owned.widget) : [];
    if (!owned || rows.length === 0) return;
    const last = rows.reduce((latest, { computed }) => (computed && computed.at > latest ? computed.at : latest), '');
    if (!isUrgent && last > new Date(deps.clock.now() - LATELY).toISOString()) return;
    const changes = await planRecount(deps, owned.site, owned.widget, rows);
    const first = changes[0];
    if (!first) return;
    const isDone = await deps.db.transaction().execute(async (tx) => {
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
