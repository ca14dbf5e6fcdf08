// What a site keeps of its customers: the events that its sources report, and what comes with them.
import type { DataStatement } from '#shared/contract/data-statement.ts';
import type { SourcePrivacy } from '#shared/contract/source.ts';
import { CAPTURE_LIFE, DELIVERY_LIFE, EVENT_RETENTION_DAYS_MAX, IMPORT_REFUSALS_MAX } from '#shared/limits.ts';
import { isHookKind, SOURCE_KIND_FACTS } from '#shared/source-kinds.ts';
import { DAY, MINUTE } from '#shared/time.ts';
import type { StoredEvent } from '../../db/events.ts';
import type { StoredSource } from '../../db/sources.ts';
import { privacyOf } from '../events/projection.ts';
import { isInUse } from './visitor-requests.ts';

export type Kept = DataStatement['kept'];

/** What is kept of an event besides what only we need. A new column has to be named here or there. */
type OursAlone =
  | 'id'
  | 'siteId'
  | 'sourceId'
  | 'importId'
  | 'kind'
  | 'isSigned'
  | 'isRead'
  | 'isByStaff'
  | 'hiddenAt'
  | 'retractedAt'
  | 'retractedBecause'
  | 'retractedBy'
  // Only where something is measured: keptOfMeasuring says it.
  | 'arm'
  | 'value';
const EVENT_DATA: Record<Exclude<keyof StoredEvent, OursAlone>, readonly [what: string, inShort: string]> = {
  firstName: ['first name', 'names'],
  lastName: ['last name', 'names'],
  city: ['city', 'place'],
  region: ['region', 'place'],
  country: ['country', 'place'],
  subjectName: ['product', 'product'],
  subjectUrl: ['its link', 'product'],
  subjectImage: ['its picture', 'product'],
  quantity: ['quantity', 'amount'],
  amount: ['amount', 'amount'],
  currency: ['currency', 'amount'],
  rating: ['stars', 'review'],
  text: ['text of a review', 'review'],
  eventId: ["the shop's own id for it", 'order numbers'],
  reference: ['order or payment number', 'order numbers'],
  orderNumber: ['the order number that its customer knows', 'order numbers'],
  paidAt: ['when the shop last told that it is paid', 'times'],
  occurredAt: ['when it happened', 'times'],
  receivedAt: ['when it was received', 'times'],
  personHash: ['a keyed hash of the email address, never the address itself', 'a keyed hash of the email address'],
  customerHash: ["a keyed hash of the customer's number at Stripe", "a keyed hash of the customer's number at Stripe"],
  referenceHash: ['a keyed hash of the order number', 'a keyed hash of the order number'],
  priceHash: ['a keyed hash of the amount once it is erased', 'a keyed hash of an erased amount'],
};

const amount = (count: number) => new Intl.NumberFormat('en').format(count);
/** @returns them as people list them. */
export const list = (parts: readonly string[]) => new Intl.ListFormat('en').format(parts);

const NAMES: Record<SourcePrivacy['name'], string | null> = {
  first: 'the first name',
  initial: 'an initial',
  none: null,
};

/** @returns what visitors may read of an event, in words. */
function shownOf({ name, place, minPlaceCount, amount, time }: SourcePrivacy): string {
  const parts = [
    NAMES[name],
    place !== 'none' && `at most the ${place} (once ${minPlaceCount} events came from it in 30 days)`,
    'the product',
    amount && 'the amount',
    time === 'rounded' ? 'a rounded time' : 'the exact time',
  ].filter((part) => typeof part === 'string');
  return `to show visitors ${list(parts)}`;
}

/** Whether files are only a second way in which its events come. */
const hasOwnFiles = ({ kind }: StoredSource) => SOURCE_KIND_FACTS[kind].takesFiles && isHookKind(kind);

/** @returns what is kept of the sources' events, whole and in short. Only Stripe numbers its customers. */
function heldOf(sources: readonly StoredSource[]): { holds: string; inShort: string } {
  const { customerHash, ...data } = EVENT_DATA;
  const all = Object.values(data);
  const byStripe = sources.filter(({ kind }) => kind === 'stripe').map(({ name }) => name);
  const onlyThere = byStripe.length > 0 ? [`of ${list(byStripe)} also ${customerHash[0]}`] : [];
  return {
    holds: `${list([...all.map(([what]) => what), ...onlyThere])}, as far as they report it`,
    inShort: list([...new Set(all.map(([, inShort]) => inShort)), ...onlyThere]),
  };
}

