// What a refund names is kept as keyed hashes. A migration has no key: of the retractions from before, the condition goes,
// so that one holds for all that its order or person had bought by then. It is about what comes late only.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`delete from retractions where only_if <> '{}' and exists (select 1 from retractions other
    where other.site_id = retractions.site_id and other.source_id = retractions.source_id
      and other.matches = retractions.matches and other.hash = retractions.hash
      and (other.only_if = '{}' or other.id < retractions.id))`.execute(db);
  await sql`update retractions set only_if = '{}' where only_if <> '{}'`.execute(db);
}
