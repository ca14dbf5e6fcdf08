// Indexes for the list of a site's events: of the few that were retracted or hidden, for the list of only those, and of all
// with their sources, to pass over those of a source that is being deleted without reading them.
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
  await db.schema.dropIndex('events_list').execute();
  await db.schema
    .createIndex('events_list')
    .on('events')
    .columns(['site_id', 'received_at', 'id', 'source_id'])
    .execute();
}
