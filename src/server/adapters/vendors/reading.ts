// What every reader ends with: an event in our terms out of what it found, checked by the contract's schema. What a vendor
// sends too long is cut, and what can't be used left out: an order is more than its buyer's city.
import { type EventInput, eventInput } from '#shared/contract/event.ts';
import { isRegionCode } from '#shared/event-wording.ts';
import { NAME_MAX, SUBJECT_MAX } from '#shared/limits.ts';
import { at, idAt } from '#shared/read-json.ts';
import { shorten } from '#shared/shorten.ts';
import type { DeliveredEvent, Reading, Retraction } from '../../domain/events/delivery.ts';

type Optional<T> = { [K in keyof T]?: T[K] | undefined };

/** An event as it was found: any part may be missing, too long or nonsense. */
export type Found = Optional<Omit<EventInput, 'actor' | 'subject'>> & {
  kind: EventInput['kind'];
  actor?: Optional<NonNullable<EventInput['actor']>>;
  subject?: Optional<NonNullable<EventInput['subject']>>;
  customer?: string | undefined;
};

export const ignored = (reason: string): Reading => ({ verdict: 'ignored', reason });
export const refused = (reason: string): Reading => ({ verdict: 'refused', reason });
export const retracting = (...retractions: Retraction[]): Reading => ({ verdict: 'read', events: [], retractions });

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

/** @returns the name of a product as events have it, so that a refund's is the same. */
export const subjectName = (name: string): string => shorten(name, SUBJECT_MAX);

function cut({ actor = {}, subject = {}, ...rest }: Omit<Found, 'customer'>) {
  const { email, region, ...others } = actor;
  const names = { ...others, region: region !== undefined && isRegionCode(region) ? undefined : region };
  const short = Object.entries(names).map(([key, value]) => [key, value && shorten(value, NAME_MAX)]);
  return {
    ...rest,
    actor: { ...Object.fromEntries(short), email },
    subject: subject.name === undefined ? undefined : { ...subject, name: subjectName(subject.name) },
  };
}

/** @returns the event without the parts that don't pass; undefined when the others don't make one. */
function checked(given: ReturnType<typeof cut>): EventInput | undefined {
  const whole = eventInput.safeParse(given);
  if (whole.success) return whole.data;
  const { id, kind, occurredAt, actor, subject, ...rest } = given;
  let event: object = { id, kind, occurredAt };
  const accept = (more: object) => {
    const longer = { ...event, ...more };
    if (eventInput.safeParse(longer).success) event = longer;
  };
  for (const [key, value] of Object.entries(rest)) accept({ [key]: value });
  for (const [parent, parts] of Object.entries({ actor, subject })) {
    let kept = {};
    for (const [key, value] of Object.entries(parts ?? {})) {
      const longer = { ...kept, [key]: value };
      if (eventInput.safeParse({ id, kind, occurredAt, [parent]: longer }).success) kept = longer;
    }
    accept({ [parent]: kept });
  }
  return eventInput.safeParse(event).data;
}

/** @returns a reading with this one event; refused when it has no id or no time. */
export function reading({ customer, ...found }: Found): Reading {
  const event = checked(cut(found));
  if (!event) return refused('The id or the time is missing');
  const delivered: DeliveredEvent = { ...event, ...(customer !== undefined && { customer }) };
  return { verdict: 'read', events: [delivered], retractions: [] };
}
