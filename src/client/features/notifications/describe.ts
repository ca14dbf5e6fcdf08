// How the list describes notifications. Pure.

import { dayIn } from '#client/format/dates.ts';
import { heldBackBecause } from '#shared/aggregate-wording.ts';
import type { Notification } from '#shared/contract/notification.ts';
import type { Template } from '#shared/contract/template.ts';
import { contentOf, type EmbedNotification } from '#shared/embed/payload.ts';
import { hasAge } from '#shared/provenance.ts';
import { SOURCE_KIND_FACTS } from '#shared/source-kinds.ts';
import { stateOf } from './list-view.ts';

/** What the editor works on: an existing notification, or the start of a new one, which may come from a template. */
export type Draft = Partial<Notification> & {
  template?: Template;
  /** Whether its words are ours, of people and goods that don't exist. */
  isExample?: boolean;
};

/** @returns where the draft's notification comes from, or will once it is saved. */
export const sourceOf = ({ source, template }: Draft): string => source ?? (template ? 'template' : 'manual');

/** @returns where the editor's draft is found again after the end of a session (form/kept-drafts.tsx). */
export const placeOfEditor = (widgetId: string): string => `notification:${widgetId}`;

/**
 * @returns what a site's first notification starts from: true for any shop, so that it can go live as it stands.
 */
export const firstDraft = (siteName: string): Draft => ({
  type: 'announcement',
  message: `Welcome to ${siteName}. Take a look around!`,
});

const SOURCE_LABELS: Partial<Record<string, string>> = {
  manual: 'Manual',
  template: 'Manual, from a template',
  ...Object.fromEntries(Object.entries(SOURCE_KIND_FACTS).map(([kind, { label }]) => [kind, label])),
};

/** @returns the label of a notification's source; an integration is labeled with its own name. */
export const sourceLabel = (source: string): string => SOURCE_LABELS[source] ?? source;

/** @returns the source's own id of the event that the notification tells of; null when somebody wrote it. */
export const eventIdOf = ({ metadata }: Pick<Partial<Notification>, 'metadata'>): string | null =>
  typeof metadata?.eventId === 'string' ? metadata.eventId : null;

/** @returns where it came from: 'Manual', 'Shopify · event 1001'. */
export function originOf(notification: Pick<Notification, 'source' | 'metadata' | 'aggregate'>): string {
  if (notification.aggregate) return 'Computed';
  const eventId = eventIdOf(notification);
  const source = sourceLabel(notification.source);
  return eventId === null ? source : `${source} · event ${eventId}`;
}

export function totalsOf(notifications: readonly Notification[]): { displays: number; clicks: number } {
  return {
    displays: notifications.reduce((sum, notification) => sum + notification.displayCount, 0),
    clicks: notifications.reduce((sum, notification) => sum + notification.clickCount, 0),
  };
}

/** @returns what tells a notification apart from others: its name, or its message. */
export const nameOf = ({ name, message }: Pick<Notification, 'name' | 'message'>): string => name ?? message;

/** @returns what a notification has of its own, beyond the widget's settings. */
export const ownFacts = ({ rules, appearance }: Notification): string[] => [
  ...(rules?.conditions?.length ? ['Own rules'] : []),
  ...(appearance && Object.keys(appearance).length > 0 ? ['Own appearance'] : []),
];

/** @returns why visitors don't get an active notification now, or null if they do. Days are those in `timezone`. */
export function scheduleNote(notification: Notification, now: number, timezone: string): string | null {
  const { startsAt, endsAt, aggregate, computed, isHeldBack } = notification;
  if (isHeldBack && aggregate) return computed ? heldBackBecause(aggregate, computed) : 'Not computed yet';
  const state = stateOf(notification, now);
  if (state === 'ended' && endsAt) return `Ended ${dayIn(timezone, endsAt)}`;
  return state === 'scheduled' && startsAt ? `Starts ${dayIn(timezone, startsAt)}` : null;
}

type Previewed = Pick<Notification, 'id' | 'type' | 'message'> &
  Partial<Omit<Notification, 'timestamp'>> & { timestamp: string | undefined };

/** @returns the notification in the form that the widget's view renders; without a source, as one that somebody types. */
export const previewOf = (notification: Previewed): EmbedNotification => {
  const { id, type, message, timestamp, source = 'manual', aggregate } = notification;
  return {
    id,
    type,
    message,
    ...(timestamp !== undefined && hasAge({ type, source, aggregate }) && { timestamp }),
    ...contentOf(notification),
  };
};
