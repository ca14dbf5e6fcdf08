// What stays of an event that was retracted: by which delivery, or by whom, and its price as a keyed hash. What belongs to
// one order or person is read a page at a time, by the order of the key.
import type { Kysely } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('retractions').addColumn('retracted_by', 'text').execute();
  await db.schema.alterTable('events').addColumn('retracted_by', 'text').execute();
  await db.schema.alterTable('events').addColumn('price_hash', 'text').execute();
  for (const who of ['reference', 'customer', 'person']) {
    await db.schema.dropIndex(`events_${who}`).execute();
    await db.schema
      .createIndex(`events_${who}`)
      .on('events')
      .columns(['site_id', `${who}_hash`, 'id'])
      .execute();
  }
}
