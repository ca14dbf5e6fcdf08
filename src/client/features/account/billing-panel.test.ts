import { getQueryKey } from '@trpc/react-query';
import { createElement } from 'react';
import { expect, test } from 'vitest';
import { trpc } from '#client/auth/trpc.ts';
import type { Billing } from '#shared/contract/billing.ts';
import { rendered, textOf } from '#tests/support/rendered.ts';
import { BillingPanel } from './billing-panel.tsx';

const FREE: Billing = {
  plan: 'free',
  status: 'none',
  cycle: null,
  renewsAt: null,
  cancelsAt: null,
  sites: { owned: 1, allowed: 1, remaining: 0, mayCreate: false },
  isGranted: false,
  hasCustomer: false,
  offer: { buying: 'live', reason: null },
};
const shown = (changes: Partial<Billing>) =>
  textOf(
    rendered(createElement(BillingPanel), [
      [getQueryKey(trpc.billing.read, undefined, 'query'), { ...FREE, ...changes }],
    ]),
  );

test('where nothing can be bought the settings say why, and offer nothing', () => {
  expect(shown({})).toContain('Upgrade');
  const text = shown({ offer: { buying: 'off', reason: 'Ask whoever runs it.' } });
  expect(text).toContain('Larger plans Ask whoever runs it.');
  expect(text).toContain('See your plan');
  expect(text).not.toContain('Upgrade');
});

test('a plan that is not paid and one that was granted are told apart', () => {
  const unpaid = shown({ status: 'unpaid', cycle: 'monthly', hasCustomer: true });
  expect(unpaid).toContain('Your plan is off because it was not paid');
  expect(unpaid).toContain('Pay invoice');
  expect(unpaid).toContain('Free Unpaid');
  expect(shown({ plan: 'growth', status: 'active', isGranted: true })).toContain('Growth Granted Whoever runs');
});
