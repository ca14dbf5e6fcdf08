// The tables of events, as Kysely sees them; schema.ts has the rest.

import type { Delivery } from '#shared/contract/delivery.ts';
import type { EventKind } from '#shared/contract/event.ts';
import type { Import } from '#shared/contract/import.ts';
import type { Source, SourcePrivacyPatch, SourceRulesPatch } from '#shared/contract/source.ts';
import type { TableOf } from './codecs.ts';

export type StoredSource = Pick<
  Source,
  | 'id'
  | 'siteId'
  | 'kind'
  | 'name'
  | 'previousSecretUntil'
  | 'templateId'
  | 'mapping'
  | 'hosts'
  | 'retentionDays'
  | 'lastDeliveryAt'
  | 'reachedAt'
  | 'refusedAt'
  | 'refusedCount'
  | 'failures'
> & {
  /** Sealed (adapters/sealed-texts.ts); null when the sender's is not known yet, or there is nothing to sign. */
  secret: string | null;
  previousSecret: string | null;
  /** Only what the owner changed; reading fills in the defaults. */
  rules: SourceRulesPatch;
  privacy: SourcePrivacyPatch;
  /** Until when what shows of it is right; null while nothing will change by itself. */
  shownUntil: string | null;
  /** What came until then is in what it shows. */
  projectedUntil: string | null;
  /** Until when its last body is kept, for its fields to be mapped; null while they are not. */
  captureUntil: string | null;
  /** When the last of `failures` was. */
  failedAt: string | null;
  createdAt: string;
  updatedAt: string;
};

/** Holds for an event that shows one of the products, or cost exactly this: keyed hashes, as nothing else may stay of them. */
export type StoredCondition = {
  subjects?: string[] | undefined;
  price?: string | undefined;
};

export type StoredEvent = {
  id: string;
  siteId: string;
  sourceId: string;
  /** The source's own id. */
  eventId: string;
  kind: EventKind;
  occurredAt: string;
  receivedAt: string;
  firstName: string | null;
  lastName: string | null;
  city: string | null;
  region: string | null;
  country: string | null;
  subjectName: string | null;
  subjectUrl: string | null;
  subjectImage: string | null;
  quantity: number | null;
  amount: number | null;
  currency: string | null;
  rating: number | null;
  text: string | null;
  reference: string | null;
  /** Keyed hashes: of the person's email address, of the vendor's id of them, and of the reference. */
  personHash: string | null;
  customerHash: string | null;
  referenceHash: string | null;
  /** Whether the sender signed the delivery. */
  isSigned: boolean;
  /** The file that it came in; null when it was delivered. */
  importId: string | null;
  /** When the owner deleted its notification. */
  hiddenAt: string | null;
  /** Final. What was personal is gone from then on. */
  retractedAt: string | null;
  retractedBecause: string | null;
  /** The id of the delivery that told of it, also when the log has lost it; `owner` or `api` where somebody did it here. */
  retractedBy: string | null;
  /** Keyed hash of what it cost, once that is erased: a refund that is told again still finds it. */
  priceHash: string | null;
};

/** What must never show again, by a keyed hash, whether it has come already or not. */
export type StoredRetraction = {
  id: string;
  siteId: string;
  /** '' for all sources of the site. */
  sourceId: string;
  matches: 'event' | 'reference' | 'person';
  hash: string;
  /** Only events for which one of these holds; empty for all. A long list of products is several retractions. */
  onlyIf: StoredCondition;
  because: string;
  at: string;
  /** As with an event. */
  retractedBy: string | null;
};

/** The last body of a source, while its fields are being mapped. */
type StoredCapture = {
  sourceId: string;
  at: string;
  /** Sealed; null when it was too large to be kept. */
  body: string | null;
};

export type StoredDelivery = Omit<Delivery, 'eventId'> & {
  siteId: string;
  sourceId: string;
  /** Our key of the first event it told of. */
  eventKey: string | null;
};

/** A source or a site that is gone, and whose events are still being deleted. */
export type StoredRemoval = {
  /** The source's id, or the site's own. */
  id: string;
  siteId: string;
  removedAt: string;
};
/** A notification of an event that came signed, kept as long as the counts of its displays. */
type ProvenNotification = { siteId: string; notificationId: string };

/** A file that a source was given. */
export type StoredImport = Import & {
  siteId: string;
  /** When its last rows were taken, or were awaited still: one that runs and wasn't touched for long is nobody's. */
  touchedAt: string;
};

export type EventsSchema = {
  imports: TableOf<StoredImport>;
  removals: TableOf<StoredRemoval>;
  deliveries: TableOf<StoredDelivery>;
  sources: TableOf<StoredSource>;
  source_captures: TableOf<StoredCapture>;
  events: TableOf<StoredEvent>;
  retractions: TableOf<StoredRetraction>;
  proven_notifications: TableOf<ProvenNotification>;
};
