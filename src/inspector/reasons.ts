// Why one notification isn't shown, for reasons of its own. Pure.
import { compileRules } from '#shared/embed/compile-rules.ts';
import { compiledLines, ruleLines } from '#shared/embed/describe-rules.ts';
import { FOREVER } from '#shared/embed/dismissal.ts';
import type { Inspection } from '#shared/embed/inspection.ts';
import type { EmbedNotification } from '#shared/embed/payload.ts';
import { EMBED_NOTIFICATIONS_MAX } from '#shared/embed/protocol.ts';
import type { Rules } from '#shared/embed/rule-types.ts';
import { matchInWords } from '#shared/embed/rules-sentence.ts';
import { isLive } from '#shared/embed/schedule.ts';
import type { Obstacle } from '#shared/embed/verdict.ts';
import { RELOAD } from './checks.ts';
import { isOfPage, obstaclesOf } from './obstacles.ts';
import type { Check, Snapshot } from './snapshot.ts';
import { momentOf, spanOf } from './times.ts';

/** A notification as the owner sees it, or as the page has it if the owner's version is unknown. */
export type JudgedNotification = EmbedNotification & {
  name?: string | null;
  status?: 'active' | 'inactive';
  /** Why its computed number does not show yet. */
  heldBack?: string;
  /** Its rules as the owner stored them. */
  stored?: Rules;
};

/** @returns an owner's notification in the form that a visitor's browser evaluates. */
export const toJudged = ({ rules, ...notification }: Inspection['notifications'][number]): JudgedNotification => ({
  ...notification,
  ...(rules && { rules: compileRules(rules), stored: rules }),
});

const stop = (code: string, text: string): Check => ({ code, isOk: false, text });

function schedule({ startsAt = '', endsAt = '' }: JudgedNotification, now: number): Check {
  const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)];
  return end <= now
    ? stop('ended', `It ended ${spanOf(now - end)} ago, on ${momentOf(end)}.`)
    : stop('coming', `It starts in ${spanOf(start - now)}, on ${momentOf(start)}.`);
}

function dismissed({ id }: JudgedNotification, { situation, now }: Snapshot): Check {
  const until = situation?.closed[id] ?? 0;
  const away =
    until >= FOREVER
      ? 'for good in this browser'
      : until > now
        ? `for another ${spanOf(until - now)}, until ${momentOf(until)} in this browser`
        : 'on this page';
  return stop('dismissed', `You closed it, so it stays hidden ${away}.`);
}

function rulesOf(notification: JudgedNotification, { situation }: Snapshot, isOk: boolean): Check[] {
  const { rules, stored } = notification;
  if (!situation || !rules || rules.conditions.length === 0) return [];
  const text = isOk ? 'Its rules are met' : "Its rules aren't met";
  const hint = rules.conditions.length > 1 ? `${matchInWords(rules.match, rules.conditions.length)}.` : '';
  const lines = stored ? ruleLines(stored, situation.facts) : compiledLines(rules, situation.facts);
  return [{ code: 'own-rules', isOk, text, hint, lines }];
}

function checksFor(obstacle: Obstacle, notification: JudgedNotification, snapshot: Snapshot): Check[] {
  switch (obstacle) {
    case 'schedule':
      return [schedule(notification, snapshot.now)];
    case 'dismissed':
      return [dismissed(notification, snapshot)];
    case 'shown':
      return [stop('shown', "It was already shown on this page, and the queue doesn't repeat.")];
    case 'own-rules':
      return rulesOf(notification, snapshot, false);
    default:
      return [stop(obstacle, `On hold: ${obstacle}`)];
  }
}

/** Explains an active, live notification that this page lacks. */
function missing(
  { id, status, heldBack, ...notification }: JudgedNotification,
  { inspection, payload, now }: Snapshot,
): Check[] {
  const isExpected = inspection?.widget.isActive && status === 'active' && !heldBack && isLive(notification, now);
  if (!payload || !isExpected || payload.notifications.some((one) => one.id === id)) return [];
  const isCut = payload.notifications.length >= EMBED_NOTIFICATIONS_MAX;
  return [
    isCut
      ? stop(
          'cut',
          `A page gets the first ${EMBED_NOTIFICATIONS_MAX} notifications in queue order, and this isn't one of them.`,
        )
      : stop('missing', `It was added or changed after this page loaded its copy. ${RELOAD}`),
  ];
}

/** @returns its reasons, most definite first, with its rules last if they are met. */
export function reasonsOf(notification: JudgedNotification, snapshot: Snapshot): Check[] {
  const { situation, now } = snapshot;
  const off =
    notification.status === 'inactive' ? [stop('off', "It's off. Turn it on in Proofbell, under Notifications.")] : [];
  if (notification.heldBack) off.push(stop('floor', `${notification.heldBack}.`));
  const own: Obstacle[] = situation
    ? obstaclesOf(notification, situation).filter((obstacle) => !isOfPage(obstacle))
    : isLive(notification, now)
      ? []
      : ['schedule'];
  const isHolding = !own.includes('own-rules');
  return [
    ...off,
    ...missing(notification, snapshot),
    ...own.flatMap((obstacle) => checksFor(obstacle, notification, snapshot)),
    ...(isHolding ? rulesOf(notification, snapshot, true) : []),
  ];
}
