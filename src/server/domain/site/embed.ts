// The payload for visitors' browsers, in both of its forms: which notifications, in which order, with which settings, and
// until when it is valid. Pure: db/embed.ts reads the data, embed/payload-cache.ts caches the result.
import { EVENT_KINDS } from '#shared/contract/event-fields.ts';
import type { ProofClaims } from '#shared/contract/proof.ts';
import { behaviorChanges, compactNotification } from '#shared/embed/compact.ts';
import { compileRules } from '#shared/embed/compile-rules.ts';
import {
  COMPACT_VERSION,
  type CompactPayload,
  contentOf,
  type EmbedEpoch,
  type EmbedNotification,
  type EmbedPayload,
  NOTIFICATION_TYPES,
  type NotificationType,
  PAYLOAD_VERSION,
  type Words,
} from '#shared/embed/payload.ts';
import { EMBED_NOTIFICATIONS_MAX, isAllowedHost } from '#shared/embed/protocol.ts';
import { readUrl } from '#shared/embed/read-url.ts';
import { type Styled, styleOf } from '#shared/embed/style.ts';
import { wordsIn, wordsOf } from '#shared/embed/widget-words.ts';
import { EMBED_LOOKAHEAD } from '#shared/limits.ts';
import { byQueueOrder } from '#shared/notification-order.ts';
import { hasAge, reporterOf, type Told } from '#shared/provenance.ts';
import type { EmbedGoal, EmbedSource, LiveNotification } from '../../db/embed.ts';
import { makeTurns, nextTurn } from '../../turns.ts';
import type { Texts } from '../ports.ts';
import { type FullSettings, rulesOf, withDefaults, withOwnAppearance } from '../settings.ts';
import { FIRST_STYLE } from './first-style.ts';

declare const checked: unique symbol;
/** A source in which every style sheet is one that may be sent: only this becomes a payload. */
export type SafeSource = EmbedSource & { readonly [checked]: true };

/** @returns a stored appearance with its style sheet as it may be sent: without one if there is an issue with it. */
async function withSafeStyle(texts: Pick<Texts, 'readStyleSheet'>, stored: unknown): Promise<unknown> {
  const css = stored && typeof stored === 'object' && 'customCSS' in stored ? stored.customCSS : '';
  if (!css || typeof css !== 'string') return stored;
  // A sheet takes a millisecond or two, and a widget may have a thousand: others get their turn in between.
  await nextTurn();
  return { ...(stored as object), customCSS: (await texts.readStyleSheet(css)).css };
}

/**
 * @param source as stored. Its style sheets are their owners' own words, which an earlier version may have let pass.
 * @param sent those of its notifications that get anywhere: the others have no look.
 * @returns it with the style sheets that visitors may get.
 */
export async function withSafeStyles(
  texts: Pick<Texts, 'readStyleSheet'>,
  { site, notifications }: EmbedSource,
  sent = notifications,
): Promise<SafeSource> {
  const isSent = new Set(sent);
  const settings = site.settings as { appearance?: unknown } | null;
  const safe: EmbedSource = {
    site: settings?.appearance
      ? { ...site, settings: { ...settings, appearance: await withSafeStyle(texts, settings.appearance) } }
      : site,
    notifications: [],
  };
  for (const notification of notifications) {
    const appearance = isSent.has(notification) ? await withSafeStyle(texts, notification.appearance) : null;
    safe.notifications.push(appearance === notification.appearance ? notification : { ...notification, appearance });
  }
  return safe as SafeSource;
}

const isKnownType = (type: string): type is NotificationType =>
  (NOTIFICATION_TYPES as readonly string[]).includes(type);

const startOf = (notification: LiveNotification) =>
  notification.startsAt === null ? -Infinity : Date.parse(notification.startsAt);
const endOf = (notification: LiveNotification) =>
  notification.endsAt === null ? Infinity : Date.parse(notification.endsAt);

const typeOf = ({ type }: LiveNotification): NotificationType => (isKnownType(type) ? type : 'custom');

const styledOf = (notification: LiveNotification): Styled => ({ ...notification, type: typeOf(notification) });

