// Which notifications a site's events become, by the rules of their sources. Compared with the stored notifications, only
// the difference is written: a second run changes nothing.
import { isDeepStrictEqual } from 'node:util';
import type { Notification } from '#shared/contract/notification.ts';
import {
  DEFAULT_PRIVACY,
  defaultRules,
  type SourcePrivacy,
  type SourceRules,
  sourcePrivacySchema,
  sourceRulesSchema,
} from '#shared/contract/source.ts';
import type { ContentField } from '#shared/embed/payload.ts';
import type { Condition, Rules } from '#shared/embed/rule-types.ts';
import { type Place, placesOf, TIME_STEP, timeOf, wordingOf } from '#shared/event-wording.ts';
import { NOTIFICATIONS_MAX, PLACE_WINDOW } from '#shared/limits.ts';
import { DAY, isoOf, SECOND } from '#shared/time.ts';
import {
  type EventNotification,
  insertEventNotifications,
  listEventNotifications,
  markProvenance,
} from '../../db/event-notifications.ts';
import type { StoredEvent } from '../../db/events.ts';
import { purgeNotifications } from '../../db/notification-sets.ts';
import { measureNotifications, updateNotification } from '../../db/notifications.ts';
import type { Db } from '../../db/open.ts';
import type { Owned } from '../../db/owned.ts';
import { isFrequentPlace, listShowable } from '../../db/showable-events.ts';
import type { StoredSite } from '../../db/sites.ts';
import { listSources, type StoredSource, setShownUntil } from '../../db/sources.ts';
import { findTemplate, type StoredTemplate } from '../../db/templates.ts';
import type { StoredWidget } from '../../db/widgets.ts';
import type { Deps } from '../../deps.ts';
import { findUnfinished } from './unfinished-retractions.ts';

type ProjectionDeps = Pick<Deps, 'ids' | 'texts'>;

/** @returns a source's rules and privacy with the defaults in place of what its owner left. */
export const rulesOfSource = ({ kind, rules }: StoredSource): SourceRules =>
  sourceRulesSchema.parse({ ...defaultRules(kind), ...given(rules) });
export const privacyOf = ({ privacy }: StoredSource): SourcePrivacy =>
  sourcePrivacySchema.parse({ ...DEFAULT_PRIVACY, ...privacy });

/** Null takes a rule away. */
const given = (rules: StoredSource['rules']) =>
  Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== null));

const includesAny = (text: string, parts: readonly string[]) =>
  parts.some((part) => text.toLowerCase().includes(part.toLowerCase()));

export const TOO_OLD = 'Too old to show';

/** @returns why the product does not show; null when it may. */
function productKeptBackBy(product: string, { products: { include, exclude } = {} }: SourceRules): string | null {
  if (include?.length && !includesAny(product, include)) return 'Not in “Only these products”';
  if (exclude?.length && includesAny(product, exclude)) return 'In “Never these products”';
  return null;
}

/** @returns why the event does not show whatever others there are; null when it may. */
export function keptBackBy(event: StoredEvent, rules: SourceRules, now: number): string | null {
  if (Date.parse(event.occurredAt) <= now - rules.maxAge * SECOND) return TOO_OLD;
  if (rules.minAmount !== undefined && (event.amount ?? 0) < rules.minAmount) return 'Below the smallest amount';
  if (rules.isOnlineOnly && event.isByStaff) return 'Entered by your staff';
  return productKeptBackBy(event.subjectName ?? '', rules);
}

/** @returns the rules with the hours left out; they hold in the site's time zone, whatever else the template asks for. */
function withQuietHours(rules: Rules | null, quiet: SourceRules['quietHours']): Rules | null {
  if (!quiet || quiet.from === quiet.to) return rules;
  const hour: Condition = { type: 'hour', operator: 'between', value: [quiet.to, quiet.from] };
  if (!rules || rules.match === 'all') return { match: 'all', conditions: [hour, ...(rules?.conditions ?? [])] };
  // Groups don't nest: each alternative takes the hours along, and those of a group of alternatives stand for themselves.
  const alternatives = rules.conditions.flatMap((one) =>
    one.type !== 'group' ? [[one]] : one.match === 'all' ? [one.conditions] : one.conditions.map((each) => [each]),
  );
  return {
    match: 'any',
    conditions: alternatives.map((conditions) => ({ type: 'group', match: 'all', conditions: [hour, ...conditions] })),
  };
}

/** Of what a notification may say, events have everything but a discount's code. */
type Wanted = Pick<
  Notification,
  'type' | 'message' | Exclude<ContentField, 'code'> | 'timestamp' | 'startsAt' | 'endsAt'
