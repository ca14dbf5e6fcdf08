// What the widget stores in a visitor's browser and what that browser sends, in words, field by field: the data statement
// of a site says it, and a browser test compares it with what really happens. The types make a new field impossible to
// forget; the names themselves stand in the widget, which is too small for words.
import type {
  CompactPayload,
  CostReport,
  EnrolmentReport,
  GoalReport,
  InteractionBatch,
  NotificationInteraction,
} from './embed/payload.ts';
import { COST_SAMPLING } from './embed/protocol.ts';
import type { Visit } from './embed/visit.ts';

/** What is stored of a browser that takes part in an epoch (widget/memory.ts). */
type Enrolment = Omit<EnrolmentReport, 'type' | 'epoch'> & Record<'id' | 'day' | 'goals', unknown>;

/** What is stored of a visit only where conditions are checked. */
type ConditionFields = Record<'pages' | 'from', string>;
/** What is always stored of it, and when dismissed notifications come back (widget/memory.ts). */
type VisitorFields = Record<Exclude<keyof Visit, keyof ConditionFields> | 'closed', string>;

const VISITOR_FIELDS: VisitorFields = {
  closed: 'which notifications were closed, and until when',
  seen: 'which notifications were shown in this visit, and in which order',
  count: 'how many were shown in this visit',
  visits: 'the number of this visit',
  at: 'when the last page was opened',
};
const CONDITION_FIELDS: ConditionFields = {
  pages: 'how many pages were opened in it',
  from: 'the host that this visit came from',
};

/** Only while it is measured what notifications change (docs/decisions/026-effect.md); 0 in its place after an objection. */
const ENROLMENT_FIELDS: Record<keyof Enrolment, string> = {
  id: 'which measurement this browser takes part in',
  arm: 'in which of two groups: 0 sees no notifications, 1 sees them',
  day: 'since which day',
  goals: 'which goals it reached',
};

/** The parts of the payload that is kept for when the server can't be reached. All of it is public on the page. */
type PayloadFields = Record<Exclude<keyof CompactPayload, 'isDraft' | 'isExample'>, string>;
const PAYLOAD_FIELDS: Omit<PayloadFields, 'site' | 'proof' | 'epoch'> = {
  notifications: 'the notifications as the page shows them',
  widget: 'how and when they show',
  v: 'a version number',
  token: 'a check code, the same for everybody within ten minutes',
};

const SITE_FIELD: Pick<PayloadFields, 'site'> = { site: "the site's time zone, which conditions need" };
const PROOF_FIELD: Pick<PayloadFields, 'proof'> = { proof: 'where the pages are that prove where they come from' };
const EPOCH_FIELD: Pick<PayloadFields, 'epoch'> = {
  epoch: 'which measurement is going on, the share of browsers that see no notifications, and the goals',
};

/** The same in short, for a visitor who reads it: fields with the same words are said once. */
const STORED_IN_SHORT: Record<keyof VisitorFields | keyof ConditionFields, string> = {
  closed: 'which notifications you closed',
  seen: 'which you have seen',
  count: 'which you have seen',
  visits: 'the number and time of your visits',
  at: 'the number and time of your visits',
  pages: 'how many pages you opened',
  from: 'the host you came from',
};

type Entries = Record<'payload' | 'visitor' | 'epoch', Record<string, string>>;

/**
 * @param hasConditions whether any rules of the site have some.
 * @param hasMarks whether notifications have a line that leads to their proof.
 * @param isMeasured whether an epoch is going on.
 * @returns the fields of each entry of localStorage, none if there is no such entry, by what follows `proofbell:{siteId}:` in its key.
 */
export const storedByWidget = (hasConditions: boolean, hasMarks: boolean, isMeasured: boolean): Entries => ({
  payload: {
    ...PAYLOAD_FIELDS,
    ...(hasConditions && SITE_FIELD),
    ...(hasMarks && PROOF_FIELD),
    ...(isMeasured && EPOCH_FIELD),
  },
  visitor: { ...VISITOR_FIELDS, ...(hasConditions && CONDITION_FIELDS) },
  epoch: isMeasured ? ENROLMENT_FIELDS : {},
});

