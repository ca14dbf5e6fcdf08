// Whether the statistics of effect keep what they promise, by simulation with a seed: how often they see an effect where there
// is none though somebody looks after each conversion, how often the interval has lost the true lift, what they find and
// when, and what refunds, lost enrolments and rare large orders do to that.
import {
  conversionsToSee,
  isEnough,
  isRatioBroken,
  lnEvidence,
  lnHarm,
  thetaOf,
} from '#server/domain/effect/evidence.ts';
import { BURN_IN, moneyChange, type Spent } from '#server/domain/effect/money.ts';
import type { Row } from './measure.ts';

const RUNS = 4_000;
const CONVERSIONS = 5_000;
const SHARES = [0.1, 0.2, 0.5] as const;
const K = 100;
const LN_20 = Math.log(20);
/** Looks of the guard, whose tails cost more: each so many conversions. */
const LOOK = 5;

/** @returns a generator of numbers from 0 to 1 (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const percent = (part: number, all: number) => `${((100 * part) / all).toFixed(1)}%`;
const inShares = (values: string[]) => values.join(' / ');

/** One run of conversions, each held out with probability theta. @returns what was ever so, and when the evidence was enough. */
function run(random: () => number, share: number, theta: number, conversions: number) {
  const [a, b] = [K * share, K * (1 - share)];
  let [heldOut, lnE, lnAtTheta, seenAt] = [0, 0, 0, 0];
  let [isOut, isSeenByZ] = [false, false];
  for (let n = 1; n <= conversions; n++) {
    const isHeldOut = random() < theta;
    const next = Math.log((isHeldOut ? a + heldOut : b + n - 1 - heldOut) / (K + n - 1));
    if (isHeldOut) heldOut++;
    lnE += next - Math.log(isHeldOut ? share : 1 - share);
    lnAtTheta += next - Math.log(isHeldOut ? theta : 1 - theta);
    if (seenAt === 0 && lnE >= LN_20) seenAt = n;
    isOut ||= lnAtTheta >= LN_20;
    // From 30 on, as a careful person would.
    if (n >= 30 && Math.abs(heldOut - n * share) > 1.959964 * Math.sqrt(n * share * (1 - share))) isSeenByZ = true;
  }
  // What was added up is what the program computes from the totals.
  const whole = lnEvidence({ heldOut, shown: conversions - heldOut }, share);
  if (Math.abs(whole - lnE) > 1e-6) throw new Error(`The evidence is ${whole} by totals and ${lnE} by steps`);
  return { seenAt, isOut, isSeenByZ };
}

/** @returns how many runs without an effect saw one, and by a plain z-test; and where the interval lost a lift of 20%. */
function measureFalseAlarms(): Row[] {
  const random = seeded(1);
  const found = SHARES.map((share) => {
    const counts = { seen: 0, byZ: 0, out: 0 };
    for (let i = 0; i < RUNS; i++) {
      const none = run(random, share, share, CONVERSIONS);
      if (none.seenAt > 0) counts.seen++;
      if (none.isSeenByZ) counts.byZ++;
      if (run(random, share, thetaOf(0.2, share), CONVERSIONS).isOut) counts.out++;
    }
    return counts;
  });
  const most = Math.max(...found.map(({ seen }) => seen)) / RUNS;
  const out = Math.max(...found.map((one) => one.out)) / RUNS;
  return [
    {
      what: 'False alarms of tests without an effect, looked at after each of 5,000 conversions; reference: a plain z-test at the same looks',
      reference: inShares(found.map(({ byZ }) => percent(byZ, RUNS))),
      proofbell: inShares(found.map(({ seen }) => percent(seen, RUNS))),
      ratio: `**${(most / 0.05).toFixed(2)}**`,
      aim: '≤ 5%',
      note: `10 / 20 / 50% held out; ${RUNS.toLocaleString('en')} runs each`,
    },
    {
      what: 'Intervals that never lose the true lift (20%), at all of these looks',
      reference: '95%',
      proofbell: inShares(found.map((one) => percent(RUNS - one.out, RUNS))),
      ratio: `**${((1 - out) / 0.95).toFixed(2)}**`,
      aim: '≥ 95%',
      note: '10 / 20 / 50% held out',
    },
  ];
}

