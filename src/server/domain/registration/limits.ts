// Rate limits of registration. Public ids can't be guessed, so reading one isn't limited; what costs an email, a hash or a
// call to the payment provider is. Emails are limited by their recipient, too (domain/mail-limits.ts).

import { READ_BACKS_PER_HOUR } from '#shared/limits.ts';
import { MESSAGES } from '#shared/messages.ts';
import { HOUR, SECOND } from '#shared/time.ts';
import type { Deps } from '../../deps.ts';
import { take } from '../rate-limit.ts';

const ONE_HOUR = HOUR / SECOND;

/** 30 look-ups by email an hour from one address (design: Plans and payment). */
export const limitLookup = (deps: Deps, address: string): Promise<void> =>
  take(deps, `registration-lookup:${address}`, 30, ONE_HOUR, MESSAGES.tooManyCalls);

/** 60 checkouts an hour for one registration. */
export const limitPayment = (deps: Deps, registrationId: string): Promise<void> =>
  take(deps, `registration-payment:${registrationId}`, 60, ONE_HOUR, MESSAGES.tooManyCalls);

/** Looks at a checkout, apart from opening one: who waits for a late payment looks every three seconds, and must still pay. */
export const limitReadBack = (deps: Deps, registrationId: string): Promise<void> =>
  take(deps, `registration-read-back:${registrationId}`, READ_BACKS_PER_HOUR, ONE_HOUR, MESSAGES.tooManyCalls);

/** 20 requests for a link an hour from one address. */
export const limitResumeRequests = (deps: Deps, address: string): Promise<void> =>
  take(deps, `registration-link:${address}`, 20, ONE_HOUR, MESSAGES.tooManyCalls);

/** 20 tokens that don't work an hour from one address. @returns a function to call once one works. */
export async function limitResume(deps: Deps, address: string) {
  const key = `registration-resume:${address}`;
  await take(deps, key, 20, ONE_HOUR, MESSAGES.tooManyCalls);
  return { succeeded: () => deps.limiter.undo(key) };
}
