// Changing an account's email address: the new one waits until it is confirmed. Emailed codes remember the address they
// were sent to, because one sent to an earlier address must never stand for a later one.
import type { Kysely } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('users').addColumn('pending_email', 'text').execute();
  await db.schema.alterTable('email_tokens').addColumn('email_lower', 'text').execute();
}
