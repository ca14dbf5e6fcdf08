// The few events of a site that were taken back or hidden, for the list that shows only those: without, it reads them all.
import type { Kysely } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  for (const state of ['retracted', 'hidden']) {
    await db.schema
      .createIndex(`events_${state}`)
      .on('events')
      .columns(['site_id', 'received_at'])
      .where(`${state}_at` as never, 'is not', null)
      .execute();
  }
}
