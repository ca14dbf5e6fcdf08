// What a visitor's browser is told about a site: which notices, in which order, with which settings, and for how long
// that stays true. Pure; reading is db/embed.ts, keeping is embed-cache.ts.
import { compileRules } from '#shared/embed/compile-rules.ts';
import {
  type EmbedNotification,
  type EmbedPayload,
  NOTIFICATION_TYPES,
  type NotificationType,
  PAYLOAD_VERSION,
} from '#shared/embed/payload.ts';
import { styleOf } from '#shared/embed/style.ts';
import { EMBED_LOOKAHEAD, EMBED_NOTIFICATIONS_MAX } from '#shared/limits.ts';
import type { EmbedNotice, EmbedSource } from '../db/embed.ts';
import { type FullSettings, rulesOf, withDefaults, withOwnAppearance } from './settings.ts';

type Order = FullSettings['behavior']['queue']['order'];

const isKnownType = (type: string): type is NotificationType =>
  (NOTIFICATION_TYPES as readonly string[]).includes(type);

/** Ties are broken by the id, so that the same notices always give the same bytes. */
function inOrder(order: Order): (a: EmbedNotice, b: EmbedNotice) => number {
  const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  const time = (notice: EmbedNotice) => Date.parse(notice.timestamp);
  if (order === 'custom') return (a, b) => a.position - b.position || byText(a.id, b.id);
  if (order === 'oldest') return (a, b) => time(a) - time(b) || byText(a.id, b.id);
  // 'random' is the widget's to shuffle; of too many it gets the newest.
  return (a, b) => time(b) - time(a) || byText(b.id, a.id);
}

const startOf = (notice: EmbedNotice) => (notice.startsAt === null ? -Infinity : Date.parse(notice.startsAt));
const endOf = (notice: EmbedNotice) => (notice.endsAt === null ? Infinity : Date.parse(notice.endsAt));

const typeOf = ({ type }: EmbedNotice): NotificationType => (isKnownType(type) ? type : 'custom');

/** @returns the style of one notice, with its own appearance in it. */
export const ownStyle = (notice: EmbedNotice, { appearance, behavior }: FullSettings): string =>
  styleOf(withOwnAppearance(appearance, notice.appearance), behavior, [typeOf(notice)]);

/** @returns the notice as a browser gets it: absent keys are absent. */
export function toEmbed(notice: EmbedNotice, settings: FullSettings): EmbedNotification {
  return {
    id: notice.id,
    type: typeOf(notice),
    message: notice.message,
    ...(notice.title && { title: notice.title }),
    ...(notice.image && { image: notice.image }),
    ...(notice.url && { url: notice.url }),
    ...(notice.rating !== null && { rating: notice.rating }),
    ...(notice.code && { code: notice.code }),
    ...(notice.count !== null && { count: notice.count }),
    timestamp: notice.timestamp,
    ...(notice.startsAt && { startsAt: notice.startsAt }),
    ...(notice.endsAt && { endsAt: notice.endsAt }),
    ...(notice.rules !== null && { rules: compileRules(rulesOf(notice.rules)) }),
    ...(notice.appearance !== null && { style: ownStyle(notice, settings) }),
  };
}

/**
 * @param source what the database holds; notices in any order.
 * @param now milliseconds.
 * @param token the embed token of the current window.
 * @returns the payload: active notices that are live or start within EMBED_LOOKAHEAD, at most EMBED_NOTIFICATIONS_MAX in
 * the owner's order; none while the widget is inactive. `until` is the next start or end of a notice in milliseconds,
 * when the payload stops being true; Infinity when there is none.
 */
export function buildPayload(
  source: EmbedSource,
  now: number,
  token: string,
): { payload: EmbedPayload; until: number } {
  const { site } = source;
  const settings = withDefaults(site.settings);
  const { appearance, behavior, rules } = settings;
  const coming = site.isActive ? source.notices.filter((notice) => endOf(notice) > now) : [];
  const near = coming.filter((notice) => startOf(notice) <= now + EMBED_LOOKAHEAD);
  const notices = near.sort(inOrder(behavior.queue.order)).slice(0, EMBED_NOTIFICATIONS_MAX);
  // Of all that are coming, not only of those chosen: one that ends makes room for another.
  const turns = coming.flatMap((notice) => [startOf(notice), endOf(notice)]).filter((at) => at > now);
  return {
    payload: {
      v: PAYLOAD_VERSION,
      revision: site.revision,
      site: { id: site.id, timezone: site.timezone },
      widget: {
        appearance,
        behavior,
        rules: compileRules(rules),
        style: styleOf(appearance, behavior, notices.map(typeOf)),
      },
      notifications: notices.map((notice) => toEmbed(notice, settings)),
      token,
    },
    until: turns.reduce((least, at) => Math.min(least, at), Infinity),
  };
}

/**
 * @param origin the Origin header; without one nothing can be told, and the request is let through.
 * @param domains hostnames where the widget may run; each covers its subdomains, and none means anywhere.
 * @returns whether the widget may run there. Ports and schemes do not matter; the opaque origin `null` is foreign.
 */
export function isAllowedOrigin(origin: string | undefined, domains: readonly string[]): boolean {
  if (origin === undefined || domains.length === 0) return true;
  if (!URL.canParse(origin)) return false;
  const host = new URL(origin).hostname.replace(/\.$/, '');
  return host !== '' && domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
}
