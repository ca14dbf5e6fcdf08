// An event of what was found in the words of somebody else's, checked by the contract's schema. What is too long is cut, and
// what can't be used is left out: an order is more than its buyer's city. Pure.
import { type EventInput, foundEventInput } from './contract/event.ts';
import { type FieldError, fieldErrors } from './contract/field-errors.ts';
import { isRegionCode } from './facts/places.ts';
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
  const names = { ...others, ...(region !== undefined && !isRegionCode(region) && { region }) };
  const short = Object.entries(names).map(([key, value]) => [key, value && shorten(value, NAME_MAX)]);
  return {
    ...rest,
    actor: { ...Object.fromEntries(short), email },
    subject: subject.name === undefined ? undefined : { ...subject, name: subjectName(subject.name) },
  };
}

/** @returns whether the event has the part that an issue is about, such as 'actor.city'. */
const hasPart = (event: EventInput, path: string): boolean =>
  path.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], event) !==
  undefined;

/**
 * @returns the event without the parts that don't pass, and what is wrong with those; without an event when the others
 * don't make one.
 */
export function usableParts(found: FoundEvent): { event: EventInput | undefined; issues: FieldError[] } {
  const given = cut(found);
  const whole = foundEventInput.safeParse(given);
  if (whole.success) return { event: whole.data, issues: [] };
  const { id, kind, occurredAt, actor, subject, ...rest } = given;
  let event: object = { id, kind, occurredAt };
  const accept = (more: object) => {
    const longer = { ...event, ...more };
    if (foundEventInput.safeParse(longer).success) event = longer;
  };
  for (const [key, value] of Object.entries(rest)) accept({ [key]: value });
  for (const [parent, parts] of Object.entries({ actor, subject })) {
    let kept = {};
    for (const [key, value] of Object.entries(parts ?? {})) {
      const longer = { ...kept, [key]: value };
      if (foundEventInput.safeParse({ id, kind, occurredAt, [parent]: longer }).success) kept = longer;
    }
    accept({ [parent]: kept });
  }
  const { data } = foundEventInput.safeParse(event);
  const issues = fieldErrors(whole.error).filter(({ field }) => !data || !hasPart(data, field));
  return { event: data, issues };
}