/** @returns the sources in groups that differ in nothing that `of` says, in order. */
function grouped(sources: readonly StoredSource[], of: (source: StoredSource) => string): StoredSource[][] {
  const groups = new Map<string, StoredSource[]>();
  for (const source of sources) groups.set(of(source), [...(groups.get(of(source)) ?? []), source]);
  return [...groups.values()];
}

const namesOf = (sources: readonly StoredSource[]) => list(sources.map(({ name }) => name));

/** @returns the events that sources with the same rules report, as one thing that is kept. */
function eventsOf(sources: readonly StoredSource[]): Pick<Kept[number], 'what' | 'holds' | 'inShort'> {
  const fromFiles = sources.filter(hasOwnFiles);
  const files = fromFiles.length > 0 ? `, or that come in a file of orders of ${namesOf(fromFiles)}` : '';
  const reports = sources.length > 1 ? 'report' : 'reports';
  return { what: `events that ${namesOf(sources)} ${reports}${files}`, ...heldOf(sources) };
}

/** @param where it is stored. @returns what is kept of both once the effect of notifications is measured. */
export function keptOfMeasuring(where: string): Kept {
  const why = 'to tell the owner whether notifications change anything';
  return [
    {
      about: 'visitors',
      what: 'how many browsers could see notifications and how many could not, and how many of both reached each goal, by day',
      inShort: 'how many browsers could see notifications and reached a goal, by day',
      holds: null,
      where,
      howLong: 'as long as the site',
      why,
    },
    {
      about: 'customers',
      what: "of an order, which group its buyer's browser drew, and what a buyer's orders come to, under a keyed hash of the address",
      inShort: "which group an order's browser drew",
      holds: null,
      where,
      howLong: 'as long as the site; erased with the person, and the sums of all stay',
      why,
    },
  ];
}

/** @param where it is stored. */
export function keptOfCustomers(where: string, sources: readonly StoredSource[]): Kept {
  const used = sources.filter(isInUse);
  if (used.length === 0) return [];
  const all = { about: 'customers' as const, holds: null, where };
  const days = ({ retentionDays }: StoredSource) => `${retentionDays} days`;
  const withFiles = used.filter(({ kind }) => SOURCE_KIND_FACTS[kind].takesFiles);
  return [
    ...grouped(used, (one) => days(one) + shownOf(privacyOf(one))).flatMap(([first, ...others]) =>
      first
        ? [
            {
              ...all,
              ...eventsOf([first, ...others]),
              howLong: `${days(first)} after they were received; what is personal is erased at once when one is canceled`,
              why: shownOf(privacyOf(first)),
            },
          ]
        : [],
    ),
    ...(used.some(({ kind }) => kind === 'webhook')
      ? [
          {
            ...all,
            what: `the last body that came to a webhook, whole and encrypted, while its fields are being mapped${used.some(({ isUnreadKept }) => isUnreadKept) ? ', and the last one that could not be read' : ''}`,
            inShort: 'an encrypted delivery while its fields are being mapped',
            howLong: `${CAPTURE_LIFE / MINUTE} minutes`,
            why: 'so that the owner can choose which of its fields are read',
          },
        ]
      : []),
    ...grouped(withFiles, days).flatMap((same) =>
      same.slice(0, 1).map((first) => ({
        ...all,
        what: `which files of events were imported to ${namesOf(same)}, if any: when, how many rows, and of the first ${amount(IMPORT_REFUSALS_MAX)} refused ones the line and what is wrong, with nothing personal. The file itself isn't kept`,
        inShort: `which files of events were imported to ${namesOf(same)}, with nothing personal`,
        howLong: days(first),
        why: 'so that the owner can see what became of a file, and undo its import',
      })),
    ),
    {
      ...all,
      what: 'that an event or an order was canceled or a person was erased, and which products and what price a refund named, as keyed hashes',
      inShort: 'keyed hashes of what was canceled or erased',
      howLong: `${EVENT_RETENTION_DAYS_MAX} days`,
      why: 'so that it never shows again',
    },
    ...(used.some(({ kind }) => isHookKind(kind))
      ? [
          {
            ...all,
            what: 'deliveries: when one came and what became of it, with nothing personal',
            inShort: 'when deliveries arrived, with nothing personal',
            howLong: `${DELIVERY_LIFE / DAY} days`,
            why: 'to tell the owner whether the source works',
          },
        ]
      : []),
  ];
}
