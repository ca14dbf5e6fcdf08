// Registration in steps, subscriptions and what is exchanged with the payment provider; the sandbox provider's own
// objects. Accounts learn the plan that the operator granted and their customer at the provider; how many sites they may
// have follows from the plan and is no longer stored. Emails can be about a registration, which has no account yet.
import { type CreateTableBuilder, type Kysely, sql } from 'kysely';

const dates = <T extends string>(table: CreateTableBuilder<T>) =>
  table.addColumn('created_at', 'text', (c) => c.notNull()).addColumn('updated_at', 'text', (c) => c.notNull());

export async function up(db: Kysely<never>): Promise<void> {
  await addPlans(db);
  await addRegistrations(db);
  await addQueues(db);
  await addSandbox(db);
  await letMailsBeAboutRegistrations(db);
}

async function addPlans(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('users').addColumn('granted_plan', 'text').execute();
  await db.schema.alterTable('users').addColumn('customer_id', 'text').execute();
  await db.schema.createIndex('users_customer').on('users').column('customer_id').execute();
  // Nothing could be bought so far: limits were raised and plans written by an operator, by SQL. What they gave becomes a
  // grant of the plan that covers it. Sites beyond the largest plan keep running.
  await sql`
    update users set granted_plan = case
      when max_sites > 10 or subscription_type = 'agency' then 'agency'
      when max_sites > 3 or subscription_type = 'growth' then 'growth'
      else 'starter' end
    where max_sites > 1 or subscription_type in ('starter', 'growth', 'agency')`.execute(db);
  await sql`update users set subscription_type = null, subscription_status = 'none'`.execute(db);
  await db.schema.alterTable('users').dropColumn('max_sites').execute();
  await db.schema
    .createTable('subscriptions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('registration_id', 'text')
    .addColumn('customer_id', 'text', (c) => c.notNull())
    .addColumn('plan', 'text')
    .addColumn('cycle', 'text')
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('period_end', 'text')
    .addColumn('cancels_at', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('read_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('subscriptions_user').on('subscriptions').column('user_id').execute();
  await db.schema.createIndex('subscriptions_registration').on('subscriptions').column('registration_id').execute();
  await db.schema.createIndex('subscriptions_customer').on('subscriptions').column('customer_id').execute();
}

async function addRegistrations(db: Kysely<never>): Promise<void> {
  await dates(db.schema.createTable('registrations'))
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_lower', 'text', (c) => c.notNull())
    .addColumn('plan', 'text', (c) => c.notNull())
    .addColumn('cycle', 'text')
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('is_forced', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('customer_id', 'text')
    .addColumn('checkout_id', 'text')
    .addColumn('checkout_url', 'text')
    .addColumn('checkout_expires_at', 'text')
    .addColumn('attempt', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('subscription_id', 'text')
    .addColumn('user_id', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('paid_at', 'text')
    .addColumn('reminders', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('registrations_email').on('registrations').column('email_lower').execute();
  await db.schema.createIndex('registrations_due').on('registrations').columns(['status', 'expires_at']).execute();
  await db.schema.createIndex('registrations_user').on('registrations').column('user_id').execute();
  await db.schema
    .createTable('registration_keys')
    .addColumn('key_hash', 'text', (c) => c.primaryKey())
    .addColumn('registration_id', 'text', (c) => c.notNull().references('registrations.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .addColumn('used_at', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('registration_keys_registration')
    .on('registration_keys')
    .column('registration_id')
    .execute();
}

async function addQueues(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('webhook_events')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('received_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('billing_jobs')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('requests', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('next_attempt_at', 'text')
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('billing_jobs_due').on('billing_jobs').column('next_attempt_at').execute();
}

async function addSandbox(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('sandbox_objects')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('customer_id', 'text')
    .addColumn('data', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('sandbox_objects_customer')
    .on('sandbox_objects')
    .columns(['customer_id', 'type'])
    .execute();
  await db.schema.createIndex('sandbox_objects_type').on('sandbox_objects').columns(['type', 'created_at']).execute();
  await db.schema
    .createTable('sandbox_requests')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('status', 'integer', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('sandbox_deliveries')
    .addColumn('event_id', 'text', (c) => c.primaryKey())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('next_attempt_at', 'text')
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('sandbox_deliveries_due').on('sandbox_deliveries').column('next_attempt_at').execute();
}

/** A new table, renamed at the end, because SQLite can't make a column nullable. */
async function letMailsBeAboutRegistrations(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('mails_with_registrations')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text')
    .addColumn('registration_id', 'text')
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('site_id', 'text')
    .addColumn('week', 'text')
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('next_attempt_at', 'text')
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await sql`
    insert into mails_with_registrations
      (id, kind, user_id, recipient, site_id, week, attempts, next_attempt_at, last_error, created_at)
    select id, kind, user_id, recipient, site_id, week, attempts, next_attempt_at, last_error, created_at from mails`.execute(
    db,
  );
  await db.schema.dropTable('mails').execute();
  await db.schema.alterTable('mails_with_registrations').renameTo('mails').execute();
  await db.schema.createIndex('mails_due').on('mails').column('next_attempt_at').execute();
}
