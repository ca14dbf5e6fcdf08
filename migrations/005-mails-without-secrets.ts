// The email queue stores the kind of each email instead of its text, and links are made when an email is sent. Waiting
// emails are recognized by their subjects and get a new link; those to deleted accounts are dropped.
import { type Kysely, sql } from 'kysely';

const KINDS = {
  'Verify your email address': 'verify-email',
  'Choose a new password': 'reset-password',
  'Choose your password': 'set-password',
  'Your password was changed': 'password-changed',
};

export async function up(db: Kysely<never>): Promise<void> {
  // A new table, renamed at the end, because PostgreSQL does not allow both tables' keys to have the same name.
  await db.schema
    .createTable('mails_to_write')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('next_attempt_at', 'text')
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  for (const [subject, kind] of Object.entries(KINDS)) {
    await sql`
      insert into mails_to_write (id, kind, user_id, recipient, attempts, next_attempt_at, last_error, created_at)
      select old.id, ${kind}, users.id, old.recipient, old.attempts, old.next_attempt_at, old.last_error, old.created_at
      from mails as old join users on users.email = old.recipient
      where old.subject = ${subject}`.execute(db);
  }
  await db.schema.dropTable('mails').execute();
  await db.schema.alterTable('mails_to_write').renameTo('mails').execute();
  await db.schema.createIndex('mails_due').on('mails').column('next_attempt_at').execute();
}