/** @returns what differs from the widget's own sheet in the style of one notification, including its own appearance. */
const ownChanges = (notification: LiveNotification, { appearance, behavior }: FullSettings): string =>
  styleOf(withOwnAppearance(appearance, notification.appearance), behavior, [styledOf(notification)]);

/** @returns its whole style, which the sheets of all widgets can be followed by. */
export const ownStyle = (notification: LiveNotification, settings: FullSettings): string =>
  FIRST_STYLE + ownChanges(notification, settings);

/** What is known of an event's origin: what a proof says of it. */
export type ProofFacts = Pick<ProofClaims, 'kind' | 'source' | 'signed' | 'read' | 'time'>;

/** The site as visitors may know it, and the address of the installation that they can ask about a notification. */
export type Origin = { siteId: string; siteName: string; publicUrl: string };

/** @returns the address of a site's proofs, up to the notification's id. */
const proofsOf = ({ siteId, publicUrl }: Origin): string => `${publicUrl}/proof/${encodeURIComponent(siteId)}/`;

/** @returns where the event was reported from; nothing for what tells of none. */
function markOf(
  { id, source, isSigned, isRead }: Pick<LiveNotification, 'id' | 'source' | 'isSigned' | 'isRead'>,
  origin: Origin,
): Pick<EmbedNotification, 'from' | 'proof'> {
  if (isSigned === null) return {};
  const from = reporterOf({ source, isSigned, isRead: isRead === true }, origin.siteName);
  return { from, proof: proofsOf(origin) + encodeURIComponent(id) };
}

/** @returns the notification as a browser gets it, without keys for absent values. */
export function toEmbedNotification(
  notification: LiveNotification,
  settings: FullSettings,
  origin: Origin,
): EmbedNotification {
  const { id, message, timestamp, startsAt, endsAt, rules, appearance, source, aggregate, eventKey } = notification;
  return {
    id,
    type: typeOf(notification),
    message,
    ...contentOf(notification),
    ...(hasAge({ type: typeOf(notification), source, aggregate: aggregate as Told['aggregate'] }) && { timestamp }),
    ...(settings.behavior.showSource && markOf(notification, origin)),
    // Of an event it would tell the moment that its rounded time conceals; its end is reckoned from that.
    ...(startsAt && eventKey === null && { startsAt }),
    ...(endsAt && { endsAt }),
    ...(rules !== null && { rules: compileRules(rulesOf(rules)) }),
    ...(appearance !== null && { style: ownStyle(notification, settings) }),
  };
}

/** @returns those that have not ended; none while the widget is inactive. @param now milliseconds. */
const comingOf = ({ site, notifications }: EmbedSource, now: number): LiveNotification[] =>
  site.isActive ? notifications.filter((notification) => endOf(notification) > now) : [];

/** @returns the notifications of a payload at `now` (ms): live or starting soon, at most EMBED_NOTIFICATIONS_MAX, in order. */
export function sentAt(source: EmbedSource, now: number): LiveNotification[] {
  const { queue } = withDefaults(source.site.settings).behavior;
  // One of an event comes when it starts: its start is not in the payload.
  const near = comingOf(source, now).filter(
    (notification) => startOf(notification) <= now + (notification.eventKey === null ? EMBED_LOOKAHEAD : 0),
  );
  return near.sort(byQueueOrder(queue.order)).slice(0, EMBED_NOTIFICATIONS_MAX);
}

/** A payload in both of its forms. */
export type BuiltPayload = {
  full: EmbedPayload;
  /** As it is for a browser whose language makes no difference. */
  compact: CompactPayload;
  /** @returns the words that it carries instead for a browser's language; undefined if they are the same. */
  wordsFor(language: string): Record<string, Words> | undefined;
  /** When it stops being true, in milliseconds: when a notification starts or ends. Infinity when none does. */
  until: number;
  /** What can be proven of its notifications, by id. */
  proofs: Map<string, ProofFacts>;
  /** Those whose number is computed from events, by id. */
  counted: Set<string>;
};

