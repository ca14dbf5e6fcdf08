// Which step of the enrollment is shown. Pure.
import type { Registration } from '#shared/contract/registration.ts';

/** `verify` lasts until the registration is finished; `done` comes after it. */
export type Step = 'plan' | 'account' | 'payment' | 'password' | 'verify' | 'done';

/** @returns the step that a registration has come to; a new one begins with the account, on Free. */
export function stepOf(registration: Registration | null): Step {
  if (!registration) return 'account';
  if (registration.status === 'finished') return 'done';
  switch (registration.nextStep) {
    case 'payment':
      return 'payment';
    case 'create-user':
      return registration.plan === 'free' ? 'account' : 'password';
    case 'verify-email':
    case 'finish':
      return 'verify';
    default:
      return 'account';
  }
}

const FREE = ['Account', 'Verify', 'Done'] as const;
const PAID = ['Plan', 'Payment', 'Account', 'Verify', 'Done'] as const;
const NAMES: Record<Step, string> = {
  plan: 'Plan',
  account: 'Account',
  payment: 'Payment',
  password: 'Account',
  verify: 'Verify',
  done: 'Done',
};

/** @returns the names of the steps on the way, and the place of this one among them. */
export function wayOf(step: Step, isPaidPlan: boolean): { names: readonly string[]; at: number } {
  const names: readonly string[] = isPaidPlan || step === 'plan' ? PAID : FREE;
  return { names, at: names.indexOf(NAMES[step]) };
}