> &
  Pick<Notification, 'source' | 'rules' | 'appearance' | 'metadata'> & {
    eventKey: string;
    isSigned: boolean;
    isRead: boolean;
  };

type Shown = { wanted: Wanted[]; until: number };

/** The frequent places of a site, each asked for once. */
function makePlaceNames(db: Db, siteId: string, now: number) {
  const since = isoOf(now - PLACE_WINDOW);
  const known = new Map<string, Promise<boolean>>();
  return (where: Partial<Place>, count: number): Promise<boolean> => {
    const key = JSON.stringify([where, count]);
    const found = known.get(key) ?? isFrequentPlace(db, siteId, where, count, since);
    known.set(key, found);
    return found;
  };
}

/**
 * @returns until when browsers may show it, as ISO text. It is counted from the rounded time: the end would reveal the exact
 * one otherwise.
 */
const endsAtOf = (event: StoredEvent, privacy: SourcePrivacy, { maxAge }: SourceRules, now: number): string =>
  isoOf(Date.parse(timeOf(event, privacy, now)) + maxAge * SECOND + (privacy.time === 'exact' ? 0 : TIME_STEP));

/** @returns what a source shows now, and when that changes next (milliseconds; Infinity for never). */
async function shownOf(
  deps: ProjectionDeps,
  db: Db,
  source: StoredSource,
  template: StoredTemplate | null,
  isFrequent: ReturnType<typeof makePlaceNames>,
  isUnfinished: (event: StoredEvent) => boolean,
  now: number,
): Promise<Shown> {
  const rules = rulesOfSource(source);
  const privacy = privacyOf(source);
  // With 0, an event without an amount may show, too.
  const minAmount = rules.minAmount || undefined;
  const ago = (seconds: number) => isoOf(now - seconds * SECOND);
  const startOf = (event: StoredEvent) => Date.parse(event.occurredAt) + rules.minAge * SECOND;
  const { include, exclude } = rules.products ?? {};
  const isFiltered = include?.length || exclude?.length || rules.isOnlineOnly;
  const isWanted = isFiltered
    ? (product: string, isByStaff: boolean) =>
        !(rules.isOnlineOnly && isByStaff) && productKeptBackBy(product, rules) === null
    : undefined;
  const limits = { minAmount, isWanted };
  // Read separately, so that events that don't show yet take no place of those that do.
  const past = { after: ago(rules.maxAge), until: ago(rules.minAge), ...limits };
  const started = await listShowable(db, source, past, 'desc', rules.cap);
  const next = { after: ago(rules.minAge), until: null, ...limits };
  const coming = await listShowable(db, source, next, 'asc', rules.cap);
  const wanted: Wanted[] = [];
  let until = Infinity;
  for (const event of [...started, ...coming]) {
    if (isUnfinished(event)) continue;
    const happened = Date.parse(event.occurredAt);
    const end = happened + rules.maxAge * SECOND;
    const boundaries = [startOf(event), end, ...(privacy.time === 'rounded' ? [happened + DAY] : [])];
    until = Math.min(until, ...boundaries.filter((at) => at > now));
    let place: string | null = null;
    for (const { where, label } of placesOf(event, privacy)) {
      // Buyers type their city, and may type anything.
      if (label.split(/\s+/).some(deps.texts.isOffensive)) continue;
      if (!(await isFrequent(where, privacy.minPlaceCount))) continue;
      place = label;
      break;
    }
    const settings = template?.settings;
    wanted.push({
      eventKey: event.id,
      isSigned: event.isSigned,
      isRead: event.isRead,
      type: event.kind,
      ...wordingOf(event, privacy, place, template, deps.texts.isOffensive),
      ...{ image: event.subjectImage ?? settings?.image ?? null, url: event.subjectUrl ?? settings?.url ?? null },
      rating: event.kind === 'review' && event.rating !== null ? Math.round(event.rating) : null,
      count: null,
      timestamp: timeOf(event, privacy, now),
      startsAt: rules.minAge > 0 ? isoOf(startOf(event)) : null,
      endsAt: endsAtOf(event, privacy, rules, now),
      // Only the owner vouches for a file, whatever shop it is from.
      source: event.importId === null ? source.kind : 'csv',
      metadata: { eventId: event.eventId },
      rules: withQuietHours(
        template?.displayRules.conditions?.length ? (template.displayRules as Rules) : null,
        rules.quietHours,
      ),
      appearance: template && Object.keys(template.customization).length > 0 ? template.customization : null,
    });
  }
  return { wanted, until };
}

