// Why a notification may or may not be shown now: the one decision that the widget acts on and its inspector explains. Pure.
import type { Facts } from './facts.ts';
import type { Behavior, EmbedNotification } from './payload.ts';
import type { CompiledRules } from './rule-types.ts';
import { rulesHold } from './rules.ts';
import { isLive } from './schedule.ts';

/**
 * Empty: it may be shown. Otherwise the first obstacle, in this order: shown on this kind of screen never (device); as
 * many as a page or a visit may have were shown (page-cap, visit-cap); the widget's rules do not hold (rules); not
 * between its start and end (schedule); closed by the visitor (dismissed); shown on this page already (shown); its own
 * rules do not hold (own-rules).
 */
export type Verdict =
  | ''
  | 'device'
  | 'page-cap'
  | 'visit-cap'
  | 'rules'
  | 'schedule'
  | 'dismissed'
  | 'shown'
  | 'own-rules';

export type Situation = {
  behavior: Behavior;
  /** The widget's rules. */
  rules: CompiledRules;
  facts: Facts;
  /** Ids shown, and closed, since the visitor came to this page. */
  shownHere: readonly string[];
  closedHere: readonly string[];
  /** Notifications shown in this visit, and for each which showing its latest was. */
  count: number;
  seen: Readonly<Record<string, number>>;
  /** Until when each closed notification stays away, in milliseconds since 1970. */
  closed: Readonly<Record<string, number>>;
};

/** @returns the first obstacle, or '' when there is none. */
export function verdictOf(notification: EmbedNotification, situation: Situation): Verdict {
  const { behavior, rules, facts, shownHere, closedHere, count, closed } = situation;
  const { queue, visibility } = behavior;
  const { id } = notification;
  if (!visibility[facts.device === 'mobile' ? 'showOnMobile' : 'showOnDesktop']) return 'device';
  if (shownHere.length >= (queue.perPage || Infinity)) return 'page-cap';
  if (count >= (queue.perVisit || Infinity)) return 'visit-cap';
  if (!rulesHold(rules, facts)) return 'rules';
  if (!isLive(notification, facts.now)) return 'schedule';
  if (closedHere.includes(id) || (closed[id] ?? 0) > facts.now) return 'dismissed';
  if (!queue.loop && shownHere.includes(id)) return 'shown';
  return rulesHold(notification.rules, facts) ? '' : 'own-rules';
}
