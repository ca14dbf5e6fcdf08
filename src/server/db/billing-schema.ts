// The tables of registration and billing as Kysely sees them, and those of the sandbox provider.
import type { Generated } from 'kysely';
import type { RegistrationStatus } from '#shared/contract/registration.ts';
import type { Cycle, PlanId } from '#shared/pricing.ts';
import type { TableOf } from './codecs.ts';

/** A subscription as it was last read back from the payment provider. */
export type StoredSubscription = {
  /** The provider's own id. */
  id: string;
  /** Null until its registration has an account, and once that is deleted. */
  userId: string | null;
  registrationId: string | null;
  customerId: string;
  /** Null when its price is none of ours. */
  plan: string | null;
  cycle: string | null;
  /** As the provider calls it; docs/billing.md says what each means. */
  status: string;
  periodEnd: string | null;
  /** When it ends unless its owner changes their mind; null when it renews. */
  cancelsAt: string | null;
  createdAt: string;
  /** When it was read back. It changes with each read, which is how a read notices that another overtook it. */
  readAt: string;
};
type SubscriptionsTable = TableOf<StoredSubscription>;

/** Somebody on the way to an account. */
export type StoredRegistration = {
  /** What the payment provider gets to know; the id in addresses is another, of which only the hash is stored. */
  id: string;
  email: string;
  /** As accounts are looked up. */
  emailLower: string;
  plan: PlanId;
  /** Null for Free. */
  cycle: Cycle | null;
  status: RegistrationStatus;
  /** Whether its owner went on without waiting for the payment to be confirmed. */
  isForced: boolean;
  customerId: string | null;
  checkoutId: string | null;
  checkoutUrl: string | null;
  checkoutExpiresAt: string | null;
  /** How many checkouts it has had: part of the idempotency key of the next. */
  attempt: number;
  subscriptionId: string | null;
  userId: string | null;
  paidAt: string | null;
  /** How many reminders were sent to finish it. */
  reminders: number;
  expiresAt: string;
  createdAt: string;
  updatedAt: string;
};
type RegistrationsTable = TableOf<StoredRegistration, 'isForced' | 'attempt' | 'reminders'>;

/**
 * What shows that somebody holds a registration: the id in its addresses, or an emailed link's token. `resumed` is the id
 * of whoever has opened such a link: they read the mailbox, and others may only know the address.
 */
export type StoredRegistrationKey = {
  /** sha256 (hex). */
  keyHash: string;
  registrationId: string;
  kind: 'id' | 'resumed' | 'resume';
  expiresAt: string;
  usedAt: string | null;
  createdAt: string;
};
type RegistrationKeysTable = TableOf<StoredRegistrationKey>;

/** Webhooks that were taken on, so that each is handled once. */
type WebhookEventsTable = { id: string; type: string; received_at: string };

/** The sandbox provider's objects, in the form in which its API answers them. */
type SandboxObjectsTable = { id: string; type: string; customer_id: string | null; data: string; created_at: string };
/** Its answers by idempotency key. */
type SandboxRequestsTable = { key: string; fingerprint: string; status: number; body: string; created_at: string };
/** Its events that are still to be delivered. */
type SandboxDeliveriesTable = {
  event_id: string;
  attempts: Generated<number>;
  next_attempt_at: string | null;
  last_error: string | null;
  created_at: string;
};

export type BillingSchema = {
  subscriptions: SubscriptionsTable;
  registrations: RegistrationsTable;
  registration_keys: RegistrationKeysTable;
  webhook_events: WebhookEventsTable;
  sandbox_objects: SandboxObjectsTable;
  sandbox_requests: SandboxRequestsTable;
  sandbox_deliveries: SandboxDeliveriesTable;
};
