// Events as they are stored: texts without markup, addresses and ids of persons as keyed hashes.
import { isErasedEmail, isErasedText } from '#shared/erased.ts';
import { armOf } from '#shared/facts/arms.ts';
import { countryOf, placeOf, regionOf } from '#shared/facts/places.ts';
import { isoNow } from '#shared/time.ts';
import type { StoredEvent } from '../../db/events.ts';
import type { StoredSource } from '../../db/sources.ts';
import { makeTurns } from '../../turns.ts';
import type { DeliveredEvent, Retraction } from './delivery.ts';
import type { RetractDeps } from './earlier-words.ts';
import { keyedHashOf } from './keyed-hashes.ts';
import { shopTimeOf } from './retract.ts';

type Provenance = { isSigned: boolean; isRead: boolean };

/** @returns the event as it is stored, with the address as a keyed hash. @param plain removes tags. */
function toStored(
  deps: RetractDeps,
  event: DeliveredEvent,
  source: StoredSource,
  { isSigned, isRead }: Provenance,
  plain: (value: string | undefined) => string | null,
): StoredEvent {
  const { subject } = event;
  const actor = event.actor?.email !== undefined && isErasedEmail(event.actor.email) ? undefined : event.actor;
  const personal = (value: string | undefined) => (value !== undefined && isErasedText(value) ? null : plain(value));
  const hash = (matches: Retraction['matches'], value: string | undefined) =>
    value === undefined ? null : keyedHashOf(deps, source.siteId, { matches, value });
  const arm = armOf(event.arm) ?? null;
  // In one spelling: it is counted how many come from there.
  const place = (read: typeof placeOf, value: string | undefined) => read(plain(value) ?? undefined) ?? null;
  return {
    id: deps.ids.next(),
    siteId: source.siteId,
    sourceId: source.id,
    eventId: event.id,
    kind: event.kind,
    occurredAt: new Date(event.occurredAt).toISOString(),
    receivedAt: isoNow(deps.clock),
    firstName: personal(actor?.firstName),
    lastName: personal(actor?.lastName),
    city: place(placeOf, actor?.city),
    region: place(regionOf, actor?.region),
    country: place(countryOf, actor?.country),
    subjectName: plain(subject?.name),
    subjectUrl: subject?.url ?? null,
    subjectImage: subject?.image ?? null,
    quantity: event.quantity ?? null,
    amount: event.amount ?? null,
    currency: event.currency ?? null,
    rating: event.rating ?? null,
    text: plain(event.text),
    reference: event.reference ?? null,
    orderNumber: plain(event.orderNumber),
    personHash: hash('person', actor?.email),
    customerHash: hash('person', event.customer),
    referenceHash: hash('reference', event.reference),
    isSigned,
    isRead,
    importId: null,
    hiddenAt: null,
    retractedAt: null,
    retractedBecause: null,
    paidAt: event.paidAt === undefined ? null : shopTimeOf(deps, event.paidAt),
    retractedBy: null,
    priceHash: null,
    isByStaff: event.isByStaff === true,
    arm,
    value: arm === null ? null : (event.amount ?? null),
  };
}

/**
 * @param events checked by issuesOf. @param isSigned whether their delivery was. @param isRead whether they were read from the shop.
 * @returns them as they are stored, texts without tags. Call it outside of transactions: others have their turn in between,
 * because the dearest text takes as long as storing fifty events does.
 */
export async function storedOf(
  deps: RetractDeps,
  events: readonly DeliveredEvent[],
  source: StoredSource,
  isSigned: boolean,
  isRead = false,
): Promise<StoredEvent[]> {
  const turn = makeTurns();
  const known = new Map<string, string | null>();
  const plain = (value: string | undefined) => {
    if (value === undefined) return null;
    const found = known.get(value) ?? (deps.texts.toPlain(value).trim() || null);
    known.set(value, found);
    return found;
  };
  const all: StoredEvent[] = [];
  for (const event of events) {
    await turn();
    all.push(toStored(deps, event, source, { isSigned, isRead }, plain));
  }
  return all;
}
