// Errors of the payment provider, told apart by what can be done about them. What goes into a message is checked: it ends
// up in the log.
import type { Stripe } from 'stripe';
import { PaymentsError, type PaymentsFault } from '../../domain/billing/payments.ts';

/** The parts of the SDK's errors that are read. Not `instanceof`: the SDK is loaded only when it is needed. */
type SdkError = Pick<
  Stripe.errors.StripeError,
  'code' | 'statusCode' | 'requestId' | 'headers' | 'type' | 'message' | 'detail'
>;

/** @returns the first line without keys, card numbers and email addresses, at most 300 characters. */
const clean = (text: string): string =>
  (text.split('\n', 1)[0] ?? '')
    .slice(0, 2_000)
    .replace(/\b(?:[srp]k|whsec)_[\w*]+/g, '…')
    .replace(/(?<!\w)\d(?:[ -]?\d){11,}(?!\w)/g, '…')
    .replace(/[^\s@]+@[^\s@]+/g, '…')
    .slice(0, 300);

function kindOf({ type, code, statusCode = 0 }: SdkError): PaymentsFault {
  if (statusCode === 402 || type === 'StripeCardError') return 'declined';
  if (statusCode === 404 || code === 'resource_missing') return 'not-found';
  // The same key at the same time, or an object that is being changed: both pass.
  if (statusCode === 409 || statusCode === 429 || code === 'lock_timeout') return 'unavailable';
  return statusCode >= 400 && statusCode < 500 ? 'refused' : 'unavailable';
}

const isFromSdk = (error: unknown): error is SdkError =>
  error instanceof Error && 'type' in error && 'requestId' in error;

/**
 * @param call what was asked for. @param error whatever the SDK threw; one that is none of its own means that the answer was
 * garbage.
 */
export function toPaymentsError(call: string, error: unknown): PaymentsError {
  if (error instanceof PaymentsError) return error;
  // What anything else says may quote the answer.
  if (!isFromSdk(error)) return new PaymentsError('unavailable', `${call}: the payment provider answered garbage`);
  const { type, code, statusCode, requestId, headers, message, detail } = error;
  const kind = kindOf(error);
  const told = statusCode ? `answered ${statusCode}` : type === 'StripeConnectionError' ? 'is out of reach' : 'failed';
  // Such as ENOTFOUND.
  const socket = typeof detail === 'object' && 'code' in detail ? detail.code : undefined;
  const details = [code, socket, requestId, kind === 'unavailable' ? '' : clean(message)].filter(Boolean).join(', ');
  const wait = Number(headers?.['retry-after']);
  return new PaymentsError(
    kind,
    `${call}: the payment provider ${told}${details ? ` (${details})` : ''}`,
    Number.isInteger(wait) && wait > 0 && wait <= 3600 ? wait : undefined,
  );
}

/** @returns whether this is the answer to an earlier call with the same key, which the provider repeats for a day. */
export const isReplayed = (error: unknown): boolean =>
  isFromSdk(error) && error.headers?.['idempotent-replayed'] === 'true';
