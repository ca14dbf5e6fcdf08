// Finds everything that blocks a notification, not just the first obstacle: it asks for the widget's own verdict
// repeatedly, removing each obstacle it names. Pure.
import type { EmbedNotification } from '#shared/embed/payload.ts';
import { rulesHold } from '#shared/embed/rules.ts';
import { type Obstacle, obstacleOf, verdictOf } from '#shared/embed/verdict.ts';
import type { FullSituation } from './snapshot.ts';

/** Obstacles that block every notification on the page. */
const OF_PAGE: readonly Obstacle[] = ['device', 'page-cap', 'visit-cap', 'rules'];
export const isOfPage = (obstacle: Obstacle): boolean => OF_PAGE.includes(obstacle);

type Case = { notification: EmbedNotification; situation: FullSituation };

const withQueue = (situation: FullSituation, queue: Partial<FullSituation['behavior']['queue']>): FullSituation => ({
  ...situation,
  behavior: { ...situation.behavior, queue: { ...situation.behavior.queue, ...queue } },
});

const bare = ({ startsAt: _start, endsAt: _end, ...notification }: EmbedNotification): EmbedNotification =>
  notification;
const unruled = ({ rules: _rules, ...notification }: EmbedNotification): EmbedNotification => notification;

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
  schedule: ({ notification }) => ({ notification: bare(notification) }),
  dismissed: ({ situation }) => ({ situation: { ...situation, closedHere: [], closed: {} } }),
  shown: ({ situation }) => ({ situation: withQueue(situation, { loop: true }) }),
  'own-rules': ({ notification }) => ({ notification: unruled(notification) }),
};

/** @returns all obstacles, in the order of OBSTACLES; empty if the notification may be shown. */
export function obstaclesOf(notification: EmbedNotification, situation: FullSituation): Obstacle[] {
  const found: Obstacle[] = [];
  let at: Case = { notification, situation };
  for (;;) {
    const { facts } = at.situation;
    const obstacle = obstacleOf(verdictOf(at.notification, at.situation, (rules) => rulesHold(rules, facts)));
    // Named again, so it couldn't be removed.
    if (!obstacle || found.includes(obstacle)) return found;
    found.push(obstacle);
    at = { ...at, ...CLEAR[obstacle](at) };
  }
}
