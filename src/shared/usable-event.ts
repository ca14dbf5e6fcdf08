// An event of what was found in the words of somebody else's, checked by the contract's schema. What is too long is cut, and
// what can't be used is left out: an order is more than its buyer's city. Pure.
import { type EventInput, eventInput } from './contract/event.ts';
import { isRegionCode } from './event-wording.ts';
import { NAME_MAX, SUBJECT_MAX } from './limits.ts';
import { shorten } from './shorten.ts';

type Optional<T> = { [K in keyof T]?: T[K] | undefined };

/** An event as it was found: any part may be missing, too long or nonsense. */
export type FoundEvent = Optional<Omit<EventInput, 'actor' | 'subject'>> & {
  actor?: Optional<NonNullable<EventInput['actor']>> | undefined;
  subject?: Optional<NonNullable<EventInput['subject']>> | undefined;
};

/** @returns the name of a product as events have it, so that a refund's is the same. */
export const subjectName = (name: string): string => shorten(name, SUBJECT_MAX);

function cut({ actor = {}, subject = {}, ...rest }: FoundEvent) {
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
export function usableEvent(found: FoundEvent): EventInput | undefined {
  const given = cut(found);
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