/** @returns what browsers are told of the epoch that runs; null while nothing is measured. */
function epochOf({ epochs, goals, isActive }: EmbedSource['site']): EmbedEpoch | null {
  const running = epochs.find(({ endedAt }) => endedAt === null);
  if (!running || !isActive) return null;
  const { id, share } = running;
  if (goals.length === 0) return { id, share };
  const rules = ({ page }: EmbedGoal) => {
    const read = rulesOf({ match: 'all', conditions: [page] });
    return read.conditions.length > 0 ? compileRules(read) : 0;
  };
  return { id, share, goals: Object.fromEntries(goals.map((goal) => [goal.key, goal.page ? rules(goal) : 0])) };
}

/**
 * @param source with notifications in any order.
 * @param now milliseconds.
 * @param token the embed token of the current window.
 * @param publicUrl of the installation, without a trailing slash.
 * @returns the payload: active notifications that are live or start within EMBED_LOOKAHEAD, at most
 * EMBED_NOTIFICATIONS_MAX in the owner's order; none while the widget is inactive.
 */
export async function buildPayload(
  source: SafeSource,
  now: number,
  token: string,
  publicUrl: string,
): Promise<BuiltPayload> {
  const { site } = source;
  const settings = withDefaults(site.settings);
  const { appearance, behavior } = settings;
  const rules = compileRules(settings.rules);
  const notifications = sentAt(source, now);
  // Of all candidates, not only the chosen ones, because one that ends makes room for another.
  const boundaries = comingOf(source, now)
    .flatMap((notification) => [startOf(notification), endOf(notification)])
    .filter((at) => at > now);
  const origin: Origin = { siteId: site.id, siteName: site.name, publicUrl };
  const needsWords = [behavior.interaction.allowClosing, notifications.some(({ code }) => code)] as const;
  const style = styleOf(appearance, behavior, notifications.map(styledOf));
  const sent: EmbedNotification[] = [];
  const compact: CompactPayload['notifications'] = [];
  // Each may have rules with a thousand values.
  const turn = makeTurns();
  for (const notification of notifications) {
    const one = toEmbedNotification(notification, settings, origin);
    sent.push(one);
    compact.push(
      compactNotification(one, notification.appearance === null ? undefined : ownChanges(notification, settings)),
    );
    await turn();
  }
  const epoch = epochOf(site);
  const words = wordsOf(behavior.language, ...needsWords);
  const compactWords = wordsIn(behavior.language, ...needsWords);
  const changes = behaviorChanges(behavior);
  const hasConditions = rules.conditions.length > 0;
  return {
    full: {
      v: PAYLOAD_VERSION,
      revision: site.revision,
      site: { id: site.id, timezone: site.timezone },
      widget: { appearance, behavior, rules, style: FIRST_STYLE + style, ...(words && { words }) },
      notifications: sent,
      token,
    },
    compact: {
      v: COMPACT_VERSION,
      token,
      ...((hasConditions || compact.some((one) => one.rules)) && { site: { timezone: site.timezone } }),
      ...(compact.some(({ from }) => from) && { proof: proofsOf(origin) }),
      widget: {
        ...(changes && { behavior: changes }),
        ...(hasConditions && { rules }),
        ...(style && { style }),
        ...(compactWords && { words: compactWords }),
      },
      notifications: compact,
      ...(epoch && { epoch }),
    },
    wordsFor: (language) => (behavior.language === 'auto' ? wordsIn(language, ...needsWords) : undefined),
    until: boundaries.reduce((least, at) => Math.min(least, at), Infinity),
    proofs: new Map(
      notifications.flatMap(({ id, type, source, isSigned, isRead, timestamp }) => {
        if (isSigned === null) return [];
        const kind = EVENT_KINDS.find((one) => one === type);
        return [[id, { kind, source, signed: isSigned, ...(isRead && { read: true }), time: timestamp }]];
      }),
    ),
    counted: new Set(notifications.flatMap(({ id, aggregate }) => (aggregate === null ? [] : [id]))),
  };
}

/**
 * @param origin of the requesting page; a request without one is allowed.
 * @param domains hostnames where the widget may run, including their subdomains; an empty list means anywhere.
 * @returns whether the widget may run there. Ports and schemes are ignored; the opaque origin `null` never matches.
 */
export function isAllowedOrigin(origin: string | undefined, domains: readonly string[]): boolean {
  if (origin === undefined || domains.length === 0) return true;
  const host = readUrl(origin)?.hostname;
  return host !== undefined && isAllowedHost(host, domains);
}
