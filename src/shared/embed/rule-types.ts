// Conditions for showing a notification, as stored, sent and evaluated. They live on customers' pages for years: types
// and operators are added, never renamed. Imports nothing.

/**
 * How a text compares. `value` lists texts, one of which must match (`is-not`: none may). `*` in `matches` is any
 * sequence.
 */
export const TEXT_OPERATORS = ['is', 'is-not', 'contains', 'starts-with', 'ends-with', 'matches'] as const;
const NUMBER_OPERATORS = ['at-least', 'at-most'] as const;
const EITHER = ['is', 'is-not'] as const;

/** The values that visitor, weekday and device conditions compare with. */
export const VISITOR_KINDS = ['new', 'returning'] as const;
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/**
 * The operators of each type of condition, and its subject:
 * - page: the page's path, with the fragment if it is a route; a value that starts with http is compared with the
 *   address from its scheme on. Excludes the query; non-ASCII letters are escaped as in browsers; `is` ignores a
 *   trailing slash.
 * - query: the query parameter `name`; a repeated parameter has several subjects.
 * - referrer: the host this visit came from, and each domain above it; none for a direct visit.
 * - device: desktop, tablet or mobile.
 * - language: the browser's, such as pt-br, and pt.
 * - visitor: new on the first visit, otherwise returning.
 * - visits, pages: the number of this visit, and of this page within the visit, from 1.
 * - time: seconds since the visitor arrived on this page.
 * - scroll: the furthest percentage of this page, at its current length, that has been in view, 0 to 100.
 * - exit: the mouse left the page through its top edge; takes no value.
 * - date: today in the site's time zone, `YYYY-MM-DD`; `between` takes first and last day, either may be ''.
 * - weekday: in the site's time zone, mon to sun.
 * - hour: time of day in the site's time zone, `HH:MM`; `between` takes start and end (exclusive) and may span midnight.
 * - fact: what the page set under `name` with Proofbell.set, or else the script tag's attribute `data-<name>`.
 * A missing subject matches only `is-not`. Letter case, and spaces around a fact, are ignored.
 */
export const CONDITION_OPERATORS = {
  page: TEXT_OPERATORS,
  query: TEXT_OPERATORS,
  referrer: TEXT_OPERATORS,
  device: EITHER,
  language: EITHER,
  visitor: EITHER,
  visits: NUMBER_OPERATORS,
  pages: NUMBER_OPERATORS,
  time: ['at-least'],
  scroll: ['at-least'],
  exit: ['happened'],
  date: ['between'],
  weekday: EITHER,
  hour: ['between'],
  fact: [...TEXT_OPERATORS, ...NUMBER_OPERATORS],
} as const;

export type ConditionType = keyof typeof CONDITION_OPERATORS;
export type Operator = (typeof CONDITION_OPERATORS)[ConditionType][number];

type TextOperator = (typeof TEXT_OPERATORS)[number];
type NumberOperator = (typeof NUMBER_OPERATORS)[number];
type Either = (typeof EITHER)[number];

export type Condition =
  | { type: 'page' | 'referrer'; operator: TextOperator; value: string[] }
  | { type: 'query'; name: string; operator: TextOperator; value: string[] }
  | { type: 'device'; operator: Either; value: ('desktop' | 'tablet' | 'mobile')[] }
  | { type: 'language'; operator: Either; value: string[] }
  | { type: 'visitor'; operator: Either; value: (typeof VISITOR_KINDS)[number][] }
  | { type: 'weekday'; operator: Either; value: (typeof WEEKDAYS)[number][] }
  | { type: 'visits' | 'pages'; operator: NumberOperator; value: number }
  | { type: 'time' | 'scroll'; operator: 'at-least'; value: number }
  | { type: 'exit'; operator: 'happened' }
  | { type: 'date' | 'hour'; operator: 'between'; value: string[] }
  | { type: 'fact'; name: string; operator: TextOperator | NumberOperator; value: string[] | number };

type Match = 'all' | 'any';
/** Several conditions that count as one. Groups don't nest. */
export type ConditionGroup = { type: 'group'; match: Match; conditions: Condition[] };
export type Rules = { match: Match; conditions: (Condition | ConditionGroup)[] };

/**
 * A condition as visitors' browsers get it (compile-rules.ts): its subject matches one of the patterns, or lies between
 * two inclusive bounds. A pattern lists the literal parts of a text, with anything allowed between them.
 */
export type CompiledCondition = {
  /** The subject; `address` is the page's, from its scheme on. */
  type: string;
  name?: string;
  like?: string[][];
  /** Holds if no pattern matches. */
  not?: true;
  from?: number | string;
  to?: number | string;
};
export type CompiledRules = { match: Match; conditions: (CompiledCondition | CompiledRules)[] };
