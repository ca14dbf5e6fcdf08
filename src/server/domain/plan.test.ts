// Which plan holds, by what was granted and what is paid for.
import { expect, it } from 'vitest';
import { effectivePlan } from './plan.ts';

type Row = [
  granted: string | null,
  type: string | null,
  status: string,
  expected: [plan: string, maxSites: number, status: string, mayCreateBelow: number],
];

const hold = (granted: string | null, type: string | null, status: string, freeSites = 1) => {
  const { plan, maxSites, ...rest } = effectivePlan(
    { grantedPlan: granted, subscriptionType: type, subscriptionStatus: status },
    freeSites,
  );
  return [plan, maxSites, rest.status, rest.mayCreateBelow];
};

it.each<Row>([
  [null, null, 'none', ['free', 1, 'none', 1]],
  // What a subscription's status is worth.
  [null, 'growth', 'active', ['growth', 10, 'active', 10]],
  [null, 'growth', 'trialing', ['growth', 10, 'trialing', 10]],
  [null, 'growth', 'past_due', ['growth', 10, 'past_due', 0]],
  [null, 'growth', 'unpaid', ['free', 1, 'unpaid', 1]],
  [null, 'growth', 'paused', ['free', 1, 'paused', 1]],
  [null, 'growth', 'incomplete', ['free', 1, 'incomplete', 1]],
  [null, 'growth', 'incomplete_expired', ['free', 1, 'none', 1]],
  [null, 'growth', 'canceled', ['free', 1, 'none', 1]],
  // A price that is none of ours pays for nothing.
  [null, null, 'active', ['free', 1, 'none', 1]],
  [null, null, 'past_due', ['free', 1, 'none', 1]],
  // The larger of grant and subscription.
  ['starter', null, 'none', ['starter', 3, 'active', 3]],
  ['starter', 'growth', 'active', ['growth', 10, 'active', 10]],
  ['agency', 'growth', 'active', ['agency', 50, 'active', 50]],
  ['growth', 'growth', 'trialing', ['growth', 10, 'active', 10]],
  ['agency', 'growth', 'canceled', ['agency', 50, 'active', 50]],
  ['starter', 'growth', 'unpaid', ['starter', 3, 'active', 3]],
  // While a payment is overdue, a grant still gives what it gives.
  ['starter', 'growth', 'past_due', ['growth', 10, 'past_due', 3]],
  ['growth', 'growth', 'past_due', ['growth', 10, 'active', 10]],
  ['agency', 'growth', 'past_due', ['agency', 50, 'active', 50]],
  // What nobody can have sold.
  ['lifetime', 'lifetime', 'active', ['free', 1, 'none', 1]],
])('a grant of %s and a subscription for %s that is %s', (granted, type, status, expected) => {
  expect(hold(granted, type, status)).toEqual(expected);
});

it('a server that allows more on Free allows at least that on every plan', () => {
  expect(hold(null, null, 'none', 20)).toEqual(['free', 20, 'none', 20]);
  expect(hold(null, 'growth', 'active', 20)).toEqual(['growth', 20, 'active', 20]);
  expect(hold('starter', null, 'none', 20)).toEqual(['starter', 20, 'active', 20]);
  expect(hold(null, 'agency', 'active', 20)).toEqual(['agency', 50, 'active', 50]);
});

it('an overdue payment takes nothing that Free gives anyway, but no more of what the plan adds', () => {
  expect(hold(null, 'growth', 'past_due', 20)).toEqual(['growth', 20, 'past_due', 20]);
  expect(hold(null, 'agency', 'past_due', 20)).toEqual(['agency', 50, 'past_due', 0]);
});
