// How a body in a sender's own words is read as an event, on the wire: for each field, where in the body its value is.
import { z } from 'zod';
import { isPointer } from '../json-pointer.ts';
import { numberAt } from '../read-json.ts';
import { EVENT_FIELDS, EVENT_KINDS, type EventField } from './event-fields.ts';
import { bounded, filledText, text } from './text.ts';

const POINTER_MAX = 300;
/** Where else a value may be, when it isn't at the first place. */
const POINTERS_MAX = 5;

const pointer = text(POINTER_MAX).refine(isPointer, 'Enter a JSON Pointer such as /order/id');

const mappedField = z.strictObject({
  /** The first that leads to a value counts. */
  pointers: bounded(z.array(pointer), POINTERS_MAX, `At most ${POINTERS_MAX} places`).optional(),
  /** What holds when none does. */
  value: filledText(200).optional(),
});
export type FieldMapping = z.infer<typeof mappedField>;

/** @returns why a field can't have this value in every event; null when it can. */
function valueIssue(field: EventField, value: string): string | null {
  switch (field) {
    case 'id':
    case 'occurredAt':
      return 'Differs from event to event: choose where it is';
    case 'kind':
      return EVENT_KINDS.some((kind) => kind === value) ? null : `One of ${EVENT_KINDS.join(', ')}`;
    case 'currency':
      return /^[A-Za-z]{3}$/.test(value) ? null : 'Enter a currency such as EUR';
    case 'quantity':
    case 'amount':
    case 'rating':
      return numberAt(value) === undefined ? 'Enter a number' : null;
    default:
      return null;
  }
}

export const bodyMappingSchema = z
  .strictObject({
    fields: bounded(z.partialRecord(z.enum(EVENT_FIELDS), mappedField), EVENT_FIELDS.length, 'Too many fields'),
    /** What says that an event is no longer true: the value there is one of these texts, in any case of letters. */
    retractWhen: z
      .strictObject({
        pointer,
        equals: bounded(z.array(filledText(100)).min(1, 'Enter at least one value'), 10, 'At most 10 values'),
      })
      .optional(),
  })
  .superRefine(({ fields }, issues) => {
    const refuse = (field: EventField, message: string) =>
      issues.addIssue({ code: 'custom', path: ['fields', field], message });
    for (const [field, { value }] of Object.entries(fields) as [EventField, FieldMapping][]) {
      const issue = value === undefined ? null : valueIssue(field, value);
      if (issue) refuse(field, issue);
    }
    if (!fields.id?.pointers?.length) refuse('id', 'Choose where the id is: it tells one event from another');
    if (!fields.kind?.pointers?.length && fields.kind?.value === undefined)
      refuse('kind', 'Choose what happened, or where the body says it');
  });
export type BodyMapping = z.infer<typeof bodyMappingSchema>;
