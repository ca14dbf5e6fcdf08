// A queue's rows are claimed one by one.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { claimJob, ensureJob } from '#server/db/billing-jobs.ts';
import { onBothDatabases } from '#tests/support/databases.ts';

onBothDatabases('a queue', (database) => {
  it('gives each due row to one claim, and claims nothing else, whatever the planner believes of its size', async () => {
    const { db, dialect } = database();
    const now = '2026-03-10T12:00:00.000Z';
    await ensureJob(db, 'read-dispute', '0', now);
    // Of a table that it believes to have one row, PostgreSQL reads rows in another way.
    if (dialect === 'postgres') await sql`analyze billing_jobs`.execute(db);
    for (const subject of ['1', '2', '3']) await ensureJob(db, 'read-dispute', subject, now);
    const claim = () => claimJob(database(), now, '2026-03-10T12:02:00.000Z', []);
    const claimed = [await claim(), await claim(), await claim(), await claim(), await claim()];
    expect(claimed.map((job) => job?.subject)).toEqual(['0', '1', '2', '3', undefined]);
  });
});
