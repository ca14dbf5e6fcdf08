import { getQueryKey } from '@trpc/react-query';
import { createElement } from 'react';
import { expect, test } from 'vitest';
import { trpc } from '#client/auth/trpc.ts';
import { PRICING_KEY } from '#client/data/pricing.ts';
import type { Billing } from '#shared/contract/billing.ts';
import { plansFor, savingPercent } from '#shared/pricing.ts';
import { FREE_BILLING, rendered, textOf } from '#tests/support/rendered.ts';
import UpgradePage from './upgrade-page.tsx';

const FREE: Billing = {
  ...FREE_BILLING,
  offer: { buying: 'off', reason: 'Ask whoever runs it if you need more sites.' },
};
const plans = plansFor(1).map((plan) => ({ ...plan, savingPercent: savingPercent(plan.price) }));
const shown = (billing: Billing) =>
  textOf(
    rendered(createElement(UpgradePage), [
      [getQueryKey(trpc.billing.read, undefined, 'query'), billing],
      [PRICING_KEY, { plans, stripePriceIds: {} }],
    ]),
  );

test('where nothing can be bought the page says why, and offers nothing', () => {
  const text = shown(FREE);
  expect(text).toContain('Only Free is available here Ask whoever runs it if you need more sites.');
  expect(text.match(/Not for sale here/g)).toHaveLength(3);
  expect(text).not.toMatch(/Upgrade to (?!Premium)/);
});

test('a plan that was granted says who gave it, and that it is the account’s', () => {
  const text = shown({ ...FREE, plan: 'growth', status: 'active', isGranted: true });
  expect(text).toContain("Your plan: Growth Granted This server's operator gave you Growth, free of charge.");
  expect(text).toContain('You have more without paying');
});
