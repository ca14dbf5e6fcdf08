// What every part of the sandbox works with during one call: the transaction, the customer's time, ids, and events that go
// out once it is committed.
import type { Stripe } from 'stripe';
import type { Db } from '../../db/open.ts';
import {
  findSandboxObject,
  insertSandboxDelivery,
  listSandboxObjects,
  type SandboxObject,
  saveSandboxObject,
} from '../../db/sandbox.ts';
import type { Clock, Ids } from '../../domain/ports.ts';
import { missing } from './wire.ts';

/** The API version whose shapes the objects have: the SDK's. */
const API_VERSION = '2026-10-28.endive';

export type Parts = { clock: Clock; ids: Ids; publicUrl: string };

/** The objects by the prefix of their ids. */
type Kinds = {
  customer: Stripe.Customer;
  'checkout.session': Stripe.Checkout.Session;
  subscription: Stripe.Subscription;
  invoice: Stripe.Invoice;
  invoice_payment: Stripe.InvoicePayment;
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  'billing_portal.session': Stripe.BillingPortal.Session;
  'test_helpers.test_clock': Stripe.TestHelpers.TestClock;
  event: Stripe.Event;
};
type Kind = keyof Kinds;

const asStored = (value: object) => value as unknown as SandboxObject;

/** The objects of the sandbox within one transaction. */
export class Store {
  readonly db: Db;
  readonly parts: Parts;
  /** How many events wait for the commit. */
  emitted = 0;

  constructor(db: Db, parts: Parts) {
    this.db = db;
    this.parts = parts;
  }

  /** @returns a new id that nobody can guess. */
  id(prefix: string): string {
    // The SDK and our own checks take letters and digits.
    return `${prefix}_${this.parts.ids.secret(24).replace(/[-_]/g, 'x')}`;
  }

  async find<K extends Kind>(kind: K, id: string): Promise<Kinds[K] | null> {
    const found = await findSandboxObject(this.db, id);
    return found?.object === kind ? (found as unknown as Kinds[K]) : null;
  }

  /** @throws StripeFault 404 */
  async get<K extends Kind>(kind: K, id: string, param?: string): Promise<Kinds[K]> {
    const found = await this.find(kind, id);
    if (!found) throw missing(kind.replace(/^.*\./, '').replace('_', ' '), id, param);
    return found;
  }

  /** @returns the objects of a kind, the newest first. */
  async list<K extends Kind>(kind: K, customerId?: string): Promise<Kinds[K][]> {
    return (await listSandboxObjects(this.db, kind, customerId)) as unknown as Kinds[K][];
  }

  async save<K extends Kind>(value: Kinds[K] & { object: K }, customerId: string | null): Promise<void> {
    await saveSandboxObject(this.db, asStored(value), customerId);
  }

  /** @returns the current time in seconds, of customers without a clock of their own. */
  now(): number {
    return Math.floor(this.parts.clock.now() / 1000);
  }

  /** @returns the customer's time in seconds: ahead of ours once their test clock was advanced. */
  async nowOf(customer: Pick<Stripe.Customer, 'test_clock'>): Promise<number> {
    const { test_clock } = customer;
    if (!test_clock) return this.now();
    const clock = await this.find(
      'test_helpers.test_clock',
      typeof test_clock === 'string' ? test_clock : test_clock.id,
    );
    return this.now() + (clock ? offsetOf(clock) : 0);
  }

  /** Writes an event and queues its delivery, in the transaction of what it tells. */
  async emit(type: string, object: object, at: number): Promise<void> {
    const event = {
      id: this.id('evt'),
      object: 'event' as const,
      api_version: API_VERSION,
      created: at,
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    };
    await this.save(event as unknown as Stripe.Event & { object: 'event' }, null);
    await insertSandboxDelivery(this.db, event.id, new Date(this.parts.clock.now()).toISOString());
    this.emitted++;
  }
}

/** A test clock goes on by itself: what is stored is how far it is ahead, in seconds. */
type StoredClock = Stripe.TestHelpers.TestClock & { sandbox_offset?: number };

export const offsetOf = (clock: StoredClock): number => clock.sandbox_offset ?? 0;