/** @returns when the guard stops a run; 0 for never. */
function stopOf(random: () => number, share: number, theta: number, conversions: number): number {
  let heldOut = 0;
  for (let n = 1; n <= conversions; n++) {
    if (random() < theta) heldOut++;
    if (n % LOOK > 0) continue;
    const arms = { heldOut, shown: n - heldOut };
    // E of harm is at most E over the prior's tail, which is about a half: the tails are needed only near the threshold.
    if (lnEvidence(arms, share) >= LN_20 - 1 && isEnough(lnHarm(arms, share))) return n;
  }
  return 0;
}

function measureGuard(): Row[] {
  const random = seeded(2);
  const stops = (lift: number, conversions: number) => {
    let stopped = 0;
    for (let i = 0; i < RUNS; i++) if (stopOf(random, 0.1, thetaOf(lift, 0.1), conversions) > 0) stopped++;
    return stopped / RUNS;
  };
  const [wrong, right] = [stops(0, CONVERSIONS), stops(-0.3, 1_000)];
  return [
    {
      what: 'Campaigns without an effect that the guard stops within 5,000 conversions, 10% held out',
      reference: '5%',
      proofbell: percent(wrong, 1),
      ratio: `**${(wrong / 0.05).toFixed(2)}**`,
      aim: '≤ 5%',
      note: `looked at each ${LOOK} conversions`,
    },
    {
      what: 'Campaigns that cost 30% of the orders and are stopped by 1,000 of them, 10% held out',
      reference: '85%',
      proofbell: percent(right, 1),
      ratio: `**${(right / 0.85).toFixed(2)}**`,
      aim: '≥ 85%',
      note: '–',
    },
  ];
}

/** Enrolments by which the check of shares has seen that one arm loses some, and what the lift shows until then. */
function measureRatio(): Row[] {
  const random = seeded(3);
  return [0.09, 0.095].map((truth) => {
    const seen: number[] = [];
    for (let i = 0; i < 200; i++) {
      let heldOut = 0;
      for (let n = 1; n <= 200_000; n++) {
        if (random() < truth) heldOut++;
        if (n % 250 === 0 && isRatioBroken({ heldOut, shown: n - heldOut }, 0.1)) {
          seen.push(n);
          break;
        }
      }
    }
    const middle = seen.sort((a, b) => a - b)[100] ?? Number.POSITIVE_INFINITY;
    const aim = truth === 0.09 ? 15_000 : 60_000;
    return {
      what: `Enrolments until it is seen that ${percent(truth, 1)} are held out in place of 10%`,
      reference: aim.toLocaleString('en'),
      proofbell: middle.toLocaleString('en'),
      ratio: `**${(middle / aim).toFixed(2)}**`,
      aim: '≤ 1.1',
      note: `median of 200; seen in ${seen.length}`,
    };
  });
}

/** False alarms where some orders are refunded later, in both arms alike. */
function measureRefunds(): Row {
  const random = seeded(4);
  const cases = [0.1, 0.3].flatMap((refunded) => [300, 1_500].map((delay) => ({ refunded, delay })));
  const alarms = cases.map(({ refunded, delay }) => {
    let seen = 0;
    for (let i = 0; i < RUNS / 4; i++) {
      const due: number[] = [];
      let [heldOut, shown, isSeen] = [0, 0, false];
      for (let n = 1; n <= CONVERSIONS && !isSeen; n++) {
        const isHeldOut = random() < 0.1;
        if (isHeldOut) heldOut++;
        else shown++;
        due.push(random() < refunded ? Number(isHeldOut) : -1);
        const back = n > delay ? due[n - delay - 1] : -1;
        if (back === 1) heldOut--;
        if (back === 0) shown--;
        isSeen = isEnough(lnEvidence({ heldOut, shown }, 0.1));
      }
      if (isSeen) seen++;
    }
    return seen / (RUNS / 4);
  });
  return {
    what: 'False alarms of such tests while orders are refunded later, 10% held out',
    reference: '5%',
    proofbell: inShares(alarms.map((one) => percent(one, 1))),
    ratio: `**${(Math.max(...alarms) / 0.05).toFixed(2)}**`,
    aim: '≤ 5%',
    note: `10% refunded after 300 and 1,500 conversions / 30% after 300 and 1,500; ${(RUNS / 4).toLocaleString('en')} runs each`,
  };
}

