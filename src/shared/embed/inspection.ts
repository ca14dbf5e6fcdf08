// What the widget hands to its inspector (a file of its own, loaded only for `data-debug` or an owner's signed link),
// and what the server tells the inspector beside. Pinned widgets meet later inspectors: fields and parameters are added at the end, never renamed or moved.
// Imports only types.
import type { Behavior, EmbedNotification, EmbedPayload } from './payload.ts';
import type { Rules } from './rule-types.ts';
import type { Situation } from './verdict.ts';

/** An owner's link carries its token in the page's fragment under this name: fragments reach no server's log. */
export const INSPECTION_PARAMETER = 'proofbell';

/**
 * What the inspector exports, and the widget calls. In order rather than by name: these names would reach every visitor.
 * @param tag the script element of the embed tag.
 * @param token from the page's address; undefined with `data-debug` alone.
 * @param url of the payload; the owner's view of it is at `/inspection?token=` below.
 * @param on calls back after each look for a notification to show, and as one is shown or hidden; returns what ends it.
 * @param read what can change: the notifications, nothing when none could be loaded, pending while consent is missing;
 * and whether the widget may run, or waits for Proofbell.consent(true).
 */
export type Inspect = (
  tag: { dataset: { siteId?: string; debug?: string } },
  token: string | undefined,
  url: string,
  on: (event: 'look' | 'show' | 'hide', run: (detail: { id: string }) => void) => () => void,
  read: () => readonly [running: Promise<InspectedNotifications | false | null | undefined>, isAllowed: boolean],
) => void;

export type InspectedNotifications = {
  payload: EmbedPayload;
  /** What the verdicts of this moment are made from. */
  situation(): Situation;
  /** Shows any notification now, whatever the verdict; it is not counted. */
  show(notification: EmbedNotification): void;
};

/** Body of GET /api/embed/{siteId}/inspection: the whole widget, with what visitors' payloads leave out. */
export type Inspection = {
  site: { id: string; name: string; domains: string[]; timezone: string };
  widget: { isActive: boolean; behavior: Behavior; rules: Rules };
  /** In the owner's order, paused and ended ones too. */
  notifications: (Omit<EmbedNotification, 'rules'> & {
    rules?: Rules;
    name: string | null;
    status: 'active' | 'inactive';
  })[];
  /** When the link stops working, ISO 8601 UTC. */
  expiresAt: string;
};
