// Rate limits of registration. Public ids can't be guessed, so reading one isn't limited; what costs an email, a hash or a
// call to the payment provider is. Emails are limited by their recipient, too (domain/mail-limits.ts).

import { READ_BACKS_PER_HOUR } from '#shared/limits.ts';
import type { Deps } from '../../deps.ts';
import { hourly } from '../rate-limit.ts';

/** 30 look-ups by email an hour from one address (design: Plans and payment). */
export const limitLookup = hourly('registration-lookup', 30);

/** 60 checkouts an hour for one registration. */
export const limitPayment = hourly('registration-payment', 60);

/** Looks at a checkout, apart from opening one: who waits for a late payment looks every three seconds, and must still pay. */
export const limitReadBack = hourly('registration-read-back', READ_BACKS_PER_HOUR);

/** 20 requests for a link an hour from one address. */
export const limitResumeRequests = hourly('registration-link', 20);

/** 20 tokens that don't work an hour from one address. @returns a function to call once one works. */
export async function limitResume(deps: Deps, address: string) {
  await hourly('registration-resume', 20)(deps, address);
  return { succeeded: () => deps.limiter.undo(`registration-resume:${address}`) };
}
