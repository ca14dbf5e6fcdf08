// What the widget stores in a visitor's browser and what that browser sends, in words, field by field: the data statement
// of a site says it, and a browser test compares it with what really happens. The types make a new field impossible to
// forget; the names themselves stand in the widget, which is too small for words.
import type { CostReport, EmbedPayload, InteractionBatch, NotificationInteraction } from './embed/payload.ts';
import { COST_SAMPLING } from './embed/protocol.ts';
import type { Visit } from './embed/visit.ts';

/** What is stored of a visit, and when dismissed notifications come back (widget/memory.ts). */
type VisitorFields = Record<keyof Visit | 'closed', string>;

const VISITOR_FIELDS: VisitorFields = {
  closed: 'which notifications were closed, and until when',
  seen: 'which notifications were shown in this visit, and in which order',
  count: 'how many were shown in this visit',
  visits: 'the number of this visit',
  pages: 'how many pages were opened in it',
  at: 'when the last page was opened',
  from: 'the host that this visit came from',
};

/** The parts of the payload that is kept for when the server can't be reached. All of it is public on the page. */
const PAYLOAD_FIELDS: Record<Exclude<keyof EmbedPayload, 'isDraft' | 'isExample'>, string> = {
  notifications: 'the notifications as the page shows them',
  widget: 'how and when they show',
  site: "the site's id and time zone",
  revision: 'the number of their last change',
  v: 'the version of this form',
  token: 'a proof that they were fetched, the same for everybody within ten minutes',
};

/** Entries of localStorage, by what follows `proofbell:{siteId}:` in their key. */
export const STORED_BY_WIDGET = {
  payload: PAYLOAD_FIELDS as Record<string, string>,
  visitor: VISITOR_FIELDS as Record<string, string>,
} as const;

/** @returns the key of an entry in the visitor's localStorage. */
export const storageKey = (siteId: string, entry: keyof typeof STORED_BY_WIDGET): string =>
  `proofbell:${siteId}:${entry}`;

const BATCH_FIELDS: Record<Exclude<keyof InteractionBatch, 'events'>, string> = {
  token: 'the proof that came with the payload, the same for everybody within ten minutes',
};
const INTERACTION_FIELDS: Record<keyof NotificationInteraction, string> = {
  type: 'display, click or dismiss',
  notificationId: 'which notification',
  page: 'the path of the page, without query or fragment',
  device: 'desktop, tablet or mobile',
};
const COST_FIELDS: Record<Exclude<keyof CostReport, 'type'>, string> = {
  bytes: 'bytes that the widget loaded',
  requests: 'requests that it took',
  time: "milliseconds of the page's main thread",
};

export type SentRequest = {
  method: 'GET' | 'POST';
  /** Below this server's address; `{siteId}`, `{hash}` and `{notification}` stand for what differs. */
  path: string;
  /** What its body holds, by name; empty without one. */
  sends: Record<string, string>;
  when: string;
  why: string;
};

export const SENT_BY_WIDGET: readonly SentRequest[] = [
  {
    method: 'GET',
    path: '/widget.js',
    sends: {},
    when: 'on each page with the snippet, unless the browser still has it (an hour)',
    why: 'to load the script',
  },
  {
    method: 'GET',
    path: '/api/embed/{siteId}',
    sends: {},
    when: 'on each page with the snippet, unless the browser still has it (a minute at most), and again while a page stays open',
    why: 'to load the notifications',
  },
  {
    method: 'POST',
    path: '/api/embed/{siteId}/events',
    sends: { ...BATCH_FIELDS, ...INTERACTION_FIELDS, ...COST_FIELDS },
    when: 'once a notification has been seen for a second, clicked or closed',
    why: `to count it; and, for one page load in ${COST_SAMPLING} picked at random, what the widget cost that page`,
  },
  {
    method: 'GET',
    path: '/widget-cost-{hash}.js',
    sends: {},
    when: `for one page load in ${COST_SAMPLING}, picked at random`,
    why: 'to measure what the widget costs a page',
  },
];

/** Only on a site where conditions decide who sees what. */
export const LOADED_FOR_CONDITIONS: SentRequest = {
  method: 'GET',
  path: '/widget-conditions-{hash}.js',
  sends: {},
  when: 'when a notification has conditions, unless the browser still has it (a year)',
  why: "to check them in the visitor's browser",
};

/** Where the mark of a notification leads that tells of an event. */
export const OPENED_BY_MARK: SentRequest = {
  method: 'GET',
  path: '/proof/{siteId}/{notification}',
  sends: {},
  when: 'when the line that says where a notification comes from is pressed',
  why: 'to open the page that proves it, in a tab of its own',
};
