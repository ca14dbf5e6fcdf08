// A mapping while it is being made: what its owner chose for each field, and what is still wrong with it. Pure.
import {
  type FieldMapping,
  MAPPED_FIELDS,
  type MappedField,
  type MappedKind,
  type Mapping,
  mappingIssues,
  mappingSchema,
} from '#shared/contract/mapping.ts';
import { type Mapped, type MappedEvent, readMapped, TWO_DAYS } from '#shared/event-mapping.ts';
import { type DateOrder, orderEvidence, provenOrder } from '#shared/facts/moments.ts';
import { isPointer, keysOf, toPointer, valueAt } from '#shared/json-pointer.ts';

/** What a value at one place says of an order: that it is paid, or no longer holds. */
const SIGNS = ['paidWhen', 'retractWhen'] as const;
export type Sign = (typeof SIGNS)[number];
export const isSign = (target: Target): target is Sign => SIGNS.some((sign) => sign === target);

/** What is chosen in the body: a field of the event, or what says whether it holds. */
export type Target = MappedField | Sign;

export const TARGETS: readonly Target[] = [...MAPPED_FIELDS, ...SIGNS];

/** @returns the target of that name, if there is one. */
export const targetOf = (name: PropertyKey | undefined): Target | undefined => TARGETS.find((one) => one === name);

export const LABELS: Record<Target, string> = {
  id: 'Id',
  kind: 'What happened',
  occurredAt: 'When it happened',
  fullName: 'Full name',
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
  arm: 'Arm',
  paidWhen: 'Paid when',
  retractWhen: 'Canceled when',
};

export const HINTS: Partial<Record<Target, string>> = {
  id: 'Tells one event from another: the same id is the same event.',
  occurredAt: 'Without it, the moment it arrives.',
  fullName: 'First and last name in one field.',
  email: 'Only a keyed hash of it is stored, to erase what is about the person.',
  reference: 'What a refund names. Without it, the id.',
  arm: 'What Proofbell.arm() answered in the buyer’s browser: only needed to measure the effect.',
  text: 'What a review says, or the whole message of a custom event.',
  paidWhen: 'The status of an order, where it also comes before it is paid.',
  retractWhen: 'The place that says so, such as the status of an order.',
};

const without = <T extends object, K extends keyof T>(from: T, key: K): Omit<T, K> => {
  const { [key]: _gone, ...rest } = from;
  return rest;
};

/** Sets a field, or takes it away when nothing of it is left. */
function withField(draft: Mapping, field: MappedField, { pointers = [], value }: FieldMapping): Mapping {
  const mapped = { ...(pointers.length > 0 && { pointers }), ...(value && { value }) };
  const fields = Object.keys(mapped).length > 0 ? { ...draft.fields, [field]: mapped } : without(draft.fields, field);
  return { ...draft, fields };
}

/** Sets the places of a target. A sign has one: the last. */
function withPlaces(draft: Mapping, target: Target, pointers: string[]): Mapping {
  if (!isSign(target)) return withField(draft, target, { ...draft.fields[target], pointers });
  const pointer = pointers.at(-1);
  if (pointer === undefined) return without(draft, target);
  return { ...draft, [target]: { pointer, equals: draft[target]?.equals ?? [] } };
}

/** @returns the mapping with this place for the target: instead of those it has, or `isMore` after them. */
export function withPlace(
  draft: Mapping,
  target: Target,
  path: readonly (string | number)[],
  isMore: boolean,
): Mapping {
  const pointer = toPointer(path);
  const others = isMore ? placesOf(draft, target).filter((one) => one !== pointer) : [];
  return withPlaces(draft, target, [...others, pointer]);
}

export const withoutPlace = (draft: Mapping, target: Target, pointer: string): Mapping =>
  withPlaces(
    draft,
    target,
    placesOf(draft, target).filter((one) => one !== pointer),
  );

/** @returns the mapping with this column alone for the target; null for none. */
export const withColumn = (draft: Mapping, target: Target, column: string | null): Mapping =>
  withPlaces(draft, target, column === null ? [] : [toPointer([column])]);

