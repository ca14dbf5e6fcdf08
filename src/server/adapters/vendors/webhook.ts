// The generic webhook: deliveries from whatever can post JSON, in our own words, or in the sender's with a mapping.
import { EVENT_KINDS, type EventInput, eventInput } from '#shared/contract/event.ts';
import type { Mapping } from '#shared/contract/mapping.ts';
import { readMapped } from '#shared/event-mapping.ts';
import { MAPPING_FINDS, UNKNOWN_FORMAT } from '#shared/event-messages.ts';
import { valueAt } from '#shared/json-pointer.ts';
import { EVENTS_PER_REQUEST } from '#shared/limits.ts';
import { at, idAt, textAt } from '#shared/read-json.ts';
import type { Reading, Retraction } from '../../domain/events/delivery.ts';
import { ignored, reading, refused, retracting } from './reading.ts';
import type { Read } from './vendors.ts';

/** What only an event in our form has all of. */
const isOurs = (body: unknown) => ['id', 'kind', 'occurredAt'].every((key) => at(body, key) !== undefined);

/** Many senders' ids are numbers. */
function withTextIds(given: unknown): unknown {
  const ids = ['id', 'reference'].flatMap((key) => {
    const id = typeof at(given, key) === 'number' ? idAt(given, key) : undefined;
    return id === undefined ? [] : [[key, id]];
  });
  return ids.length === 0 ? given : { ...(given as object), ...Object.fromEntries(ids) };
}

type Issue = NonNullable<ReturnType<typeof eventInput.safeParse>['error']>['issues'][number];
/** @returns whether something else stands where there may be a number, or nothing. */
const isNumberIssue = (issue: Issue): boolean =>
  (issue.code === 'invalid_type' && issue.expected === 'number') ||
  (issue.code === 'invalid_union' &&
    issue.errors.some(([first]) => first !== undefined && isNumberIssue(first as Issue)));

/** @returns what is wrong with the event, without its values or names that are not ours. */
function issueOf(given: unknown): string | undefined {
  const issue = eventInput.safeParse(given).error?.issues[0];
  if (!issue) return undefined;
  const field = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') return `${field ? `${field} has` : 'It has'} a field that events do not have`;
  return isNumberIssue(issue) ? `${field} must be a number` : `${field} is missing or not valid`;
}

function readEvents(given: unknown[], isList: boolean): Reading {
  if (given.length > EVENTS_PER_REQUEST) return refused(`At most ${EVENTS_PER_REQUEST} events in one delivery`);
  const events: EventInput[] = [];
  for (const [index, one] of given.entries()) {
    const event = withTextIds(one);
    const { data } = eventInput.safeParse(event);
    if (!data) return refused(`${isList ? `Event ${index + 1}: ` : ''}${issueOf(event)}`);
    events.push(data);
  }
  return { verdict: 'read', events, retractions: [] };
}

function readRetraction(given: unknown): Reading {
  const [id, reference, email] = [idAt(given, 'id'), idAt(given, 'reference'), textAt(given, 'email')];
  const found: Retraction[] = [
    ...(id === undefined ? [] : [{ matches: 'event', value: id, because: 'retracted' } as const]),
    ...(reference === undefined ? [] : [{ matches: 'reference', value: reference, because: 'retracted' } as const]),
    ...(email === undefined ? [] : [{ matches: 'person', value: email, because: 'forgotten' } as const]),
  ];
  return found.length === 0 ? refused('Nothing to retract: it names no id, reference or email') : retracting(...found);
}

/** What a field that has to be there is called in a log. */
const NEEDED = [
  ['id', 'id'],
  ['kind', 'kind'],
  ['occurredAt', 'time'],
] as const;

/** @param now ms. */
function readByMapping(body: unknown, mapping: Mapping, now: number): Reading {
  const given = { valueAt: (pointer: string) => valueAt(body, pointer), timeZone: 'UTC', arrivedAt: now };
  const { event, issues, isRetraction, notBought } = readMapped({ ...given, hasFullNames: true }, mapping);
  const { id, kind, reference } = event;
  if (isRetraction) {
    // A refund has an id of its own, and what it refunds in common with the order.
    if (issues.some(({ field }) => field === 'reference'))
      return refused('The reference of what is retracted is not readable');
    if (reference !== undefined) return retracting({ matches: 'reference', value: reference, because: 'retracted' });
    return id === undefined
      ? refused(`${MAPPING_FINDS} neither the id nor the reference of what is retracted`)
      : retracting({ matches: 'event', value: id, because: 'retracted' });
  }
  if (notBought !== null) return ignored(notBought);
  const missing = NEEDED.find(([field]) => event[field] === undefined);
  if (kind === undefined || missing) return refused(`${MAPPING_FINDS} no ${missing?.[1]}`);
  return reading({ ...event, kind }, issues);
}

/** A foreign body may have fields of these names, too; it hardly has one of our kinds beside them. */
const isSurelyOurs = (body: unknown) => isOurs(body) && EVENT_KINDS.some((kind) => kind === at(body, 'kind'));

/** What `{"retract": {…}}` of ours has beside itself, and in itself. */
const isSurelyRetraction = (body: unknown) =>
  Object.keys(body as object).every((key) => key === 'retract' || key === 'test') &&
  ['id', 'reference', 'email'].some((key) => at(at(body, 'retract'), key) !== undefined);

/**
 * Reads one of
 * - an event as `POST /api/sites/{siteId}/events` takes it: `{"id": …, "kind": "purchase", "occurredAt": …, …}`;
 * - `{"events": [ … ]}`, at most 100 of them, taken all or none;
 * - `{"retract": {"id": …}}`, or `"reference"` for all of an order, or `"email"` for all of a person so far;
 * - any of these with `"test": true`, which is not kept.
 *
 * Everything else is read by the mapping, and without one refused.
 */
export const readWebhook: Read = ({ body }, now, mapping) => {
  if (at(body, 'test') === true) return { verdict: 'test' };
  // A foreign body may have a field of this name, too: ours is all there is, and names what goes.
  if (at(body, 'retract') !== undefined && (!mapping || isSurelyRetraction(body)))
    return readRetraction(at(body, 'retract'));
  const list = at(body, 'events');
  // Of the first alone: a foreign body may have a list of this name, of any length.
  const isList = Array.isArray(list) && list.slice(0, EVENTS_PER_REQUEST).some(mapping ? isSurelyOurs : isOurs);
  if (isList) return readEvents(list, true);
  if (mapping && !isSurelyOurs(body)) return readByMapping(body, mapping, now);
  return isOurs(body) ? readEvents([body], false) : refused(UNKNOWN_FORMAT);
};
