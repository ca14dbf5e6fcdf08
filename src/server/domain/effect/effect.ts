// What notifications changed on a site: an epoch's counts, what they say by evidence.ts and money.ts, and in words.
import {
  type ArmCounts,
  type Effect,
  type EffectInput,
  type EffectState,
  type Epoch,
  type GoalEffect,
  type Lift,
  SHARES,
} from '#shared/contract/effect.ts';
import { DAY, isoOf } from '#shared/time.ts';
import { findEpoch, listEpochs, type StoredEpoch } from '../../db/epochs.ts';
import { countOrders, countWithoutArm, type DayCount, listDays } from '../../db/experiment-counts.ts';
import { listGoals, type StoredGoal } from '../../db/goals.ts';
import type { Db } from '../../db/open.ts';
import type { Owned } from '../../db/owned.ts';
import type { StoredSite } from '../../db/sites.ts';
import type { Deps } from '../../deps.ts';
import { ownSite, type VerifiedActor } from '../access.ts';
import { DomainError } from '../errors.ts';
import { makeZone } from '../stats/zone.ts';
import { holdOutOf } from './epochs.ts';
import { type Arms, conversionsToSee, isEnough, liftInterval, lnEvidence, ratioOf } from './evidence.ts';
import { BURN_IN, moneyChange } from './money.ts';
import { sentenceOf } from './sentence.ts';

/** More than are looked at; older ones stay in the export. */
const EPOCHS_LISTED = 50;
/** Points of the curve: an interval takes a fifth of a millisecond. */
const POINTS_MAX = 60;
/** What the owner is told the time of. */
const CHANGE_TO_SEE = 0.2;
/** Fewer conversions than would show a change as large as this are too few for any figure. */
const LARGE_CHANGE = 0.5;
/** Beyond ten years no day is named. */
const DAYS_AHEAD_MAX = 3_650;

/** The days by whose orders it is said when something would be seen, and how few say nothing. */
const FORECAST_DAYS = 28;
const FORECAST_ORDERS_LEAST = 10;

const HELD_OUT = 0;

/** @returns the counts of both arms together. */
export function armsOf(rows: readonly DayCount[], of: 'browsers' | 'valueSum' | 'valueSquares' = 'browsers'): Arms {
  const sums = { heldOut: 0, shown: 0 };
  for (const row of rows) sums[row.arm === HELD_OUT ? 'heldOut' : 'shown'] += row[of];
  // Taken back twice by a fault, a count would be no count.
  return { heldOut: Math.max(0, sums.heldOut), shown: Math.max(0, sums.shown) };
}

const shareOf = ({ share }: Pick<StoredEpoch, 'share'>) => share / 100;

function liftOf(arms: Arms, share: number): Lift | null {
  const lift = liftInterval(arms, share);
  const finite = (value: number) => (Number.isFinite(value) ? value : null);
  return lift && { value: finite(lift.value), low: lift.low, high: finite(lift.high) };
}

/** @returns whether the goal's reports are orders: what browsers report, anybody can make up. */
export const isOfOrders = ({ kind }: Pick<StoredGoal, 'kind'>): boolean => kind === 'orders';

const dayAfter = (day: string, days: number) => isoOf(Date.parse(day) + days * DAY).slice(0, 10);
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY);

/** What all goals of an epoch are looked at with. */
type Seen = {
  epoch: StoredEpoch;
  enrolled: Arms;
  isRatioBroken: boolean;
  isForged: boolean;
  /** Calendar days of the site: when it began, and today or when it ended. */
  since: string;
  today: string;
};

/** @returns conversions of both arms after which a change of that size would be seen, whichever way it went. */
const neededAt = (share: number) =>
  Math.max(conversionsToSee(CHANGE_TO_SEE, share), conversionsToSee(-CHANGE_TO_SEE, share));

/** @returns by which day it would be seen with each share; of no goal yet, by purchases. */
async function forecastsOf(
  db: Db,
  site: Owned<StoredSite>,
  main: StoredGoal | undefined,
  now: number,
): Promise<Effect['forecasts']> {
  const today = makeZone(site.timezone).dateAt(now);
  const since = isoOf(now - FORECAST_DAYS * DAY);
  const orders =
    main && !isOfOrders(main)
      ? 0
      : await countOrders(db, site.id, main?.eventKind ?? 'purchase', main?.sourceId ?? null, since);
  return SHARES.filter((share) => share > 0).map((share) => {
    const days = Math.ceil((neededAt(share / 100) * FORECAST_DAYS) / orders);
    const isKnown = orders >= FORECAST_ORDERS_LEAST && days <= DAYS_AHEAD_MAX;
    return { share, seenBy: isKnown ? dayAfter(today, days) : null };
  });
}

