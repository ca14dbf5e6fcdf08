// What the preview shows: the site's notifications as visitors get them, or samples. Pure.
import type { Notification } from '#shared/contract/notification.ts';
import {
  type Behavior,
  contentOf,
  type EmbedNotification,
  NOTIFICATION_TYPES,
  type NotificationType,
} from '#shared/embed/payload.ts';
import { EMBED_NOTIFICATIONS_MAX } from '#shared/embed/protocol.ts';
import type { CompiledRules } from '#shared/embed/rule-types.ts';
import { isLive } from '#shared/embed/schedule.ts';
import { byQueueOrder } from '#shared/notification-order.ts';
import { hasAge } from '#shared/provenance.ts';
import { HOUR, MINUTE } from '#shared/time.ts';

/** The widget's own rules are left out, too; as visitors' browsers get none. */
export const NO_RULES: CompiledRules = { match: 'all', conditions: [] };

/** A notification on the preview's page. Its rules are left out: they are about visits, and this is none. */
export type PageNotification = EmbedNotification & { appearance?: Notification['appearance'] };

/** @param now milliseconds since 1970. @returns what visitors get then, in their order. */
export function pageNotifications(
  notifications: readonly Notification[],
  order: Behavior['queue']['order'],
  now: number,
): PageNotification[] {
  return notifications
    .filter(({ status, isHeldBack }) => status === 'active' && !isHeldBack)
    .sort(byQueueOrder(order))
    .map((notification) => {
      const { id, type, message, timestamp, startsAt, endsAt, appearance } = notification;
      return {
        id,
        type,
        message,
        ...contentOf(notification),
        ...(hasAge(notification) && { timestamp }),
        ...(startsAt && { startsAt }),
        ...(endsAt && { endsAt }),
        ...(appearance && { appearance }),
      };
    })
    .filter((notification) => isLive(notification, now))
    .slice(0, EMBED_NOTIFICATIONS_MAX);
}

type Sample = Omit<EmbedNotification, 'id' | 'type' | 'timestamp'> & { age: number };

/** About the made-up shop on the preview's page; every one leads there, so that links look like links. */
const SAMPLES: Record<NotificationType, Sample> = {
  purchase: { message: 'Ana from Lisbon bought the Oak Desk', age: 12 * MINUTE, from: '✓ Shopify', proof: '/proof' },
  signup: { message: 'Priya from Leeds joined the newsletter', age: 40 * MINUTE },
  review: { title: '“Exactly as pictured.”', message: 'Jonas, on the Linen Lamp', rating: 5, age: 3 * HOUR },
  visitors: { message: 'Our notifications were shown 240 times today', age: 0 },
  'low-stock': { message: 'Oak Desks left in this batch', count: 3, age: 0 },
  announcement: { title: 'Free delivery this week', message: 'On every order, to your door', age: 0 },
  discount: { title: '10% off your first order', message: 'Use it at checkout', code: 'WELCOME10', age: 0 },
  milestone: { message: 'desks built in our workshop', count: 10_000, age: 26 * HOUR },
  custom: { title: 'Made to order', message: 'Your desk leaves the workshop in three weeks', age: 2 * HOUR },
};

/**
 * @param now milliseconds since 1970. @param showSource whether one says where it comes from.
 * @returns one sample of each type, as if all had come from a shop.
 */
export const samplesOf = (now: number, showSource = true): PageNotification[] =>
  NOTIFICATION_TYPES.map((type) => {
    const { age, from, proof, ...content } = SAMPLES[type];
    return {
      ...content,
      id: `sample-${type}`,
      type,
      url: '/',
      ...(hasAge({ type, source: 'api' }) && { timestamp: new Date(now - age).toISOString() }),
      ...(showSource && from && { from, proof }),
    };
  });
