// What can have happened, and what is told of it: apart from events, because sources are told how to read it, and events
// name their source.
export const EVENT_KINDS = ['purchase', 'signup', 'review', 'custom'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** The fields of an event without their groups, as mappings name them: `product`, `url` and `image` are the subject's. */
export const EVENT_FIELDS = [
  'id',
  'kind',
  'occurredAt',
  'firstName',
  'lastName',
  'email',
  'city',
  'region',
  'country',
  'product',
  'url',
  'image',
  'quantity',
  'amount',
  'currency',
  'rating',
  'text',
  'reference',
  'arm',
] as const;
export type EventField = (typeof EVENT_FIELDS)[number];