/** @returns the day by which so many conversions will have come; null where that is further than anybody plans. */
function dayOfCount(needed: number, arms: Arms, { since, today }: Seen): string | null {
  const all = arms.heldOut + arms.shown;
  const days = ((needed - all) * (daysBetween(since, today) + 1)) / all;
  if (!(days <= DAYS_AHEAD_MAX)) return null;
  return dayAfter(today, Math.max(0, Math.ceil(days)));
}

function moneyOf(rows: readonly DayCount[], converted: Arms, { epoch, enrolled, isRatioBroken }: Seen): Lift | null {
  const isAllowed = !isRatioBroken && epoch.currency !== null && epoch.valueCap !== null;
  if (!isAllowed || Math.min(converted.heldOut, converted.shown) < BURN_IN) return null;
  const [sums, squares] = [armsOf(rows, 'valueSum'), armsOf(rows, 'valueSquares')];
  const spent = (arm: keyof Arms) => ({ n: enrolled[arm], sum: sums[arm], squares: squares[arm] });
  return moneyChange(spent('heldOut'), spent('shown'), epoch.expected, true);
}

/** @returns whether nothing may be said of a goal, because the arms are not as large as they must be. */
const isOutOf = ({ isRatioBroken, isForged }: Seen, goal: StoredGoal) =>
  isRatioBroken && !(isForged && isOfOrders(goal));

function goalEffect(goal: StoredGoal, all: readonly DayCount[], seen: Seen): GoalEffect {
  const { epoch, since, today } = seen;
  const share = shareOf(epoch);
  const isOrders = isOfOrders(goal);
  // Before it was changed, others may have reported it.
  const reporter = isOrders ? 'order' : 'browser';
  const rows = all.filter(({ goalId, reportedBy }) => goalId === goal.id && reportedBy === reporter);
  const converted = armsOf(rows);
  const lnE = lnEvidence(converted, share);
  const needed = neededAt(share);
  const first = conversionsToSee(LARGE_CHANGE, share);
  const isOut = isOutOf(seen, goal);
  const reached = converted.heldOut + converted.shown;
  const state: EffectState = isOut ? 'broken' : isEnough(lnE) ? 'clear' : reached < first ? 'early' : 'none';
  const lift = isOut ? null : liftOf(converted, share);
  const values = armsOf(rows, 'valueSum');
  const seenBy = reached === 0 ? null : dayOfCount(needed, converted, seen);
  return {
    id: goal.id,
    name: goal.name,
    kind: goal.kind,
    isMain: goal.isMain,
    reportedBy: isOrders ? 'orders' : 'browsers',
    converted,
    state,
    evidence: Math.min(Math.exp(lnE), Number.MAX_VALUE),
    lift,
    first,
    needed,
    seenBy,
    value: values.heldOut + values.shown > 0 ? values : null,
    // What browsers say that a goal is worth has no limit, and anybody can make it up.
    money: isOrders ? moneyOf(rows, converted, seen) : null,
    sentence: sentenceOf(goal, {
      ...{ state, lift, converted, first, since, seenBy, today },
      isEnded: epoch.endedAt !== null,
      expectedHeldOut: epoch.endedBecause === 'harm' && epoch.goalId === goal.id ? share * reached : null,
    }),
  };
}

/** @returns at most POINTS_MAX of them, the last among them. */
function thinned<T>(all: readonly T[]): T[] {
  const step = Math.ceil(all.length / POINTS_MAX);
  return all.filter((_, index) => (all.length - 1 - index) % step === 0);
}

const plus = (a: Arms, b: Arms): Arms => ({ heldOut: a.heldOut + b.heldOut, shown: a.shown + b.shown });

/** @returns what had come by the end of each day, of all days on which anything did. */
function daysOf(
  enrolling: readonly DayCount[],
  converting: readonly DayCount[],
  liftOfArms: (arms: Arms) => Lift | null,
): Effect['days'] {
  const byDay = (rows: readonly DayCount[]) => Map.groupBy(rows, ({ day }) => day);
  const [enrolled, converted] = [byDay(enrolling), byDay(converting)];
  let sums = { enrolled: armsOf([]), converted: armsOf([]) };
  const all = [...new Set([...enrolled.keys(), ...converted.keys()])].sort().map((day) => {
    sums = {
      enrolled: plus(sums.enrolled, armsOf(enrolled.get(day) ?? [])),
      converted: plus(sums.converted, armsOf(converted.get(day) ?? [])),
    };
    return { day, ...sums };
  });
  return thinned(all).map((one) => ({ ...one, lift: liftOfArms(one.converted) }));
}