/** @param value '' for none. */
export const withValue = (draft: Mapping, field: MappedField, value: string): Mapping =>
  withField(draft, field, { pointers: draft.fields[field]?.pointers, value });

export function placesOf(draft: Mapping, target: Target): string[] {
  if (!isSign(target)) return draft.fields[target]?.pointers ?? [];
  return draft[target] ? [draft[target].pointer] : [];
}

/** @returns the mapping with which comes first in 03/04/2026; undefined for what isn't known. */
export const withDateOrder = (draft: Mapping, dateOrder: DateOrder | undefined): Mapping =>
  dateOrder === undefined ? without(draft, 'dateOrder') : { ...draft, dateOrder };

/** @returns the mapping with the order of dates that one of its times' values proves, unless it has one. */
export function withProvenOrder(draft: Mapping, valuesAt: (pointer: string) => string[]): Mapping {
  const values = placesOf(draft, 'occurredAt').flatMap(valuesAt);
  return draft.dateOrder === undefined ? withDateOrder(draft, provenOrder(values)) : draft;
}

/** @returns a date of its times that can be two days; undefined where none can, or the mapping says which. */
export const openDateIn = (draft: Mapping, valuesAt: (pointer: string) => string[]): string | undefined =>
  draft.dateOrder === undefined ? orderEvidence(placesOf(draft, 'occurredAt').flatMap(valuesAt)).open : undefined;

/** @returns the mapping with the zone of times that don't say theirs; undefined for the site's. */
export const withTimeZone = (draft: Mapping, timeZone: string | undefined): Mapping =>
  timeZone === undefined ? without(draft, 'timeZone') : { ...draft, timeZone };

/** @returns the first field without a place, after `target`; what is required comes first. */
export function nextTarget(draft: Mapping, target: Target): Target {
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

/** @returns what was found for each field, as text; undefined for nothing. */
function foundIn({ actor, subject, quantity, amount, rating, ...rest }: MappedEvent): Found {
  const text = (value: number | undefined) => value?.toString();
  return {
    ...rest,
    ...actor,
    fullName: [actor.firstName, actor.lastName].filter(Boolean).join(' ') || undefined,
    product: subject?.name,
    url: subject?.url,
    image: subject?.image,
    quantity: text(quantity),
    amount: text(amount),
    rating: text(rating),
  };
}

export type Found = Partial<Record<MappedField, string | undefined>>;
/** What is wrong, by target. */
export type Issues = Partial<Record<Target, string>>;

export type Judgment = { issues: Issues; found: Found; body: Mapped | null };

/** @returns what is wrong with the mapping itself, whatever is read by it. */
export function issuesIn(draft: Mapping, kind: MappedKind): Issues {
  const issues: Issues = {};
  const note = (path: readonly PropertyKey[], message: string) => {
    const target = targetOf(path[0] === 'fields' ? path[1] : path[0]);
    if (target) issues[target] ??= message;
  };
  for (const { path, message } of mappingSchema.safeParse(draft).error?.issues ?? []) note(path, message);
  for (const { field, message } of mappingIssues(kind, draft)) note(field.split('.'), message);
  return issues;
}

/** @param given the last body, parsed; undefined while there is none. @param now ms. */
export function judge(draft: Mapping, given: unknown, now: number): Judgment {
  const issues = issuesIn(draft, 'webhook');
  if (given === undefined) return { issues, found: {}, body: null };
  const body = readMapped(
    { valueAt: (pointer) => valueAt(given, pointer), timeZone: 'UTC', arrivedAt: now, hasFullNames: true },
    draft,
  );
  const { kind, id, occurredAt } = body.event;
  if (!issues.kind && kind === undefined) issues.kind = 'This body has no value there';
  if (!issues.id && id === undefined) issues.id = 'This body has no id there';
  const told = body.issues.find(({ field }) => field === 'occurredAt')?.message;
  if (occurredAt === undefined) issues.occurredAt = told === TWO_DAYS ? TWO_DAYS : 'This body has no time there';
  for (const { field } of body.issues) {
    const target = targetOf(field);
    if (target) issues[target] ??= "What is there can't be read";
  }
  return { issues, found: foundIn(body.event), body };
}
