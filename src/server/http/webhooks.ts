// Messages of the payment provider. Their signature is their authority, so they need neither a session nor a CSRF token.
// They are answered as soon as their jobs are queued, so that the provider never waits for slow work.
import type { Handler } from 'hono';
import { BILLING_MESSAGES } from '#shared/billing-messages.ts';
import { MESSAGES } from '#shared/messages.ts';
import type { Deps } from '../deps.ts';
import { takeEvent } from '../domain/billing/events.ts';
import { PaymentsError } from '../domain/billing/payments.ts';
import { DomainError, invalid } from '../domain/errors.ts';
import { readBytes } from './body.ts';
import { errorResponse } from './error-response.ts';
import type { HttpEnv } from './request-context.ts';

const SIGNATURE = 'stripe-signature';

/** @returns a handler that answers 200 once an event is stored or ignored, and 400 for what the provider did not sign. */
export const receiveWebhook =
  (deps: Deps): Handler<HttpEnv> =>
  async (c) => {
    try {
      if (!deps.payments) throw new DomainError('not-found', MESSAGES.notFound);
      const signature = c.req.header(SIGNATURE);
      if (!signature) throw invalid(SIGNATURE, BILLING_MESSAGES.webhookUnsigned);
      // As it came: the signature is over its bytes.
      const event = await deps.payments.readEvent(await readBytes(c), signature).catch(refuseUnsigned);
      if (await takeEvent(deps, event)) deps.jobs.wake();
      return c.json({ received: true });
    } catch (error) {
      return errorResponse(c, deps.log, error);
    }
  };

function refuseUnsigned(error: unknown): never {
  const isSignature = error instanceof PaymentsError && error.kind === 'bad-signature';
  throw isSignature ? invalid(SIGNATURE, BILLING_MESSAGES.webhookBadSignature) : error;
}
