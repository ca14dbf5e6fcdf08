// How each state of an account's plan reads.
import { expect, it } from 'vitest';
import type { Billing } from '#shared/contract/billing.ts';
import { plansFor, savingPercent } from '#shared/pricing.ts';
import { roomOf, standingOf } from './standing.ts';
import type { ShownPlan } from './words.ts';

const growth = plansFor(1)
  .map((plan): ShownPlan => ({ ...plan, savingPercent: savingPercent(plan.price) }))
  .find(({ id }) => id === 'growth');

const ACTIVE: Billing = {
  plan: 'growth',
  status: 'active',
  cycle: 'annual',
  renewsAt: '2027-11-24T12:00:00.000Z',
  cancelsAt: null,
  sites: { owned: 1, allowed: 10, remaining: 9, mayCreate: true },
  isGranted: false,
  hasCustomer: true,
  offer: { buying: 'live', reason: null },
};
const read = (changes: Partial<Billing>) => {
  const { badge, text, trouble } = standingOf({ ...ACTIVE, ...changes }, growth);
  return { badge: badge?.label, text, trouble: trouble && `${trouble.title}. ${trouble.text} [${trouble.action}]` };
};

it('says when a plan renews and at what price, in the price of its cycle', () => {
  expect(read({})).toEqual({ badge: 'Active', text: 'Renews on Nov 24, 2027 at $490 a year.', trouble: null });
  expect(read({ cycle: 'monthly' }).text).toBe('Renews on Nov 24, 2027 at $49 a month.');
  expect(standingOf(ACTIVE, undefined).text).toBe('Renews on Nov 24, 2027.');
  expect(read({ status: 'trialing' })).toMatchObject({
    badge: 'Trial',
    text: 'Your trial lasts until Nov 24, 2027. Then $490 a year is charged.',
  });
});

it('a canceled plan says until when it stays and what comes after', () => {
  const canceled = read({ renewsAt: null, cancelsAt: '2027-11-24T12:00:00.000Z' });
  expect(canceled.badge).toBe('Canceled');
  expect(canceled.text).toContain("You keep Growth until Nov 24, 2027. Then you're on Free");
  expect(canceled.text).not.toContain('Renews');
});

it('a payment that failed says what still works, and what to do', () => {
  expect(read({ status: 'past_due' })).toMatchObject({
    badge: 'Payment overdue',
    trouble: expect.stringMatching(/^Your last payment failed\. Update your card .* keep running.*\[Update card\]$/),
  });
  const lost = { plan: 'free' as const, renewsAt: '2027-11-24T12:00:00.000Z' };
  expect(read({ ...lost, status: 'unpaid' }).trouble).toMatch(/off because .*Pay the open invoice.*\[Pay invoice\]$/);
  expect(read({ ...lost, status: 'paused' }).trouble).toMatch(/without a card.*\[Add card\]$/);
  expect(read({ ...lost, status: 'incomplete' }).trouble).toMatch(/first payment hasn't gone through/);
  expect(read({ ...lost, status: 'unpaid' }).text).not.toContain('Renews');
});

it('Free costs nothing, and a grant says who gave it', () => {
  const free = { plan: 'free', status: 'none', cycle: null, renewsAt: null, hasCustomer: false } as const;
  expect(read(free)).toEqual({
    badge: undefined,
    text: 'Free forever.',
    trouble: null,
  });
  expect(read({ ...free, hasCustomer: true }).text).toContain('invoices');
  const granted = { isGranted: true, cycle: null, renewsAt: null } as const;
  expect(read(granted)).toMatchObject({ badge: 'Granted', text: expect.stringContaining('free of charge.') });
  expect(read({ ...granted, cycle: 'monthly', renewsAt: ACTIVE.renewsAt }).text).toContain('renews on Nov 24, 2027');
});

it('says how much room is left, and that sites beyond it keep running', () => {
  const room = (owned: number, allowed: number, mayCreate = owned < allowed, buying: 'live' | 'off' = 'live') =>
    roomOf({
      offer: { buying, reason: null },
      sites: { owned, allowed, remaining: Math.max(0, allowed - owned), mayCreate },
    });
  expect(room(1, 10)).toBe('9 sites remaining');
  expect(room(9, 10)).toBe('1 site remaining');
  expect(room(1, 1)).toBe('No sites remaining. To add more, upgrade, or ask the operator to raise MAX_SITES.');
  expect(room(1, 1, false, 'off')).toContain('To add more, ask the operator');
  expect(room(3, 1)).toContain('All of yours keep running');
  expect(room(1, 10, false)).toBe('You can create another one once the payment is made.');
});
