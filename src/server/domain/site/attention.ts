// What needs the owner's attention on a site, the most urgent first. The rules are pure; readAttention() feeds them.
import type { AttentionItem } from '#shared/contract/installation.ts';
import type { Notification } from '#shared/contract/notification.ts';
import { contrastIssues } from '#shared/contrast.ts';
import { DEFAULT_APPEARANCE } from '#shared/embed/defaults.ts';
import { EMBED_NOTIFICATIONS_MAX } from '#shared/embed/protocol.ts';
import type { Rules } from '#shared/embed/rule-types.ts';
import { rulesSentence } from '#shared/embed/rules-sentence.ts';
import { isLive } from '#shared/embed/schedule.ts';
import { UNSEEN_FOR } from '#shared/limits.ts';
import { byQueueOrder } from '#shared/notification-order.ts';
import { DAY } from '#shared/time.ts';
import { listEpochs } from '../../db/epochs.ts';
import { listNotifications } from '../../db/notifications.ts';
import type { Db } from '../../db/open.ts';
import type { Owned } from '../../db/owned.ts';
import { listSightings } from '../../db/sightings.ts';
import type { StoredSite } from '../../db/sites.ts';
import { lastDisplaysOf } from '../../db/stats.ts';
import type { Deps } from '../../deps.ts';
import { ownSite, ownWidgetOfSite, type VerifiedActor } from '../access.ts';
import { readEffect } from '../effect/effect.ts';
import { readSourceHealth } from '../events/source-health.ts';
import { type FullSettings, rulesOf, withDefaults, withOwnAppearance } from '../settings.ts';
import { makeZone } from '../stats/zone.ts';
import { listRefused } from './installation.ts';

/** An active notification that was not displayed for this long is silent. */
export const SILENT_FOR = 7 * DAY;
/** How far back its last display is looked for. */
const REMEMBERED_FOR = 366 * DAY;
/** How long a refusal is worth mentioning. */
export const REFUSED_FOR = 7 * DAY;
/** A start further ahead than this is more likely a wrong year than a plan. */
const FAR_AHEAD = 365 * DAY;
/** Beyond this many of a kind, a list says nothing more. */
const ITEMS_PER_KIND = 10;

type Sighting = { host: string; lastSeenAt: string };
type Silent = Extract<AttentionItem, { kind: 'silent-notification' }>;
type Cause = Pick<Silent, 'reason' | 'detail'>;

/** @param hosts where the snippet was seen, the latest first. @param now milliseconds, likewise below. */
export function unseen(hosts: readonly Sighting[], now: number): AttentionItem[] {
  const [latest] = hosts;
  if (!latest || now - Date.parse(latest.lastSeenAt) < UNSEEN_FOR) return [];
  return [{ kind: 'not-seen', host: latest.host, lastSeenAt: latest.lastSeenAt }];
}

/** @param refused hosts that asked, the latest first. */
export const refusals = (refused: readonly Sighting[], now: number): AttentionItem[] =>
  refused
    .filter(({ lastSeenAt }) => now - Date.parse(lastSeenAt) < REFUSED_FOR)
    .slice(0, ITEMS_PER_KIND)
    .map(({ host, lastSeenAt }) => ({ kind: 'refused-domain', host, lastSeenAt }));

export type Attended = Pick<
  Notification,
  | 'id'
  | 'message'
  | 'status'
  | 'startsAt'
  | 'endsAt'
  | 'displayCount'
  | 'rules'
  | 'appearance'
  | 'timestamp'
  | 'position'
  | 'createdAt'
  | 'updatedAt'
>;

export type Circumstances = {
  settings: FullSettings;
  isWidgetActive: boolean;
  /** Whether the snippet was ever seen. */
  isInstalled: boolean;
  /** All notifications of the widget. */
  notifications: readonly Attended[];
  /** Ids of those that were displayed within SILENT_FOR. */
  displayed: ReadonlySet<string>;
};

const isLiveAt = ({ startsAt, endsAt }: Attended, now: number) =>
  isLive({ ...(startsAt && { startsAt }), ...(endsAt && { endsAt }) }, now);

