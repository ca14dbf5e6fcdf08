// What every part of the sandbox works with during one call: the transaction, the customer's time, ids, and events that go
// out once it is committed.
import type { Db } from '../../db/open.ts';
import {
  findSandboxObject,
  insertSandboxDelivery,
  listSandboxObjects,
  type SandboxObject,
  saveSandboxObject,
} from '../../db/sandbox.ts';
import type { Clock, Ids } from '../../domain/ports.ts';
import type { Customer, Objects } from './objects.ts';
import { missing } from './wire.ts';

export type Parts = { clock: Clock; ids: Ids; publicUrl: string };

type Kind = keyof Objects;

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

  async find<K extends Kind>(kind: K, id: string): Promise<Objects[K] | null> {
    const found = await findSandboxObject(this.db, id);
    return found?.object === kind ? (found as unknown as Objects[K]) : null;
  }

  /** @throws StripeFault 404 */
  async get<K extends Kind>(kind: K, id: string, param?: string): Promise<Objects[K]> {
    const found = await this.find(kind, id);
    if (!found) throw missing(kind.replace(/^.*\./, '').replace('_', ' '), id, param);
    return found;
  }

  /** @returns the objects of a kind, the newest first. */
  async list<K extends Kind>(kind: K, customerId?: string): Promise<Objects[K][]> {
    return (await listSandboxObjects(this.db, kind, customerId)) as unknown as Objects[K][];
  }

  async save(value: Objects[Kind], customerId: string | null): Promise<void> {
    await saveSandboxObject(this.db, value as unknown as SandboxObject, customerId);
  }

  /** @returns the current time in seconds, of customers without a clock of their own. */
  now(): number {
    return Math.floor(this.parts.clock.now() / 1000);
  }

  /** @returns the customer's time in seconds: ahead of ours once their test clock was advanced. */
  async nowOf({ test_clock }: Pick<Customer, 'test_clock'>): Promise<number> {
    const clock = test_clock && (await this.find('test_helpers.test_clock', test_clock));
    return this.now() + (clock ? clock.sandbox_offset : 0);
  }

  /** Writes an event and queues its delivery, in the transaction of what it tells. */
  async emit(type: string, object: object, at: number): Promise<void> {
    const id = this.id('evt');
    await this.save({ id, object: 'event', created: at, data: { object }, type }, null);
    await insertSandboxDelivery(this.db, id, new Date(this.parts.clock.now()).toISOString());
    this.emitted++;
  }
}
