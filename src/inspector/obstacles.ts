// Everything that stands in a notice's way, not only what comes first: the widget's own decision is asked again, each
// time with the obstacle it named taken away. Pure.
import type { EmbedNotification } from '#shared/embed/payload.ts';
import { type Situation, type Verdict, verdictOf } from '#shared/embed/verdict.ts';

export type Obstacle = Exclude<Verdict, ''>;

/** Obstacles that keep every notice of the page back. */
const OF_PAGE: readonly Obstacle[] = ['device', 'page-cap', 'visit-cap', 'rules'];
export const isOfPage = (obstacle: Obstacle): boolean => OF_PAGE.includes(obstacle);

type Case = { notice: EmbedNotification; situation: Situation };

const withQueue = (situation: Situation, queue: Partial<Situation['behavior']['queue']>): Situation => ({
  ...situation,
  behavior: { ...situation.behavior, queue: { ...situation.behavior.queue, ...queue } },
});

const bare = ({ startsAt: _start, endsAt: _end, ...notice }: EmbedNotification): EmbedNotification => notice;
const unruled = ({ rules: _rules, ...notice }: EmbedNotification): EmbedNotification => notice;

const CLEAR: Record<Obstacle, (given: Case) => Partial<Case>> = {
  device: ({ situation }) => ({
    situation: {
      ...situation,
      behavior: {
        ...situation.behavior,
        visibility: { ...situation.behavior.visibility, showOnDesktop: true, showOnMobile: true },
      },
    },
  }),
  'page-cap': ({ situation }) => ({ situation: withQueue(situation, { perPage: 0 }) }),
  'visit-cap': ({ situation }) => ({ situation: withQueue(situation, { perVisit: 0 }) }),
  rules: ({ situation }) => ({ situation: { ...situation, rules: { match: 'all', conditions: [] } } }),
  schedule: ({ notice }) => ({ notice: bare(notice) }),
  dismissed: ({ situation }) => ({ situation: { ...situation, closedHere: [], closed: {} } }),
  shown: ({ situation }) => ({ situation: withQueue(situation, { loop: true }) }),
  'notice-rules': ({ notice }) => ({ notice: unruled(notice) }),
};

/** @returns all obstacles, in the order of Verdict; none when the notice may be shown. */
export function obstaclesOf(notice: EmbedNotification, situation: Situation): Obstacle[] {
  const found: Obstacle[] = [];
  let at: Case = { notice, situation };
  for (;;) {
    const verdict = verdictOf(at.notice, at.situation);
    // One named twice could not be taken away: a verdict of a later version.
    if (verdict === '' || found.includes(verdict)) return found;
    found.push(verdict);
    const clear = CLEAR[verdict];
    if (!clear) return found;
    at = { ...at, ...clear(at) };
  }
}