/** Since when it could have been displayed as it is: its last change, or its start. */
function readySince({ createdAt, updatedAt, startsAt }: Attended, now: number): number {
  // Another instance's clock may be ahead, or this one's was set back: such a change is from just now.
  const changed = Math.min(now, Math.max(Date.parse(createdAt), Date.parse(updatedAt)));
  const start = Date.parse(startsAt ?? '');
  return start <= now ? Math.max(changed, start) : changed;
}

/** @returns why a schedule alone explains the silence; null if it does not, undefined if silence is what was planned. */
function scheduleCause(one: Attended, now: number): Cause | null | undefined {
  const [start, end] = [Date.parse(one.startsAt ?? ''), Date.parse(one.endsAt ?? '')];
  if (start > now) return start - now > FAR_AHEAD ? { reason: 'not-started' } : undefined;
  if (isLiveAt(one, now)) return null;
  if (one.displayCount > 0) return undefined;
  return { reason: end <= Date.parse(one.createdAt) || end <= start ? 'never-live' : 'ended' };
}

/** What silences every notification alike. */
function commonCause({ isWidgetActive, isInstalled, settings }: Circumstances): Cause | null {
  const { showOnDesktop, showOnMobile } = settings.behavior.visibility;
  if (!isWidgetActive) return { reason: 'widget-off' };
  if (!isInstalled) return { reason: 'not-installed' };
  return showOnDesktop || showOnMobile ? null : { reason: 'hidden-on-devices' };
}

const rulesCause = (rules: Rules): Cause | null =>
  rules.conditions.length > 0 ? { reason: 'rules', detail: rulesSentence(rules) } : null;

/** @returns what the queue says of a notification that comes late in it. */
function queueCause(one: Attended, { settings, notifications }: Circumstances, now: number): Cause | null {
  const { order, perPage, perVisit } = settings.behavior.queue;
  const queue = notifications
    .filter((other) => other.status === 'active' && isLiveAt(other, now))
    .toSorted(byQueueOrder(order));
  const before = queue.findIndex(({ id }) => id === one.id);
  if (before >= EMBED_NOTIFICATIONS_MAX) {
    return {
      reason: 'unknown',
      detail: `Visitors get the first ${EMBED_NOTIFICATIONS_MAX}, and this one comes later.`,
    };
  }
  const [cap, where] = perVisit > 0 && (perPage === 0 || perVisit <= perPage) ? [perVisit, 'visit'] : [perPage, 'page'];
  return cap > 0 && before >= cap && order !== 'random'
    ? { reason: 'unknown', detail: `A ${where} shows at most ${cap}, and others come first.` }
    : null;
}

/** What may silence this notification alone. */
function ownCause(one: Attended, circumstances: Circumstances, now: number): Cause {
  const { settings, displayed } = circumstances;
  const own = one.rules === null ? null : rulesCause(rulesOf(one.rules));
  // Others are displayed, so that it is not the widget's rules.
  const common = displayed.size > 0 ? null : rulesCause(settings.rules);
  return common ?? own ?? queueCause(one, circumstances, now) ?? { reason: 'unknown' };
}

/**
 * @param lastDisplays the last day with a display, by id: `YYYY-MM-DD`.
 * @returns active notifications that were not displayed for SILENT_FOR, with the likeliest reason. What silences all of
 * them is said once, of the first.
 */
export function silent(circumstances: Circumstances, lastDisplays: ReadonlyMap<string, string>, now: number): Silent[] {
  const common = commonCause(circumstances);
  const items: Silent[] = [];
  let isCommonSaid = false;
  for (const one of silentCandidates(circumstances, now)) {
    if (items.length === ITEMS_PER_KIND) break;
    const planned = scheduleCause(one, now);
    if (planned === undefined) continue;
    const { reason, detail } = planned ?? common ?? ownCause(one, circumstances, now);
    if (reason === common?.reason) {
      if (isCommonSaid) continue;
      isCommonSaid = true;
    }
    const last = Date.parse(lastDisplays.get(one.id) ?? '') + DAY;
    const since = new Date(Math.max(...[readySince(one, now), last].filter((at) => at <= now))).toISOString();
    items.push({
      kind: 'silent-notification',
      notificationId: one.id,
      message: one.message,
      since,
      reason,
      ...(detail && { detail }),
    });
  }
  return items;
}

