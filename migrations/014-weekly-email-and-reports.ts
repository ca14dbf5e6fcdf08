// The weekly summary by email: the sites whose owners get it, and the weeks that are dealt with, whose rows make sure
// that no process deals with one twice. The email queue learns which site and week an email is about. Saved reports.
import type { Kysely } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('weekly_emails')
    .addColumn('site_id', 'text', (c) => c.primaryKey().references('sites.id').onDelete('cascade'))
    .addColumn('switched_on_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('weekly_email_weeks')
    .addColumn('site_id', 'text', (c) => c.notNull().references('sites.id').onDelete('cascade'))
    .addColumn('week', 'text', (c) => c.notNull())
    .addColumn('queued_at', 'text')
    .addPrimaryKeyConstraint('weekly_email_weeks_key', ['site_id', 'week'])
    .execute();
  await db.schema.alterTable('mails').addColumn('site_id', 'text').execute();
  await db.schema.alterTable('mails').addColumn('week', 'text').execute();
  await db.schema
    .createTable('reports')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('site_id', 'text', (c) => c.notNull().references('sites.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('range', 'text', (c) => c.notNull())
    .addColumn('from', 'text')
    .addColumn('to', 'text')
    .addColumn('filter', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('reports_site').on('reports').column('site_id').execute();
}
