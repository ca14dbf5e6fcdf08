// A shop's delivery in our terms, as the vendors' readers (adapters/vendors) return it to hook.ts.
import type { EventInput } from '#shared/contract/event.ts';

/** An event as a reader found it, checked by the contract's schema. */
export type DeliveredEvent = EventInput & {
  /** The vendor's own id of the buyer, by which some refunds are tied instead of the order. Stored only as a keyed hash. */
  customer?: string;
  /** The number of the order as its customer knows it (`#1001`), where that isn't the reference. */
  orderNumber?: string;
  /** When the shop told that it is paid, by its own clock (ms): what held it before is over. */
  paidAt?: number;
  /** Whether somebody of the shop entered it, at a till or in its admin. */
  isByStaff?: boolean;
};

/** What is said of events: by their ids, their order or their person. */
type Meant = {
  matches: 'event' | 'reference' | 'person';
  /** The id, the reference, or of a person the email address or the vendor's own id (`DeliveredEvent.customer`). */
  value: string;
};

/**
 * Which events are no longer true. For good; or, with a `HoldReason`, until a later word says that they are paid: of these,
 * in whatever order they come, the last by the shop's own clock holds.
 */
export type Retraction = Meant & (Final | Standing) & Conditions;
type Final = { because: RetractionReason };
type Standing = {
  because: HoldReason | 'paid';
  /** When the shop said so, by its own clock (ms). */
  asOf: number;
};
type Conditions = {
  /** Only matching events that meet one of these conditions, now and later. */
  onlyIf?: RetractionCondition;
  /** The retraction instead, if no event matches, not even a retracted one. */
  otherwise?: Retraction;
  /** What the log says if no event matches, and the owner has to look. */
  untied?: string;
};

export type RetractionCondition = {
  /** The event shows one of these products: `subject.name` as it was delivered. */
  subjects?: string[];
  /** It cost exactly this. */
  price?: { amount: number; currency: string };
};

export type RetractionReason =
  | 'refunded'
  | 'cancelled'
  | 'deleted'
  | 'disputed'
  | 'redacted'
  | 'retracted'
  | 'forgotten';

/** The order waits to be paid (again), or its payment is disputed and may be won. */
type HoldReason = 'on-hold' | 'in-dispute';

/** What a correctly signed delivery says. */
export type Reading =
  | {
      verdict: 'read';
      events: DeliveredEvent[];
      retractions: Retraction[];
      /** What the log says of events that are taken without something. */
      note?: string;
    }
  /** A test of the connection: it turns the light green, and nothing of it is kept. */
  | { verdict: 'test' }
  /** Nothing to store: an unpaid order, or a kind of message that we don't use. */
  | { verdict: 'ignored'; reason: string }
  /** Its body doesn't match its topic. */
  | { verdict: 'refused'; reason: string };
