// Why one notice is not shown, by reasons of its own. Pure.
import { compileRules } from '#shared/embed/compile-rules.ts';
import { FOREVER } from '#shared/embed/dismissal.ts';
import type { Inspection } from '#shared/embed/inspection.ts';
import type { EmbedNotification } from '#shared/embed/payload.ts';
import type { Rules } from '#shared/embed/rule-types.ts';
import { isLive } from '#shared/embed/schedule.ts';
import { RELOAD } from './checks.ts';
import { compiledLines, ruleLines } from './describe-rules.ts';
import { isOfPage, type Obstacle, obstaclesOf } from './obstacles.ts';
import type { Check, Sight } from './sight.ts';
import { momentOf, spanOf } from './times.ts';

/** A notice as the owner has it, or as the page has it where nobody told what the owner has. */
export type Looked = EmbedNotification & {
  name?: string | null;
  status?: 'active' | 'inactive';
  /** Its rules as the owner stored them. */
  stored?: Rules;
};

/** @returns a notice of the owner's, to be judged as a visitor's browser would. */
export const lookedOf = ({ rules, ...notice }: Inspection['notifications'][number]): Looked => ({
  ...notice,
  ...(rules && { rules: compileRules(rules), stored: rules }),
});

/** A payload's list is cut at this length (shared/limits.ts, EMBED_NOTIFICATIONS_MAX). */
const LIST_MAX = 100;

const stop = (code: string, text: string): Check => ({ code, isOk: false, text });

function schedule({ startsAt = '', endsAt = '' }: Looked, now: number): Check {
  const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)];
  return end <= now
    ? stop('ended', `It ended ${spanOf(now - end)} ago, on ${momentOf(end)}.`)
    : stop('coming', `It starts in ${spanOf(start - now)}, on ${momentOf(start)}.`);
}

function dismissed({ id }: Looked, { situation, now }: Sight): Check {
  const until = situation?.closed[id] ?? 0;
  const away =
    until >= FOREVER
      ? 'for ever, in this browser'
      : until > now
        ? `for another ${spanOf(until - now)}, until ${momentOf(until)}, in this browser`
        : 'on this page';
  return stop('dismissed', `You closed it, so it stays away ${away}.`);
}

function rulesOf(notice: Looked, { situation }: Sight, isOk: boolean): Check[] {
  const { rules, stored } = notice;
  if (!situation || !rules || rules.conditions.length === 0) return [];
  const text = `Its own rules ${isOk ? 'hold' : 'do not hold'}`;
  const hint = rules.conditions.length > 1 ? `${rules.match === 'any' ? 'One' : 'All'} of these must be so.` : '';
  const lines = stored ? ruleLines(stored, situation.facts) : compiledLines(rules, situation.facts);
  return [{ code: 'notice-rules', isOk, text, hint, lines }];
}

function words(obstacle: Obstacle, notice: Looked, sight: Sight): Check[] {
  switch (obstacle) {
    case 'schedule':
      return [schedule(notice, sight.now)];
    case 'dismissed':
      return [dismissed(notice, sight)];
    case 'shown':
      return [stop('shown', 'It was shown on this page already, and the queue is not set to start over.')];
    case 'notice-rules':
      return rulesOf(notice, sight, false);
    default:
      return [stop(obstacle, `Held back: ${obstacle}`)];
  }
}

/** Whether an active, live notice is not among those this page has. */
function missing({ id, status, ...notice }: Looked, { inspection, payload, now }: Sight): Check[] {
  const isExpected = inspection?.widget.isActive && status === 'active' && isLive(notice, now);
  if (!payload || !isExpected || payload.notifications.some((one) => one.id === id)) return [];
  const isCut = payload.notifications.length >= LIST_MAX;
  return [
    isCut
      ? stop('cut', `A page gets the first ${LIST_MAX} notices in the order of the queue, and it is not among them.`)
      : stop('missing', `It came or changed after this page’s copy was made. ${RELOAD}`),
  ];
}

/** @returns its reasons, the most final first, and last its rules where they hold. */
export function reasonsOf(notice: Looked, sight: Sight): Check[] {
  const { situation, now } = sight;
  const paused =
    notice.status === 'inactive'
      ? [stop('paused', 'It is paused. Activate it in Proofbell, under Notifications.')]
      : [];
  const own: Obstacle[] = situation
    ? obstaclesOf(notice, situation).filter((obstacle) => !isOfPage(obstacle))
    : isLive(notice, now)
      ? []
      : ['schedule'];
  const isHolding = !own.includes('notice-rules');
  return [
    ...paused,
    ...missing(notice, sight),
    ...own.flatMap((obstacle) => words(obstacle, notice, sight)),
    ...(isHolding ? rulesOf(notice, sight, true) : []),
  ];
}