/** @returns each week from the epoch's first day on, by itself. */
function weeksOf(
  enrolling: readonly DayCount[],
  converting: readonly DayCount[],
  since: string,
  liftOfArms: (arms: Arms) => Lift | null,
): Effect['weeks'] {
  const weekOf = ({ day }: DayCount) => Math.max(0, Math.floor(daysBetween(since, day) / 7));
  const [enrolled, converted] = [Map.groupBy(enrolling, weekOf), Map.groupBy(converting, weekOf)];
  return [...new Set([...enrolled.keys(), ...converted.keys()])]
    .sort((a, b) => a - b)
    .map((week) => {
      const arms = armsOf(converted.get(week) ?? []);
      return {
        week: dayAfter(since, 7 * week),
        enrolled: armsOf(enrolled.get(week) ?? []),
        converted: arms,
        lift: liftOfArms(arms),
      };
    });
}

const toEpoch = ({ id, share, currency, startedAt, endedAt, endedBecause }: StoredEpoch): Epoch => ({
  id,
  share,
  currency,
  startedAt,
  endedAt,
  endedBecause,
});

const NOBODY: ArmCounts = { heldOut: 0, shown: 0 };

/** @returns what an epoch of the site came to. @throws not-found for an epoch that isn't the site's */
export async function readEffect(
  db: Db,
  site: Owned<StoredSite>,
  epochId: string | undefined,
  now: number,
): Promise<Effect> {
  const epochs = await listEpochs(db, site.id, EPOCHS_LISTED);
  const epoch = epochId === undefined ? epochs[0] : await findEpoch(db, site, epochId);
  if (epochId !== undefined && !epoch) throw new DomainError('not-found', 'Epoch not found');
  const goals = (await listGoals(db, site.id)).toSorted((a, b) => Number(b.isMain) - Number(a.isMain));
  const [main] = goals;
  const head = {
    holdOut: await holdOutOf(db, site.id),
    currency: site.currency,
    epochs: epochs.map(toEpoch),
    forecasts: await forecastsOf(db, site, main, now),
  };
  const none = {
    enrolled: NOBODY,
    isRatioBroken: false,
    isForged: false,
    goals: [],
    days: [],
    weeks: [],
    withoutArm: 0,
  };
  if (!epoch) return { ...head, epoch: null, ...none, valueCap: null };
  const rows = await listDays(db, site.id, epoch.id);
  const enrolling = rows.filter(({ goalId }) => goalId === '');
  const converting = rows.filter(({ goalId }) => goalId === main?.id);
  const enrolled = armsOf(enrolling);
  const { dateAt } = makeZone(site.timezone);
  const seen: Seen = {
    epoch,
    enrolled,
    ...ratioOf(enrolled, main && isOfOrders(main) ? armsOf(converting) : NOBODY, shareOf(epoch)),
    since: dateAt(Date.parse(epoch.startedAt)),
    today: dateAt(epoch.endedAt === null ? now : Date.parse(epoch.endedAt)),
  };
  const isOut = main !== undefined && isOutOf(seen, main);
  const liftOfMain = (arms: Arms) => (isOut ? null : liftOf(arms, shareOf(epoch)));
  return {
    ...head,
    epoch: toEpoch(epoch),
    enrolled,
    isRatioBroken: seen.isRatioBroken,
    isForged: seen.isForged,
    goals: goals.map((goal) => goalEffect(goal, rows, seen)),
    days: daysOf(enrolling, converting, liftOfMain),
    weeks: weeksOf(enrolling, converting, seen.since, liftOfMain),
    withoutArm:
      main && isOfOrders(main)
        ? await countWithoutArm(
            epoch.endedAt,
            ...([db, site.id, main.eventKind ?? 'purchase', main.sourceId, epoch.startedAt] as const),
          )
        : 0,
    valueCap: epoch.valueCap,
  };
}

/** @throws not-found for a site, or an epoch, that isn't the caller's */
export async function getEffect(deps: Deps, actor: VerifiedActor, { siteId, epoch }: EffectInput): Promise<Effect> {
  const site = await ownSite(deps.db, actor, siteId);
  return deps.readers.read(actor.userId, (snapshot) => readEffect(snapshot, site, epoch, deps.clock.now()));
}
