// What `npm run screenshots` takes of the Effect screen: each state as the server would tell it, from counts of four weeks.
import type { Page } from '@playwright/test';
import { screens } from '#client/screens.ts';
import { conversionsToSee, isEnough, liftInterval, lnEvidence } from '#server/domain/effect/evidence.ts';
import { sentenceOf } from '#server/domain/effect/sentence.ts';
import type { ArmCounts, Effect, GoalEffect, Lift } from '#shared/contract/effect.ts';
import type { Goal } from '#shared/contract/goal.ts';
import { DAY } from '#shared/time.ts';

const DAYS = 28;
const BEGAN = Date.parse('2026-11-02T08:30:00.000Z');
const dayOf = (at: number) => new Date(BEGAN + at * DAY).toISOString().slice(0, 10);

const ORDERS: Goal = {
  ...{ id: 'orders', name: 'Orders', kind: 'orders', eventKind: 'purchase', sourceId: null, page: null, key: null },
  ...{ isMain: true, createdAt: dayOf(0) },
};
const NEWSLETTER: Goal = {
  ...{ id: 'newsletter', name: 'Newsletter', kind: 'click', eventKind: null, sourceId: null, page: null },
  ...{ key: 'newsletter', isMain: false, createdAt: dayOf(1) },
};
const GOALS = [ORDERS, NEWSLETTER];

const liftOf = (arms: ArmCounts, share: number): Lift | null => {
  const lift = liftInterval(arms, share);
  return lift && { ...lift, high: Number.isFinite(lift.high) ? lift.high : null };
};

/** Of all that there is at last, what had come by the end of a day; some days bring more. */
const soFar = ({ heldOut, shown }: ArmCounts, at: number): ArmCounts => {
  const part = (shift: number) => Math.min(1, (at + 1 + 0.8 * Math.sin(at + shift)) / DAYS);
  const isLast = at === DAYS - 1;
  return { heldOut: Math.round(heldOut * (isLast ? 1 : part(2))), shown: Math.round(shown * (isLast ? 1 : part(0))) };
};

function goalEffect(goal: Goal, converted: ArmCounts, share: number, money: Lift | null): GoalEffect {
  const lnE = lnEvidence(converted, share);
  const first = conversionsToSee(0.5, share);
  const reached = converted.heldOut + converted.shown;
  const state = isEnough(lnE) ? 'clear' : reached < first ? 'early' : 'none';
  const lift = liftOf(converted, share);
  const seenBy = '2027-03-14';
  const found = {
    state,
    lift,
    converted,
    first,
    since: dayOf(0),
    seenBy,
    today: dayOf(DAYS - 1),
    expectedHeldOut: null,
    isEnded: false,
  } as const;
  return {
    ...{
      id: goal.id,
      name: goal.name,
      kind: goal.kind,
      isMain: goal.isMain,
      converted,
      state,
      lift,
      first,
      money,
      seenBy,
    },
    reportedBy: goal.kind === 'orders' ? 'orders' : 'browsers',
    evidence: Math.exp(lnE),
    needed: conversionsToSee(0.2, share),
    value: goal.isMain ? { heldOut: converted.heldOut * 84.2, shown: converted.shown * 86.9 } : null,
    sentence: sentenceOf(goal, found),
  };
}

type Counts = { percent: 10 | 50; enrolled: ArmCounts; converted: ArmCounts; money?: Lift };

function effectOf({ percent, enrolled, converted, money }: Counts): Partial<Effect> {
  const share = percent / 100;
  const epoch = {
    ...{ id: 'measured', share: percent, currency: 'EUR', startedAt: new Date(BEGAN).toISOString() },
    ...{ endedAt: null, endedBecause: null },
  };
  const newsletter = { heldOut: Math.round(enrolled.heldOut / 40), shown: Math.round(enrolled.shown / 37) };
  const days = Array.from({ length: DAYS }, (_, at) => {
    const arms = soFar(converted, at);
    return { day: dayOf(at), enrolled: soFar(enrolled, at), converted: arms, lift: liftOf(arms, share) };
  });
  const weeks = [0, 7, 14, 21].map((at) => {
    const before = at === 0 ? { heldOut: 0, shown: 0 } : soFar(converted, at - 1);
    const by = soFar(converted, at + 6);
    const arms = { heldOut: by.heldOut - before.heldOut, shown: by.shown - before.shown };
    return { week: dayOf(at), enrolled, converted: arms, lift: liftOf(arms, share) };
  });
  return {
    holdOut: { share: percent, isGuarded: true, guardsByBrowsers: false },
    ...{ epoch, epochs: [epoch], enrolled, days, weeks, isRatioBroken: false, isForged: false, withoutArm: 14 },
    goals: [goalEffect(ORDERS, converted, share, money ?? null), goalEffect(NEWSLETTER, newsletter, share, null)],
    forecasts: [10, 20, 50].map((one) => ({ share: one, seenBy: `2027-0${one === 50 ? 2 : 5}-14` })),
    valueCap: 640,
  };
}