/** @returns the key of an entry in the visitor's localStorage. */
export const storageKey = (siteId: string, entry: keyof Entries): string => `proofbell:${siteId}:${entry}`;

const BATCH_FIELDS: Record<Exclude<keyof InteractionBatch, 'events'>, string> = {
  token: 'the check code that came with the notifications, the same for everybody within ten minutes',
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
const EPOCH_FIELDS: Record<Exclude<keyof EnrolmentReport | keyof GoalReport, 'type'>, string> = {
  epoch: 'which measurement',
  arm: 'whether this browser is in the group that sees notifications',
  goal: 'which goal was reached',
  value: 'what it is worth, if the page says so',
};

const PAYLOAD_QUERY = {
  v: 'a version number',
  l: "the browser's language, if the widget has words in it",
};

const SENT_IN_SHORT: Record<
  | keyof typeof PAYLOAD_QUERY
  | Exclude<keyof InteractionBatch, 'events'>
  | keyof NotificationInteraction
  | Exclude<keyof CostReport, 'type'>
  | keyof typeof EPOCH_FIELDS,
  string
> = {
  v: 'a version number',
  l: "your browser's language",
  token: 'a check code that everybody gets',
  type: 'whether a notification was shown, clicked or closed',
  notificationId: 'which notification',
  page: 'the path of the page',
  device: 'the kind of device',
  bytes: `for one page load in ${COST_SAMPLING}, what the widget cost it`,
  requests: `for one page load in ${COST_SAMPLING}, what the widget cost it`,
  time: `for one page load in ${COST_SAMPLING}, what the widget cost it`,
  epoch: 'while it is measured what notifications change, in which of two groups you are',
  arm: 'while it is measured what notifications change, in which of two groups you are',
  goal: 'which goal you reached',
  value: 'what it is worth',
};

const IN_SHORT: Record<string, string> = { ...STORED_IN_SHORT, ...SENT_IN_SHORT };

/** @param fields of the statement. @returns each in the words for a visitor, without repetition. */
export const inShort = (fields: readonly { name: string; what: string }[]): string[] => [
  ...new Set(fields.map(({ name, what }) => IN_SHORT[name] ?? what)),
];

export type SentRequest = {
  method: 'GET' | 'POST';
  /** Below this server's address; `{siteId}`, `{hash}` and `{notification}` stand for what differs. */
  path: string;
  /** What its address or its body holds, by name. */
  sends: Record<string, string>;
  when: string;
  why: string;
};

const EVENTS = '/api/embed/{siteId}/events';

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
    sends: PAYLOAD_QUERY,
    when: 'on each page with the snippet, unless the browser still has it (a minute at most), and again while a page stays open',
    why: 'to load the notifications',
  },
  {
    method: 'POST',
    path: EVENTS,
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

/** The same while an epoch is going on. */
export const SENT_WHILE_MEASURED: readonly SentRequest[] = SENT_BY_WIDGET.map((request) =>
  request.path !== EVENTS
    ? request
    : {
        ...request,
        sends: { ...request.sends, type: 'display, click, dismiss, enrol or goal', ...EPOCH_FIELDS },
        when: `${request.when}, and once a browser takes part in a measurement or reaches a goal`,
        why: `${request.why}; while it is measured what notifications change, to count how many of each group reach a goal`,
      },
);

/** Only on a site where conditions decide who sees what. */
export const LOADED_FOR_CONDITIONS: SentRequest = {
  method: 'GET',
  path: '/widget-conditions-{hash}.js',
  sends: {},
  when: 'when a notification has conditions, unless the browser still has it (a year)',
  why: "to check them in the visitor's browser",
};

/** The same file on a site where an epoch is going on, unless it has conditions, too. */
export const LOADED_WHILE_MEASURED: SentRequest = {
  ...LOADED_FOR_CONDITIONS,
  when: 'when a browser may take part in a measurement, unless it still has it (a year)',
  why: 'to pick its group, in the browser, and to notice goals',
};

/** Where the mark of a notification leads that tells of an event. */
export const OPENED_BY_MARK: SentRequest = {
  method: 'GET',
  path: '/proof/{siteId}/{notification}',
  sends: {},
  when: 'when the line that says where a notification comes from is pressed',
  why: 'to open the page that proves it, in a tab of its own',
};