/** @returns a number by the normal distribution (Box and Muller). */
const normal = (random: () => number) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** False alarms about money: 60 daily looks, 2% of browsers order, amounts by a log-normal distribution. */
function measureMoney(): Row {
  const random = seeded(5);
  const [runs, days, aDay, rate] = [800, 60, 1_500, 0.02];
  const sigmas = [0.5, 1, 1.5];
  const alarms = sigmas.map((sigma) => {
    // The 99th percentile of such orders.
    const cap = Math.exp(2.326348 * sigma);
    const count = { plain: 0, built: 0 };
    for (let i = 0; i < runs; i++) {
      const make = () => ({
        spent: { n: 0, sum: 0, squares: 0 } as Spent,
        capped: { n: 0, sum: 0, squares: 0 } as Spent,
        orders: 0,
      });
      const [heldOut, shown] = [make(), make()];
      let [isSeen, isSeenPlain] = [false, false];
      for (let day = 0; day < days; day++) {
        for (const [arm, browsers] of [
          [heldOut, aDay * 0.1],
          [shown, aDay * 0.9],
        ] as const) {
          arm.spent.n += browsers;
          arm.capped.n += browsers;
          for (let one = 0; one < browsers; one++) {
            if (random() >= rate) continue;
            arm.orders++;
            const value = Math.exp(sigma * normal(random));
            for (const [all, amount] of [
              [arm.spent, value],
              [arm.capped, Math.min(value, cap)],
            ] as const) {
              all.sum += amount;
              all.squares += amount * amount;
            }
          }
        }
        const isOut = (change: ReturnType<typeof moneyChange>) =>
          change !== null && (change.low > 0 || change.high < 0);
        isSeenPlain ||= isOut(moneyChange(heldOut.spent, shown.spent, aDay * 28, true));
        if (Math.min(heldOut.orders, shown.orders) >= BURN_IN)
          isSeen ||= isOut(moneyChange(heldOut.capped, shown.capped, aDay * 28, true));
      }
      if (isSeen) count.built++;
      if (isSeenPlain) count.plain++;
    }
    return { plain: count.plain / runs, built: count.built / runs };
  });
  const most = Math.max(...alarms.map(({ built }) => built));
  return {
    what: 'False alarms about money, 60 daily looks, 10% held out; reference: without burn-in and cap',
    reference: inShares(alarms.map(({ plain }) => percent(plain, 1))),
    proofbell: inShares(alarms.map(({ built }) => percent(built, 1))),
    ratio: `**${(most / 0.05).toFixed(2)}**`,
    aim: '≤ 5%',
    note: `amounts with σ 0.5 / 1 / 1.5; ${runs} runs each; from ${BURN_IN} orders of the smaller arm on, each at most the 99th percentile`,
  };
}

/** What is found by when, and whether the date that owners are told holds. */
function measurePower(): Row[] {
  const random = seeded(6);
  return [-0.3, -0.2, 0.2, 0.1].map((lift) => {
    const found = SHARES.map((share) => {
      const theta = thetaOf(lift, share);
      const told = conversionsToSee(lift, share);
      const runs = Array.from(
        { length: 1_000 },
        () => run(random, share, theta, Math.min(15_000, Math.max(6_000, told))).seenAt,
      );
      const by = (n: number) => runs.filter((at) => at > 0 && at <= n).length;
      return { at: [1_000, 3_000, 6_000].map((n) => percent(by(n), 1_000)).join(', '), told, byTold: by(told) };
    });
    return {
      what: `Tests that have seen a change of ${lift > 0 ? '+' : '−'}${Math.abs(lift * 100).toFixed(0)}% by 1,000, 3,000 and 6,000 conversions`,
      reference: '–',
      proofbell: inShares(found.map(({ at }) => at)),
      ratio: '–',
      aim: '–',
      note: `10 / 20 / 50% held out; owners are told ${inShares(found.map(({ told }) => told.toLocaleString('en')))} conversions, by which ${inShares(found.map(({ byTold }) => percent(byTold, 1_000)))} have seen it`,
    };
  });
}

export const measureEffect = (): Row[] => [
  ...measureFalseAlarms(),
  ...measureGuard(),
  ...measureRatio(),
  measureRefunds(),
  measureMoney(),
  ...measurePower(),
];
