// What stands in the HTML of an owner's screen: who is logged in, and the answers to what the screen asks for first, so that
// it is drawn as soon as its script is there. No token of any kind: a page can be kept by whoever gets hold of it.
import type { User } from './contract/account.ts';

/** What screens ask for first, by the names that the table of screens has for it (client/screens.ts). */
export type FirstDataName =
  | 'summaries'
  | 'accountReport'
  | 'siteReport'
  | 'today'
  | 'setup'
  | 'attention'
  | 'installation'
  | 'cost'
  | 'effect'
  | 'goals'
  | 'sources'
  | 'events'
  | 'widget'
  | 'notifications';

/** An answer as the procedure at `path` gives it over the wire. */
export type FirstAnswer = { path: string; input?: unknown; data: unknown };

export type FirstData = { user: User; answers: readonly FirstAnswer[] };

/** The id of the element that holds it. */
export const FIRST_DATA_ID = 'first-data';
