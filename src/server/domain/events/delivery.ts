// What a shop's delivery says in our terms: the reader of its kind (adapters/vendors) makes this of it, and hook.ts takes it.
import type { EventInput } from '#shared/contract/event.ts';

/** An event as a reader found it, checked by the contract's schema. */
export type DeliveredEvent = EventInput & {
  /** The vendor's own id of the buyer, by which some refunds are tied instead of the order. Stored only as a keyed hash. */
  customer?: string;
};

/** Events that are no longer true, by what the vendor names: their own ids, the order they belong to, or whose they are. */
export type Retraction = {
  matches: 'event' | 'reference' | 'person';
  /** The id, the reference, or of a person the email address or the vendor's own id (`DeliveredEvent.customer`). */
  value: string;
  because: RetractionReason;
  /** Of those that match only the events for which one of these holds, now and later. */
  onlyIf?: RetractionCondition;
  /** What holds instead when this is about no event, not even one that is retracted already. */
  otherwise?: Retraction;
  /** What the log says when it is about none, and the sender can't say more: its owner has to look. */
  untied?: string;
};

export type RetractionCondition = {
  /** The event shows one of these products: `subject.name` as it was delivered. */
  subjects?: string[];
  /** It cost exactly this. */
  price?: { amount: number; currency: string };
};

const RETRACTION_REASONS = [
  'refunded',
  'cancelled',
  'deleted',
  'disputed',
  'redacted',
  'retracted',
  'forgotten',
] as const;
export type RetractionReason = (typeof RETRACTION_REASONS)[number];

/** What a correctly signed delivery says. */
export type Reading =
  | { verdict: 'read'; events: DeliveredEvent[]; retractions: Retraction[] }
  /** A test of the connection: it turns the light green, and nothing of it is kept. */
  | { verdict: 'test' }
  /** Nothing for us: an order that waits for its payment, a kind of message that we don't use. */
  | { verdict: 'ignored'; reason: string }
  /** Not readable as what it says it is. */
  | { verdict: 'refused'; reason: string };
