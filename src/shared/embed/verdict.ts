// Why a notification may or may not be shown now: the one decision that the widget acts on and its inspector explains.
// Pure.
import type { Facts } from './facts.ts';
import type { EmbedNotification, WidgetBehavior } from './payload.ts';
import type { CompiledRules } from './rule-types.ts';
import { isLive } from './schedule.ts';

/**
 * What may block a notification, in the order of the checks: never shown on this kind of screen (device); the cap per
 * page or per visit is reached (page-cap, visit-cap); the widget's rules do not hold (rules); outside its schedule
 * (schedule); dismissed by the visitor (dismissed); already shown on this page (shown); its own rules do not hold
 * (own-rules).
 */
const OBSTACLES = ['device', 'page-cap', 'visit-cap', 'rules', 'schedule', 'dismissed', 'shown', 'own-rules'] as const;
export type Obstacle = (typeof OBSTACLES)[number];

// Positions in that list, from 1: only code that explains a verdict needs the names, so visitors don't download them.
const FREE = 0;
const DEVICE = 1;
const PAGE_CAP = 2;
const VISIT_CAP = 3;
export const RULES = 4;
const SCHEDULE = 5;
const DISMISSED = 6;
const SHOWN = 7;
export const OWN_RULES = 8;

/**
 * @returns the name of a verdict; undefined if the notification may be shown, or the obstacle is from a later version.
 */
export const obstacleOf = (verdict: number): Obstacle | undefined => OBSTACLES[verdict - 1];

export type Situation = {
  behavior: WidgetBehavior;
  /** The widget's rules. */
  rules?: CompiledRules;
  facts: Pick<Facts, 'now' | 'device'>;
  /** Ids of notifications shown, and dismissed, since the visitor arrived on this page. */
  shownHere: readonly string[];
  closedHere: readonly string[];
  /** Displays in this visit, and for each notification the number of its latest one. */
  count: number;
  seen: Readonly<Record<string, number>>;
  /** Until when each dismissed notification stays hidden, in milliseconds since 1970. */
  closed: Readonly<Record<string, number>>;
};

/**
 * @param holds whether rules hold at the moment of the situation.
 * @returns the first obstacle's position in OBSTACLES, from 1, or 0 if there is none.
 */
export function verdictOf(
  notification: EmbedNotification,
  situation: Situation,
  holds: (rules: CompiledRules | undefined) => boolean,
): number {
  const { behavior, rules, facts, shownHere, closedHere, count, closed } = situation;
  const { queue, visibility } = behavior;
  const { id } = notification;
  if (!visibility[facts.device === 'mobile' ? 'showOnMobile' : 'showOnDesktop']) return DEVICE;
  if (shownHere.length >= (queue.perPage || Infinity)) return PAGE_CAP;
  if (count >= (queue.perVisit || Infinity)) return VISIT_CAP;
  if (!holds(rules)) return RULES;
  if (!isLive(notification, facts.now)) return SCHEDULE;
  if (closedHere.includes(id) || (closed[id] ?? 0) > facts.now) return DISMISSED;
  if (!queue.loop && shownHere.includes(id)) return SHOWN;
  return holds(notification.rules) ? FREE : OWN_RULES;
}
