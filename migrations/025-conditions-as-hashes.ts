// What a refund names is kept as keyed hashes from now on. A migration has no key, and what it can't hash must not stay:
// what these retractions were about is retracted, and only an order that comes later than its refund in part would miss one.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`delete from retractions where only_if <> '{}'`.execute(db);
}