/** Whether a notification is written again when the field differs. */
const COMPARED: Record<keyof Wanted, boolean> = {
  message: true,
  title: true,
  image: true,
  url: true,
  rating: true,
  timestamp: true,
  startsAt: true,
  endsAt: true,
  rules: true,
  appearance: true,
  // They change when a shop delivers an event known from a file.
  source: true,
  isSigned: true,
  isRead: true,
  // They follow from the event, or from what is compared.
  type: false,
  count: false,
  metadata: false,
  eventKey: false,
};
const FIELDS = (Object.keys(COMPARED) as (keyof Wanted)[]).filter((field) => COMPARED[field]);

const isSame = (there: EventNotification, wanted: Wanted) =>
  FIELDS.every((field) => isDeepStrictEqual(there[field], wanted[field]));

/** @returns them by worth: those that show now before those that show later, newer before older. */
function byWorth(all: Wanted[], now: number): Wanted[] {
  const nowIso = isoOf(now);
  const worth = ({ startsAt, timestamp }: Wanted) => `${startsAt === null || startsAt <= nowIso ? 1 : 0} ${timestamp}`;
  return all.toSorted((a, b) => worth(b).localeCompare(worth(a)));
}

export type Plan = {
  add: Wanted[];
  change: { from: EventNotification; to: Wanted }[];
  remove: string[];
  /** By source: when the plan changes next, as ISO text; null for never. */
  until: Map<string, string | null>;
};

/** @returns the changes that bring the site's notifications up to date with its events at `now`. */
export async function planProjection(
  deps: ProjectionDeps,
  db: Db,
  site: Owned<StoredSite>,
  widget: Owned<StoredWidget>,
  now: number,
): Promise<Plan> {
  const there = new Map((await listEventNotifications(db, widget)).map((row) => [row.eventKey, row]));
  const plan: Plan = { add: [], change: [], remove: [], until: new Map() };
  const isFrequent = makePlaceNames(db, site.id, now);
  const isUnfinished = await findUnfinished(db, site.id);
  const all: Wanted[] = [];
  for (const source of await listSources(db, site.id)) {
    const chosen = source.templateId ? await findTemplate(db, site.ownerId, source.templateId) : undefined;
    // A template of a computed number has no words for one event.
    const template = chosen && !chosen.settings.aggregate ? chosen : null;
    const { wanted, until } = await shownOf(deps, db, source, template, isFrequent, isUnfinished, now);
    plan.until.set(source.id, until === Infinity ? null : isoOf(until));
    all.push(...wanted);
  }
  // The owner's own notifications come first; the newest events of all sources share the rest.
  const { count } = await measureNotifications(db, widget);
  const room = Math.max(0, NOTIFICATIONS_MAX - (count - there.size));
  for (const one of all.length > room ? byWorth(all, now).slice(0, room) : all) {
    const row = there.get(one.eventKey);
    there.delete(one.eventKey);
    if (!row) plan.add.push(one);
    else if (!isSame(row, one)) plan.change.push({ from: row, to: one });
  }
  plan.remove = [...there.values()].map(({ id }) => id);
  return plan;
}

export const isEmpty = ({ add, change, remove }: Plan): boolean => add.length + change.length + remove.length === 0;

/** Writes the plan, in a transaction that holds the widget. */
export async function applyProjection(
  deps: ProjectionDeps,
  db: Db,
  widget: Owned<StoredWidget>,
  { add, change, remove }: Plan,
  nowIso: string,
): Promise<void> {
  await purgeNotifications(db, widget, remove);
  for (const { from, to } of change) {
    // A stored row's metadata belongs to the owner: its name, and anything else they noted.
    const { eventKey: _key, isSigned, isRead, metadata: _metadata, ...changes } = to;
    await updateNotification(db, widget, from.id, { ...changes, updatedAt: nowIso });
    if (isSigned !== from.isSigned || isRead !== from.isRead)
      await markProvenance(db, widget, from, { isSigned, isRead });
  }
  const { firstPosition } = await measureNotifications(db, widget);
  const added = add.map((one, at) => ({
    ...one,
    // Random: an ascending id would reveal the exact time. 72 bits are enough never to meet, and a payload has many ids.
    id: deps.ids.secret(9),
    status: 'active' as const,
    position: firstPosition - add.length + at,
    createdAt: nowIso,
    updatedAt: nowIso,
  }));
  await insertEventNotifications(db, widget, added);
}

/** Notes when each source's notifications change next, and that events until `projectedUntil` (ISO) are included. */
export async function recordShown(db: Db, { until }: Plan, projectedUntil: string): Promise<void> {
  for (const [sourceId, at] of until) await setShownUntil(db, sourceId, at, projectedUntil);
}
