// Which step of the enrollment is shown.
import { expect, it } from 'vitest';
import type { Registration } from '#shared/contract/registration.ts';
import { stepOf, wayOf } from './step.ts';

const registration = (changes: Partial<Registration>): Registration => ({
  id: 'id',
  email: 'ana@shop.example',
  plan: 'growth',
  cycle: 'annual',
  status: 'started',
  nextStep: 'payment',
  isPaid: false,
  isForced: false,
  createdAt: '2026-11-24T00:00:00.000Z',
  expiresAt: '2026-12-01T00:00:00.000Z',
  ...changes,
});

it.each([
  ['nothing yet', null, 'account'],
  ['Free begins with the account', registration({ plan: 'free', cycle: null, nextStep: 'create-user' }), 'account'],
  ['a paid plan waits to be paid', registration({}), 'payment'],
  ['the payment is open', registration({ status: 'payment_pending' }), 'payment'],
  ['paid', registration({ status: 'paid', nextStep: 'create-user', isPaid: true }), 'password'],
  ['gone on before it was paid', registration({ nextStep: 'create-user', isForced: true }), 'password'],
  ['the address is not verified', registration({ status: 'user_created', nextStep: 'verify-email' }), 'verify'],
  ['only the end is missing', registration({ status: 'verified', nextStep: 'finish' }), 'verify'],
  ['finished', registration({ status: 'finished', nextStep: null }), 'done'],
  ['expired: begins anew', registration({ status: 'expired', nextStep: null }), 'account'],
])('%s', (_, given, step) => {
  expect(stepOf(given)).toBe(step);
});

it('paid plans have the payment on their way', () => {
  expect(wayOf('account', false)).toEqual({ names: ['Account', 'Verify', 'Done'], at: 0 });
  expect(wayOf('password', true)).toEqual({ names: ['Plan', 'Payment', 'Account', 'Verify', 'Done'], at: 2 });
  expect(wayOf('plan', false).at).toBe(0);
});
