import { getQueryKey } from '@trpc/react-query';
import { createElement } from 'react';
import { expect, test } from 'vitest';
import { trpc } from '#client/auth/trpc.ts';
import type { Billing } from '#shared/contract/billing.ts';
import { FREE_BILLING, rendered, textOf } from '#tests/support/rendered.ts';
import { BillingPanel } from './billing-panel.tsx';

const shown = (changes: Partial<Billing>) =>
  textOf(
    rendered(createElement(BillingPanel), [
      [getQueryKey(trpc.billing.read, undefined, 'query'), { ...FREE_BILLING, ...changes }],
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
  expect(shown({ plan: 'growth', status: 'active', isGranted: true })).toContain(
    "Growth Granted This server's operator",
  );
});