const NONE = effectOf({
  percent: 10,
  enrolled: { heldOut: 4_120, shown: 36_950 },
  converted: { heldOut: 90, shown: 910 },
});
const PAUSED = effectOf({
  percent: 10,
  enrolled: { heldOut: 2_310, shown: 20_712 },
  converted: { heldOut: 70, shown: 430 },
});
const [paused] = PAUSED.epochs ?? [];
const harmed = paused && { ...paused, endedAt: `${dayOf(DAYS - 1)}T10:00:00.000Z`, endedBecause: 'harm' as const };

const STATES: Record<string, Partial<Effect>> = {
  off: {
    ...{ epoch: null, epochs: [], goals: [], days: [], weeks: [], withoutArm: 0 },
    holdOut: { share: 0, isGuarded: true, guardsByBrowsers: false },
    forecasts: NONE.forecasts ?? [],
  },
  early: effectOf({ percent: 10, enrolled: { heldOut: 212, shown: 1_890 }, converted: { heldOut: 4, shown: 34 } }),
  none: NONE,
  clear: effectOf({
    ...{ percent: 50, enrolled: { heldOut: 14_020, shown: 14_133 }, converted: { heldOut: 450, shown: 550 } },
    money: { value: 0.19, low: 0.02, high: 0.36 },
  }),
  less: effectOf({ percent: 10, enrolled: { heldOut: 5_190, shown: 46_300 }, converted: { heldOut: 150, shown: 850 } }),
  broken: {
    ...NONE,
    ...{ isRatioBroken: true, enrolled: { heldOut: 4_120, shown: 30_950 } },
    goals: (NONE.goals ?? []).map((goal) => ({
      ...goal,
      ...{
        state: 'broken',
        lift: null,
        sentence: sentenceOf(ORDERS, {
          ...goal,
          state: 'broken',
          since: '',
          today: '',
          expectedHeldOut: null,
          isEnded: false,
        }),
      },
    })),
  },
  paused: { ...PAUSED, ...(harmed && { epoch: harmed, epochs: [harmed] }) },
};

/** Shows what the screen says of these figures. */
const asCounted =
  (name: string) =>
  async (page: Page): Promise<void> => {
    const changes: Record<string, unknown> = {
      'effect.get': STATES[name],
      'effect.listGoals': name === 'off' ? [] : GOALS,
    };
    await page.route(/api\/trpc\/[^?]*effect\./, async (route) => {
      const calls = new URL(route.request().url()).pathname.split('/').at(-1)?.split(',') ?? [];
      const response = await route.fetch();
      const results = await response.json();
      for (const [call, change] of Object.entries(changes)) {
        const data = (Array.isArray(results) ? results[calls.indexOf(call)] : calls[0] === call && results)?.result
          ?.data;
        if (data) data.json = Array.isArray(change) ? change : { ...data.json, ...(change as object) };
      }
      await route.fulfill({ response, json: results });
    });
    // What the page itself brings along would be shown first.
    await page.route(/\/effect$/, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/<script[^>]*id="first-data"[^>]*>.*?<\/script>/s, '');
      await route.fulfill({ response, body });
    });
    await page.reload({ waitUntil: 'networkidle' });
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height });
  };

/** @param slug of the demo's site. */
export const ofEffect = (slug: string) =>
  Object.keys(STATES).map((name) => ({
    name: `siteEffect-${name}`,
    path: screens.siteEffect.href(slug),
    prepare: asCounted(name),
    after: (page: Page) => page.unrouteAll(),
  }));
