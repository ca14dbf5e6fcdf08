// Adds up interactions before they are stored: one tally per notification, hour, page and kind of device, one per site, day
// and bucket for each measure of what page loads cost, and one per epoch, goal, arm and day.
import type {
  CostReport,
  EnrolmentReport,
  GoalReport,
  Interaction,
  NotificationInteraction,
} from '#shared/embed/payload.ts';
import { EPOCH_GRACE } from '#shared/limits.ts';
import { type CostTally, keyOf, OTHER_PAGE, type Tally, UNKNOWN_DEVICE } from '../db/counting/rows.ts';
import type { DayCount } from '../db/experiment-counts.ts';
import { COST_MEASURES, costBucket } from '../domain/stats/cost-buckets.ts';
import { pageGroup } from '../domain/stats/interaction-groups.ts';
import type { Moment } from '../domain/stats/zone.ts';
import type { NoteReach } from './reach.ts';

export type Site = {
  siteId: string;
  widgetId: string;
  /** What is measured, and what was until a week ago. */
  epochs: readonly { id: string; endedAt: string | null }[];
  /** Ids of the goals that browsers report, by their keys. */
  goals: ReadonlyMap<string, string>;
};
export type Tallies = { notifications: Map<string, Tally>; costs: Map<string, CostTally>; days: Map<string, DayCount> };

const FIELD = { display: 'displays', click: 'clicks', dismiss: 'dismissals' } as const;

export const makeTallies = (): Tallies => ({ notifications: new Map(), costs: new Map(), days: new Map() });

export const sizeOf = ({ notifications, costs, days }: Tallies): number => notifications.size + costs.size + days.size;

/** Who reported an interaction, as a hash, and where that is noted; null when the address is unknown. */
export type Reporter = { address: string; noteReach: NoteReach } | null;

/** @param moment when it happened, in the site's time zone. @param now the same in milliseconds. */
export function addInteraction(
  tallies: Tallies,
  site: Site,
  moment: Moment,
  now: number,
  interaction: Interaction,
  reporter: Reporter,
): void {
  if (interaction.type === 'cost') addCost(tallies.costs, site, moment, interaction);
  else if ('epoch' in interaction) addToEpoch(tallies.days, site, moment, now, interaction);
  else addNotification(tallies.notifications, site, moment, interaction, reporter);
}

function addNotification(
  tallies: Map<string, Tally>,
  { siteId, widgetId }: Site,
  { hour, day }: Moment,
  interaction: NotificationInteraction,
  reporter: Reporter,
): void {
  const { type, notificationId, device = UNKNOWN_DEVICE } = interaction;
  const page = pageGroup(interaction.page);
  const key = keyOf(siteId, hour, device, notificationId, page);
  let tally = tallies.get(key);
  if (!tally) {
    const none = { displays: 0, clicks: 0, dismissals: 0 };
    tally = { siteId, widgetId, notificationId, hour, day, device, page, ...none };
    tallies.set(key, tally);
  }
  tally[FIELD[type]]++;
  if (type !== 'display' || page === OTHER_PAGE || !reporter) return;
  const reach = reporter.noteReach(siteId, day, reporter.address, page);
  if (tally.reach) reach.more += tally.reach.more;
  tally.reach = reach;
}

/** Leaves out what is of no epoch of the site that still counts, and goals that it doesn't have. */
function addToEpoch(
  days: Map<string, DayCount>,
  { siteId, epochs, goals }: Site,
  { day }: Moment,
  now: number,
  report: EnrolmentReport | GoalReport,
): void {
  const { epoch: epochId, arm } = report;
  const epoch = epochs.find(({ id }) => id === epochId);
  if (!epoch || (epoch.endedAt !== null && now - Date.parse(epoch.endedAt) > EPOCH_GRACE)) return;
  const goalId = report.type === 'goal' ? goals.get(report.goal) : '';
  if (goalId === undefined) return;
  const key = keyOf(siteId, epochId, goalId, arm, day);
  const count = days.get(key) ?? {
    ...{ siteId, epochId, goalId, arm, day },
    reportedBy: 'browser',
    browsers: 0,
    valueSum: 0,
    valueSquares: 0,
  };
  const value = report.type === 'goal' ? (report.value ?? 0) : 0;
  count.browsers++;
  count.valueSum += value;
  count.valueSquares += value ** 2;
  days.set(key, count);
}

function addCost(
  costs: Map<string, CostTally>,
  { siteId }: Site,
  { day }: Moment,
  { bytes, requests, time }: CostReport,
): void {
  const values = { bytes, requests, time: Math.round(time * 1000) };
  for (const measure of COST_MEASURES) {
    const upTo = costBucket(measure, values[measure]);
    const key = keyOf(siteId, day, measure, upTo);
    const cost = costs.get(key) ?? { siteId, day, measure, upTo, loads: 0 };
    cost.loads++;
    costs.set(key, cost);
  }
}