/** @returns active notifications without a display that have been as they are for SILENT_FOR. */
export const silentCandidates = ({ notifications, displayed }: Circumstances, now: number): Attended[] =>
  notifications.filter(
    (one) => one.status === 'active' && !displayed.has(one.id) && now - readySince(one, now) >= SILENT_FOR,
  );

type Colors = FullSettings['appearance']['brandColors'];

/** @returns what is hard to read in colors of which the owner chose at least one: ours as delivered are no task of theirs. */
function chosenIssues(colors: Colors) {
  const isOurs = (of: keyof Colors) => colors[of] === DEFAULT_APPEARANCE.brandColors[of];
  return contrastIssues(colors)
    .filter(({ of }) => !isOurs(of) || !isOurs('backgroundColor'))
    .map(({ what, ratio }) => ({
      kind: 'low-contrast' as const,
      // Rounded down: 4.499 is not 4.5.
      ratio: Math.floor(ratio * 100) / 100,
      pair: `${what} on the background`,
    }));
}

/** @returns what is hard to read in the widget's colors, and in those of active notifications that differ. */
export function lowContrast({ settings, notifications }: Circumstances): AttentionItem[] {
  const { appearance } = settings;
  const common = chosenIssues(appearance.brandColors);
  const isCommon = (issue: { pair: string; ratio: number }) =>
    common.some(({ pair, ratio }) => pair === issue.pair && ratio === issue.ratio);
  const own = notifications
    .filter((one) => one.status === 'active' && one.appearance !== null)
    .flatMap((one) =>
      chosenIssues(withOwnAppearance(appearance, one.appearance).brandColors)
        .filter((issue) => !isCommon(issue))
        .map((issue) => ({ ...issue, notificationId: one.id })),
    );
  return [...common, ...own].slice(0, ITEMS_PER_KIND);
}

/** @returns what is wrong with how the effect is measured, or what came of it. */
async function measuredAttention(
  db: Db,
  site: Owned<StoredSite>,
  isWidgetActive: boolean,
  now: number,
): Promise<AttentionItem[]> {
  const [last] = await listEpochs(db, site.id, 1);
  if (last?.endedBecause === 'harm' && last.endedAt !== null && !isWidgetActive)
    return [{ kind: 'paused-by-guard', at: last.endedAt }];
  if (!last || last.endedAt !== null) return [];
  const { isRatioBroken, isForged } = await readEffect(db, site, undefined, now);
  return isRatioBroken ? [{ kind: 'broken-groups', isForged }] : [];
}

/** @throws not-found */
export const readAttention = ({ clock, readers }: Deps, actor: VerifiedActor, id: string): Promise<AttentionItem[]> =>
  readers.read(actor.userId, (db) => attentionOf(db, actor, id, clock.now()));

/** @param now in milliseconds. */
async function attentionOf(db: Db, actor: VerifiedActor, id: string, now: number): Promise<AttentionItem[]> {
  const site = await ownSite(db, actor, id);
  const widget = await ownWidgetOfSite(db, actor, id);
  const { dateAt } = makeZone(site.timezone);
  const since = (ms: number) => ({ from: dateAt(now - ms), to: dateAt(now) });
  const hosts = await listSightings(db, site, 'seen');
  const notifications = await listNotifications(db, widget);
  const circumstances: Circumstances = {
    settings: withDefaults(widget.settings),
    isWidgetActive: widget.isActive,
    // Displays from before sightings were noted are proof, too.
    isInstalled: hosts.length > 0 || notifications.some(({ displayCount }) => displayCount > 0),
    notifications,
    displayed: new Set((await lastDisplaysOf(db, site, since(SILENT_FOR))).keys()),
  };
  const measured = await measuredAttention(db, site, widget.isActive, now);
  const isGuarded = measured.some(({ kind }) => kind === 'paused-by-guard');
  const lost = unseen(hosts, now);
  const quiet = silentCandidates(circumstances, now).map((one) => one.id);
  return [
    ...measured,
    ...lost,
    ...refusals(await listRefused(db, site), now),
    ...(await readSourceHealth(db, site, now)),
    // Nothing is displayed on a site that has lost the widget, or whose widget is paused: that is one matter, not one for each
    // notification.
    ...(lost.length > 0 || isGuarded
      ? []
      : silent(circumstances, await lastDisplaysOf(db, site, since(REMEMBERED_FOR), quiet), now)),
    ...lowContrast(circumstances),
  ];
}
