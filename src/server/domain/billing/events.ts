// Messages of the payment provider. A message says only what to look at: what holds is read back, by a job in the queue,
// so that the provider is answered at once and nothing is lost.
import { DAY, isoNow, isoOf } from '#shared/time.ts';
import { type JobKind, requestJob } from '../../db/jobs.ts';
import { deleteEventsBefore, noteEvent } from '../../db/webhook-events.ts';
import type { Deps } from '../../deps.ts';
import type { PaymentEvent } from './payments.ts';

/** The part of an event that says what it is about, and the job that looks at it. */
type Handling = [subject: 'checkoutId' | 'subscriptionId' | 'chargeId', job: JobKind];

const HANDLING = {
  'checkout.session.completed': ['checkoutId', 'sync-checkout'],
  'checkout.session.async_payment_succeeded': ['checkoutId', 'sync-checkout'],
  'checkout.session.async_payment_failed': ['checkoutId', 'sync-checkout'],
  'checkout.session.expired': ['checkoutId', 'sync-checkout'],
  'customer.subscription.created': ['subscriptionId', 'sync-subscription'],
  'customer.subscription.updated': ['subscriptionId', 'sync-subscription'],
  'customer.subscription.deleted': ['subscriptionId', 'sync-subscription'],
  'invoice.paid': ['subscriptionId', 'sync-subscription'],
  'invoice.payment_failed': ['subscriptionId', 'sync-subscription'],
  'charge.dispute.created': ['chargeId', 'read-dispute'],
} as const satisfies Record<string, Handling>;
type HandledEvent = keyof typeof HANDLING;
const isHandled = (type: string): type is HandledEvent => Object.hasOwn(HANDLING, type);

/** The kinds of events that are handled: those that `npm run stripe:setup` asks for. Others are ignored. */
export const HANDLED_EVENTS = Object.keys(HANDLING) as HandledEvent[];

/** How long an event is remembered. The provider sends one again for three days. */
const EVENT_LIFE = 30 * DAY;

/**
 * Takes on an event whose signature holds: once, however often and on however many servers it arrives.
 * @returns whether there is something to do now.
 */
export async function takeEvent({ db, clock }: Pick<Deps, 'db' | 'clock'>, event: PaymentEvent): Promise<boolean> {
  if (!isHandled(event.type)) return false;
  const [part, job] = HANDLING[event.type];
  const subject = event[part];
  const now = isoNow(clock);
  return db.transaction().execute(async (tx) => {
    if (!(await noteEvent(tx, event, now)) || subject === null) return false;
    await requestJob(tx, job, subject, now);
    return true;
  });
}

export const forgetOldEvents = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, stopping?: AbortSignal) =>
  deleteEventsBefore(db, isoOf(clock.now() - EVENT_LIFE), stopping);
