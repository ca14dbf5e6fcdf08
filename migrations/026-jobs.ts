// Jobs are no longer of billing alone.
import type { Kysely } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.dropIndex('billing_jobs_due').execute();
  await db.schema.alterTable('billing_jobs').renameTo('jobs').execute();
  await db.schema.createIndex('jobs_due').on('jobs').column('next_attempt_at').execute();
}
