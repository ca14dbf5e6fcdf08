// Events as they are stored: there are millions, so rows and indexes are small (docs/decisions/021-compact-events.md). What
// this makes of them is the same as ever: only server/db knows numbers of ids, and times in milliseconds.
import type { Generated, Selectable } from 'kysely';
import { z } from 'zod';
import { EVENT_KINDS, type EventKind } from '#shared/contract/event.ts';
import { isoOf } from '#shared/time.ts';
import { rowCodec, type TableOf } from './codecs.ts';
import { idOf } from './id-numbers.ts';

const text = z.string().nullable();
const number = z.number().nullable();
/** What is stored as it is read. */
const same = rowCodec({
  id: z.string(),
  /** The source's own id. */
  eventId: z.string(),
  firstName: text,
  lastName: text,
  city: text,
  region: text,
  country: text,
  subjectName: text,
  subjectUrl: text,
  subjectImage: text,
  quantity: number,
  amount: number,
  currency: text,
  rating: number,
  text,
  reference: text,
  /** The number of the order as its customer knows it, where that isn't the reference. */
  orderNumber: text,
  /** Whether the sender signed the delivery. */
  isSigned: z.boolean(),
  retractedBecause: text,
  /** The id of the delivery that told of it, also when the log has lost it; `owner` or `api` where somebody did it here. */
  retractedBy: text,
  /** Keyed hash of what it cost, once that is erased: a refund that is told again still finds it. */
  priceHash: text,
  /** The arm of the epoch that it came with, as facts/arms.ts reads it. */
  arm: text,
  /** With an arm: what is left to pay, in the event's currency. */
  value: number,
});
/** What is stored otherwise. */
type Translated = {
  siteId: string;
  sourceId: string;
  /** The file that it came in; null when it was delivered. */
  importId: string | null;
  kind: EventKind;
  occurredAt: string;
  receivedAt: string;
  /** Whether it was read from the shop's own API. */
  isRead: boolean;
  /** Whether somebody of the shop entered it, at a till or in its admin. */
  isByStaff: boolean;
  /** When the owner deleted its notification. */
  hiddenAt: string | null;
  /** What was personal is gone from then on; but not while it is only on hold (`isHeld`), which is not final. */
  retractedAt: string | null;
  /** When its shop last told that it is paid, by the shop's own clock; null where it tells no such time. */
  paidAt: string | null;
  /** Keyed hashes: of the person's email address, of the vendor's id of them, and of the reference. Cut when stored. */
  personHash: string | null;
  customerHash: string | null;
  referenceHash: string | null;
};
export type StoredEvent = ReturnType<typeof same.decode> & Translated;

type Cells = TableOf<StoredEvent>;
type Moment = 'occurred_at' | 'received_at' | 'hidden_at' | 'retracted_at' | 'paid_at';
type Numbered = 'site_id' | 'source_id' | 'import_id';
export type EventsTable = Omit<Cells, Moment | Numbered | 'kind' | 'is_read' | 'is_by_staff'> & {
  /** 1, or null: of nearly all events it takes no room. */
  is_read: number | null;
  is_by_staff: number | null;
  /** The order in which they were stored; the key of all indexes. */
  number: Generated<number>;
  site_number: number;
  source_number: number;
  import_number: number | null;
  /** By KINDS. */
  kind: number;
  /** Times are milliseconds since 1970. */
  occurred_at: number;
  received_at: number;
  hidden_at: number | null;
  retracted_at: number | null;
  paid_at: number | null;
};

/** Numbers of kinds, for good. */
const KINDS: Record<EventKind, number> = { purchase: 1, signup: 2, review: 3, custom: 4 };
const KIND_OF = Object.fromEntries(EVENT_KINDS.map((kind) => [KINDS[kind], kind]));
export const kindOf = (number: number) => KIND_OF[number] as EventKind;
export const numberOfKind = (kind: EventKind): number => KINDS[kind];

/** Of a keyed hash as much as tells all people apart: 72 bits, which nobody without the key can look for. */
const HASH_KEPT = 12;
/** @returns the hash as it is stored, and looked for. */
export const keptHash = <Hash extends string | null>(hash: Hash) =>
  (hash === null ? null : hash.slice(0, HASH_KEPT)) as Hash extends null ? null : string;

/** @returns a time as it is stored. @param iso text, or null for none. */
export const msOf = <Iso extends string | null>(iso: Iso) =>
  (iso === null ? null : Date.parse(iso)) as Iso extends null ? null : number;
const isoOrNull = (ms: number | null) => (ms === null ? null : isoOf(ms));

/** @returns the row, but for the numbers of its ids. */
export const encodeEvent = (event: StoredEvent) => ({
  ...same.encode(event as Pick<StoredEvent, keyof ReturnType<typeof same.decode>>),
  kind: KINDS[event.kind],
  is_read: event.isRead ? 1 : null,
  is_by_staff: event.isByStaff ? 1 : null,
  occurred_at: msOf(event.occurredAt),
  received_at: msOf(event.receivedAt),
  hidden_at: msOf(event.hiddenAt),
  retracted_at: msOf(event.retractedAt),
  paid_at: msOf(event.paidAt),
  person_hash: keptHash(event.personHash),
  customer_hash: keptHash(event.customerHash),
  reference_hash: keptHash(event.referenceHash),
});

/** What is selected besides all columns, for `decodeEvent`. @param of what the query calls the table. */
export const idColumns = (of: string) =>
  [
    idOf(`${of}.site_number`).as('site_id'),
    idOf(`${of}.source_number`).as('source_id'),
    idOf(`${of}.import_number`).$castTo<string | null>().as('import_id'),
  ] as const;
export type EventRow = Selectable<EventsTable> & Pick<Cells, Numbered>;

/** @returns the row as the table of any other noun would have it: with kinds in words and times as ISO text. */
export const plainCells = ({ kind, occurred_at, received_at, hidden_at, retracted_at, paid_at, ...row }: EventRow) => ({
  ...row,
  kind: kindOf(kind),
  occurred_at: isoOf(occurred_at),
  received_at: isoOf(received_at),
  hidden_at: isoOrNull(hidden_at),
  retracted_at: isoOrNull(retracted_at),
  paid_at: isoOrNull(paid_at),
});
export const decodeEvent = (row: EventRow): StoredEvent => ({
  ...same.decode(row),
  siteId: row.site_id,
  sourceId: row.source_id,
  importId: row.import_id,
  kind: kindOf(row.kind),
  isRead: row.is_read === 1,
  isByStaff: row.is_by_staff === 1,
  occurredAt: isoOf(row.occurred_at),
  receivedAt: isoOf(row.received_at),
  hiddenAt: isoOrNull(row.hidden_at),
  retractedAt: isoOrNull(row.retracted_at),
  paidAt: isoOrNull(row.paid_at),
  personHash: row.person_hash,
  customerHash: row.customer_hash,
  referenceHash: row.reference_hash,
});

/** @returns the columns of values that are stored as they are read. */
export const encodeSame = same.encode;

/** @returns all that the query finds, with idColumns, decoded. */
export const allEvents = async (query: { execute(): Promise<EventRow[]> }): Promise<StoredEvent[]> =>
  (await query.execute()).map(decodeEvent);
/** @returns what it finds first. */
export async function firstEvent(query: {
  executeTakeFirst(): Promise<EventRow | undefined>;
}): Promise<StoredEvent | undefined> {
  const row = await query.executeTakeFirst();
  return row && decodeEvent(row);
}
