// A mapping while it is being made: what its owner chose for each field, and what is still wrong with it. Pure.
import { EVENT_FIELDS, type EventField } from '#shared/contract/event-fields.ts';
import { type BodyMapping, bodyMappingSchema, type FieldMapping } from '#shared/contract/mapping.ts';
import { type MappedBody, readMapped } from '#shared/event-mapping.ts';
import { isPointer, keysOf, toPointer } from '#shared/json-pointer.ts';

/** What is chosen in the body: a field of the event, or what says that it is retracted. */
export type Target = EventField | 'retractWhen';

export const TARGETS: readonly Target[] = [...EVENT_FIELDS, 'retractWhen'];

export const LABELS: Record<Target, string> = {
  id: 'Id',
  kind: 'What happened',
  occurredAt: 'When it happened',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  city: 'City',
  region: 'Region',
  country: 'Country',
  product: 'Product',
  url: 'Link',
  image: 'Picture',
  quantity: 'Quantity',
  amount: 'Amount',
  currency: 'Currency',
  rating: 'Stars',
  text: 'Text',
  reference: 'Order',
  retractWhen: 'Retracted when',
};

export const HINTS: Partial<Record<Target, string>> = {
  id: 'Tells one event from another: the same id is the same event.',
  occurredAt: 'Without it, the moment it arrives.',
  firstName: 'Of a full name, the first word.',
  email: 'Only a keyed hash of it is stored, so that the person can be forgotten.',
  reference: 'What a refund names. Without it, the id.',
  text: 'What a review says, or the whole message of a custom event.',
  retractWhen: 'The place that says so, such as the status of an order.',
};

const without = <T extends object, K extends keyof T>(from: T, key: K): Omit<T, K> => {
  const { [key]: _gone, ...rest } = from;
  return rest;
};

/** Sets a field, or takes it away when nothing of it is left. */
function withField(draft: BodyMapping, field: EventField, { pointers = [], value }: FieldMapping): BodyMapping {
  const mapped = { ...(pointers.length > 0 && { pointers }), ...(value && { value }) };
  const fields = Object.keys(mapped).length > 0 ? { ...draft.fields, [field]: mapped } : without(draft.fields, field);
  return { ...draft, fields };
}

/** @returns the mapping with this place for the target: instead of those it has, or `isMore` after them. */
export function withPlace(
  draft: BodyMapping,
  target: Target,
  path: readonly (string | number)[],
  isMore: boolean,
): BodyMapping {
  const pointer = toPointer(path);
  if (target === 'retractWhen') return { ...draft, retractWhen: { pointer, equals: draft.retractWhen?.equals ?? [] } };
  const { pointers = [], value } = draft.fields[target] ?? {};
  const others = isMore ? pointers.filter((one) => one !== pointer) : [];
  return withField(draft, target, { pointers: [...others, pointer], value });
}

export function withoutPlace(draft: BodyMapping, target: Target, pointer: string): BodyMapping {
  if (target === 'retractWhen') return without(draft, 'retractWhen');
  const { pointers = [], value } = draft.fields[target] ?? {};
  return withField(draft, target, { pointers: pointers.filter((one) => one !== pointer), value });
}

/** @param value '' for none. */
export const withValue = (draft: BodyMapping, field: EventField, value: string): BodyMapping =>
  withField(draft, field, { pointers: draft.fields[field]?.pointers, value });

export const placesOf = (draft: BodyMapping, target: Target): string[] =>
  target === 'retractWhen'
    ? draft.retractWhen
      ? [draft.retractWhen.pointer]
      : []
    : (draft.fields[target]?.pointers ?? []);

/** @returns the first field without a place, after `target`; what is required comes first. */
export function nextTarget(draft: BodyMapping, target: Target): Target {
  if (placesOf(draft, 'id').length === 0) return 'id';
  const from = TARGETS.indexOf(target);
  const rest = [...TARGETS.slice(from + 1), ...TARGETS.slice(0, from)];
  return rest.find((one) => one !== 'kind' && placesOf(draft, one).length === 0) ?? target;
}

/** @returns a pointer as its owner reads it: 'line_items › 1st › title'. */
export function wayOf(pointer: string): string {
  const keys = isPointer(pointer) ? keysOf(pointer) : [];
  return keys.map((key) => (/^\d+$/.test(key) ? `no. ${Number(key) + 1}` : key)).join(' › ') || 'the whole body';
}

/** @returns what the mapping finds for each field, as text; undefined for nothing. */
function foundIn(body: MappedBody): Record<EventField, string | undefined> {
  const { actor, subject, quantity, amount, rating, isRetraction: _is, ...rest } = body;
  const text = (value: number | undefined) => value?.toString();
  return {
    ...rest,
    ...actor,
    product: subject.name,
    url: subject.url,
    image: subject.image,
    quantity: text(quantity),
    amount: text(amount),
    rating: text(rating),
  };
}

export type Judgment = {
  /** What is wrong, by target. */
  issues: Partial<Record<Target, string>>;
  found: Partial<Record<EventField, string | undefined>>;
  body: MappedBody | null;
};

/** @param given the last body, parsed; undefined while there is none. @param now ms. */
export function judge(draft: BodyMapping, given: unknown, now: number): Judgment {
  const issues: Judgment['issues'] = {};
  for (const { path, message } of bodyMappingSchema.safeParse(draft).error?.issues ?? []) {
    const target = TARGETS.find((one) => one === (path[0] === 'fields' ? path[1] : path[0]));
    if (target) issues[target] ??= message;
  }
  const body = given === undefined ? null : readMapped(given, draft, now);
  const found = body ? foundIn(body) : {};
  if (body && !issues.kind && body.kind === undefined) issues.kind = 'This body has no value there';
  if (body && !issues.id && body.id === undefined) issues.id = 'This body has no id there';
  if (body && body.occurredAt === undefined) issues.occurredAt = 'This body has no time there';
  return { issues, found, body };
}
