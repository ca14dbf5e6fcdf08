// What orders come to in each arm: the first of a buyer counts, and is worth all that the buyer's orders are
// (docs/decisions/026-effect.md). Counted anew from the orders that stand, whatever has happened to them, so that the order of
// deliveries, refunds and repetitions makes no difference.
import { partsOfArm } from '#shared/facts/arms.ts';
import { EPOCH_GRACE } from '#shared/limits.ts';
import { lockEpochs, type StoredEpoch } from '../../db/epochs.ts';
import { keptHash } from '../../db/event-codec.ts';
import type { StoredEvent } from '../../db/events.ts';
import {
  type ArmedOrder,
  addToDays,
  type DayCount,
  deleteBuyers,
  listArmedOrders,
  listBuyers,
  listBuyersLeft,
  putBuyers,
  type StoredBuyer,
} from '../../db/experiment-counts.ts';
import { listGoals, type StoredGoal } from '../../db/goals.ts';
import type { Db } from '../../db/open.ts';
import { findAnySite } from '../../db/sites.ts';
import { makeZone } from '../stats/zone.ts';

type Ordered = Pick<StoredEvent, 'arm' | 'personHash' | 'customerHash'>;

const buyerOf = ({ personHash, customerHash }: Ordered) => keptHash(personHash ?? customerHash);
const buyersOf = (events: readonly Ordered[]) => [...new Set(events.map(buyerOf).filter((one) => one !== null))];
const withArm = (events: readonly Ordered[]) => events.filter(({ arm }) => arm !== null);

/** Thousandths are as exact as shops are; sums of cents as floats are not. */
const rounded = (value: number) => Math.round(value * 1_000) / 1_000;

/** @returns whether an order counts for this goal in this epoch. */
function isCounted(order: ArmedOrder, epoch: StoredEpoch, goal: StoredGoal): boolean {
  if (partsOfArm(order.arm).epochId !== epoch.id || order.kind !== (goal.eventKind ?? 'purchase')) return false;
  if (goal.sourceId !== null && goal.sourceId !== order.sourceId) return false;
  return epoch.endedAt === null || Date.parse(order.receivedAt) <= Date.parse(epoch.endedAt) + EPOCH_GRACE;
}

/** @returns what a buyer comes to; null without an order that counts. */
function worthOf(
  orders: readonly ArmedOrder[],
  { valueCap, currency }: StoredEpoch,
  dayOf: (iso: string) => string,
): Pick<StoredBuyer, 'arm' | 'day' | 'value'> | null {
  const [first] = orders;
  if (!first) return null;
  const all = orders.reduce((sum, order) => sum + (order.currency === currency ? (order.value ?? 0) : 0), 0);
  return {
    arm: partsOfArm(first.arm).arm,
    day: dayOf(first.occurredAt),
    value: rounded(Math.min(all, valueCap ?? Number.POSITIVE_INFINITY)),
  };
}

const countOf = ({ siteId, epochId, goalId, arm, day, value }: StoredBuyer, sign: 1 | -1): DayCount => ({
  siteId,
  epochId,
  goalId,
  reportedBy: 'order',
  arm,
  day,
  browsers: sign,
  valueSum: sign * value,
  valueSquares: sign * value ** 2,
});

/** @returns one count for each epoch, goal, arm and day. */
function summed(counts: readonly DayCount[]): DayCount[] {
  const all = new Map<string, DayCount>();
  for (const one of counts) {
    const key = [one.epochId, one.goalId, one.arm, one.day].join(' ');
    const sum = all.get(key) ?? { ...one, browsers: 0, valueSum: 0, valueSquares: 0 };
    sum.browsers += one.browsers;
    sum.valueSum += one.valueSum;
    sum.valueSquares += one.valueSquares;
    all.set(key, sum);
  }
  return [...all.values()];
}

/**
 * Counts anew what the buyers of these events come to, in the transaction that changed them.
 * @param events as they were before or came: only those with an arm matter.
 */
export async function countBuyers(db: Db, siteId: string, events: readonly Ordered[]): Promise<void> {
  const some = withArm(events);
  const hashes = buyersOf(some);
  if (hashes.length === 0) return;
  const epochIds = [...new Set(some.map(({ arm }) => partsOfArm(arm ?? '').epochId))];
  const epochs = await lockEpochs(db, siteId, epochIds);
  const site = epochs.length > 0 && (await findAnySite(db, siteId));
  if (!site) return;
  const { dateAt } = makeZone(site.timezone);
  const goals = (await listGoals(db, siteId)).filter(({ kind }) => kind === 'orders');
  const orders = Map.groupBy(await listArmedOrders(db, siteId, hashes), ({ buyer }) => buyer);
  const keyOf = ({ epochId, goalId, buyer }: Pick<StoredBuyer, 'epochId' | 'goalId' | 'buyer'>) =>
    `${epochId} ${goalId} ${buyer}`;
  const before = new Map((await listBuyers(db, siteId, epochIds, hashes)).map((one) => [keyOf(one), one]));
  const changed: { known: StoredBuyer | undefined; now: StoredBuyer | null }[] = [];
  for (const epoch of epochs)
    for (const goal of goals)
      for (const buyer of hashes) {
        if (epoch.endedAt !== null && epoch.endedAt < goal.meantSince) continue;
        const of = { siteId, epochId: epoch.id, goalId: goal.id, buyer };
        const known = before.get(keyOf(of));
        const counted = (orders.get(buyer) ?? []).filter((order) => isCounted(order, epoch, goal));
        const worth = worthOf(counted, epoch, (iso) => dateAt(Date.parse(iso)));
        const now = worth && { ...of, ...worth };
        if (known && now && known.arm === now.arm && known.day === now.day && known.value === now.value) continue;
        if (known || now) changed.push({ known, now });
      }
  // All at once: a delivery may be of fifty buyers, and a site has ten goals.
  await addToDays(
    db,
    summed(
      changed.flatMap(({ known, now }) => [...(known ? [countOf(known, -1)] : []), ...(now ? [countOf(now, 1)] : [])]),
    ),
  );
  await putBuyers(
    db,
    changed.flatMap(({ now }) => now ?? []),
  );
  const gone = changed.flatMap(({ known, now }) => (known && !now ? [known] : []));
  for (const [of, some] of Map.groupBy(gone, ({ epochId, goalId }) => `${epochId} ${goalId}`)) {
    const [epochId = '', goalId = ''] = of.split(' ');
    await deleteBuyers(
      db,
      siteId,
      some.map(({ buyer }) => buyer),
      { epochId, goalId },
    );
  }
}

/** Forgets the buyers of erased events, unless other orders of theirs are still there. What they came to stays counted. */
export async function forgetBuyers(db: Db, siteId: string, events: readonly Ordered[]): Promise<void> {
  const hashes = buyersOf(withArm(events));
  if (hashes.length === 0) return;
  const left = await listBuyersLeft(db, siteId, hashes);
  const gone = hashes.filter((hash) => !left.has(hash));
  if (gone.length > 0) await deleteBuyers(db, siteId, gone);
}
