// What the widget passes to its inspector (a separate file, loaded only for `data-debug` or an owner's signed link),
// and what the server adds. Pinned widgets meet later inspectors: fields and parameters are appended, never renamed or
// moved. Imports only types.
import type { Behavior, EmbedNotification, LoadedPayload } from './payload.ts';
import type { Rules } from './rule-types.ts';
import type { Situation } from './verdict.ts';

/** An owner's link carries its token under this name in the page's fragment, because fragments reach no server log. */
export const INSPECTION_PARAMETER = 'proofbell';

/**
 * What the inspector exports and the widget calls. Parameters are positional, because names would cost every visitor
 * bytes.
 * @param tag the script element of the embed tag.
 * @param token from the page's address; undefined with `data-debug` alone.
 * @param url of the payload; the owner's view of it is under it, at `/inspection`.
 * @param on calls back after each search for a notification to show, and when one is shown or hidden; returns a
 * function that unsubscribes.
 * @param read what can change: the notifications, nothing if none could be loaded, pending while consent is missing;
 * and whether the widget may run, or waits for Proofbell.consent(true).
 */
export type Inspect = (
  tag: { dataset: { debug?: string } },
  token: string | undefined,
  url: string,
  on: (event: 'look' | 'show' | 'hide', run: (detail: { id: string }) => void) => () => void,
  read: () => readonly [running: Promise<InspectedNotifications | false | null | undefined>, isAllowed: boolean],
) => void;

export type InspectedNotifications = {
  payload: LoadedPayload;
  /** What the current verdicts are based on. */
  situation(): Situation;
  /** Shows any notification now, whatever the verdict, without counting it. */
  show(notification: EmbedNotification): void;
};

/** Body of POST /api/embed/{siteId}/inspection: the whole widget, including what visitors' payloads omit. */
export type Inspection = {
  site: { id: string; name: string; domains: string[]; timezone: string };
  widget: { isActive: boolean; behavior: Behavior; rules: Rules };
  /** In the owner's order, including inactive and ended ones. */
  notifications: (Omit<EmbedNotification, 'rules'> & {
    rules?: Rules;
    name: string | null;
    status: 'active' | 'inactive';
    /** Why visitors don't get its computed number yet, in words. */
    heldBack?: string;
  })[];
  /** When the link expires, ISO 8601 UTC. */
  expiresAt: string;
  /** Whether settings and styles are the link's draft, not what visitors get. */
  isDraft: boolean;
};

/** The answer instead, once the draft settings of a link are gone: the page shows the saved ones again. */
export type GoneDraft = { isGone: true };
