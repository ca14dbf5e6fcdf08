// Conditions under which a notification is shown, as they are stored, sent and evaluated. On customers' pages for years: kinds
// and operators are added, never renamed. Imports nothing.

/** How a text compares; `value` lists texts, of which one must fit (`is-not`: none may). `*` in `matches` is any run. */
export const TEXT_OPERATORS = ['is', 'is-not', 'contains', 'starts-with', 'ends-with', 'matches'] as const;
const NUMBER_OPERATORS = ['at-least', 'at-most'] as const;
const EITHER = ['is', 'is-not'] as const;

/** Device and visitor, weekday: the words that may be compared with. */
export const VISITOR_KINDS = ['new', 'returning'] as const;
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/**
 * Which operators each kind of condition takes, and what its subject is:
 * - page: the page's path with a fragment that is a route; a value that starts with http is compared with the address
 *   from its scheme on. Without query; letters outside ASCII as browsers escape them; `is` overlooks a slash at the end.
 * - query: the query parameter `name`; one that occurs several times has several subjects.
 * - referrer: the host this visit came from, and each domain above it; none for a direct visit.
 * - device: desktop, tablet or mobile.
 * - language: the browser's, such as pt-br, and pt.
 * - visitor: new on the first visit, else returning.
 * - visits, pages: which visit this is, and which page of the visit, from 1.
 * - time: seconds since the visitor came to this page.
 * - scroll: the furthest per cent of this page, as long as it is now, that was in view, 0 to 100.
 * - exit: the mouse left the page by its upper edge; takes no value.
 * - date: today in the site's time zone, `YYYY-MM-DD`; `between` takes first and last day, either may be ''.
 * - weekday: in the site's time zone, mon to sun.
 * - hour: time of day in the site's time zone, `HH:MM`; `between` takes start and end (not included), over midnight too.
 * - fact: what the page told under `name`: by Proofbell.set, else as attribute `data-<name>` of the script tag.
 * A subject that is missing fits nothing but `is-not`. Letter case makes no difference, nor do blanks around a fact.
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
/** Conditions that count as one. A group holds no group. */
export type ConditionGroup = { type: 'group'; match: Match; conditions: Condition[] };
export type Rules = { match: Match; conditions: (Condition | ConditionGroup)[] };

/**
 * A condition as visitors' browsers get it (compile-rules.ts): its subject fits one of the patterns, or lies between
 * two bounds, both included. A pattern is the parts of a text between which anything may stand.
 */
export type CompiledCondition = {
  /** What the subject is; `address` is the page's from its scheme on. */
  type: string;
  name?: string;
  like?: string[][];
  /** Holds when no pattern fits. */
  not?: true;
  from?: number | string;
  to?: number | string;
};
export type CompiledRules = { match: Match; conditions: (CompiledCondition | CompiledRules)[] };
