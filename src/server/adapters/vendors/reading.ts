// What every reader ends with: an event in our terms out of what it found, or why there is none.
import type { EventInput } from '#shared/contract/event.ts';
import type { FieldError } from '#shared/contract/field-errors.ts';
import { ARM_KEY } from '#shared/facts/arms.ts';
import { momentOf } from '#shared/facts/moments.ts';
import { at, idAt, listAt, textAt } from '#shared/read-json.ts';
import { type FoundEvent, usableParts } from '#shared/usable-event.ts';
import type { DeliveredEvent, Reading, Retraction } from '../../domain/events/delivery.ts';

/** An event of a vendor's as it was found. */
export type Found = FoundEvent &
  Pick<EventInput, 'kind'> & {
    [Key in 'customer' | 'orderNumber' | 'paidAt' | 'isByStaff']?: DeliveredEvent[Key] | undefined;
  };

export const ignored = (reason: string): Reading => ({ verdict: 'ignored', reason });
export const refused = (reason: string): Reading => ({ verdict: 'refused', reason });
export const retracting = (...retractions: Retraction[]): Reading => ({ verdict: 'read', events: [], retractions });

/** @returns that the order waits to be paid (again). @param asOf when the shop said so, in its own spelling. @param now ms. */
export const holding = (order: string, asOf: unknown, now: number): Reading =>
  retracting({ matches: 'reference', value: order, because: 'on-hold', asOf: shopMs(asOf) ?? now });

/** @param time of a shop's clock, in UTC unless it says otherwise. @returns it in ms; undefined for none. */
export function shopMs(time: unknown): number | undefined {
  const moment = momentOf(time, 'Z');
  return moment === undefined ? undefined : Date.parse(moment);
}

/** More fields of its own than any shop gives an order. */
const NAMED_MAX = 200;

/** @returns the arm that an order came with, among what a shop lists by name and value. @param by what it calls the name. */
export const armIn = (order: unknown, list: string, by: 'name' | 'key'): string | undefined =>
  textAt(
    listAt(order, list)
      .slice(0, NAMED_MAX)
      .find((one) => at(one, by) === ARM_KEY),
    'value',
  );

/**
 * Shopify and WooCommerce sign a body and not its topic: whoever got hold of an order could send it again as its own end.
 * @param said what the topic says of the order.
 */
export const contradicting = (said: string): Reading =>
  refused(`The topic says ${said}, the body does not. Only the body is signed`);

/** What every order has of which a shop tells, and no deletion. */
const ORDER_PARTS = ['line_items', 'status', 'financial_status', 'created_at'];

/** @returns the end of an order of which there is nothing left but the id. */
export function deleting(body: unknown): Reading {
  const id = idAt(body, 'id');
  if (id === undefined) return refused('The order is missing');
  if (ORDER_PARTS.some((part) => at(body, part) !== undefined)) return contradicting('deleted');
  return retracting({ matches: 'reference', value: id, because: 'deleted' });
}

/**
 * @param issues with the fields that have a value which can't be read.
 * @returns a reading with this one event; refused when it has no id or no time.
 */
export function reading(
  { customer, orderNumber, paidAt, isByStaff, ...found }: Found,
  issues: readonly FieldError[] = [],
): Reading {
  const { event, issues: dropped } = usableParts(found);
  if (!event) return refused('The id or the time is missing');
  const delivered: DeliveredEvent = {
    ...event,
    ...(customer !== undefined && { customer }),
    ...(orderNumber !== undefined && { orderNumber }),
    ...(paidAt !== undefined && { paidAt }),
    ...(isByStaff && { isByStaff }),
  };
  const fields = [...new Set([...issues, ...dropped].map(({ field }) => field))];
  const note = fields.length > 0 ? `Taken without what can't be read: ${fields.join(', ')}` : undefined;
  return { verdict: 'read', events: [delivered], retractions: [], ...(note !== undefined && { note }) };
}
