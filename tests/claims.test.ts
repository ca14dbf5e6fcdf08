// A queue's rows are claimed one by one.
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { claimJob, ensureJob } from '#server/db/jobs.ts';
import type { Payments } from '#server/domain/billing/payments.ts';
import { makeJobs } from '#server/domain/jobs.ts';
import { makeClock } from '#tests/support/app.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { memoryLog } from '#tests/support/embed.ts';

onBothDatabases('a queue', (database) => {
  it('gives each due row to one claim, and claims nothing else, whatever the planner believes of its size', async () => {
    const { db, dialect } = database();
    const now = '2026-03-10T12:00:00.000Z';
    await ensureJob(db, 'read-dispute', '0', now);
    // Of a table that it believes to have one row, PostgreSQL reads rows in another way.
    if (dialect === 'postgres') await sql`analyze jobs`.execute(db);
    for (const subject of ['1', '2', '3']) await ensureJob(db, 'read-dispute', subject, now);
    const claim = () => claimJob(database(), now, '2026-03-10T12:02:00.000Z', []);
    const claimed = [await claim(), await claim(), await claim(), await claim(), await claim()];
    expect(claimed.map((job) => job?.subject)).toEqual(['0', '1', '2', '3', undefined]);
  });

  it('leaves a row alone until it is due, but for one from before the clock was set back', async () => {
    const { db } = database();
    const at = (time: string) => `2026-03-10T${time}:00.000Z`;
    const latest = [at('13:30'), at('16:00')];
    const claim = async (now: string) => (await claimJob(database(), at(now), at('15:00'), latest))?.subject;
    await ensureJob(db, 'read-dispute', 'soon', at('12:00'), at('12:10'));
    expect([await claim('12:00'), await claim('12:09'), await claim('12:10')]).toEqual([undefined, undefined, 'soon']);
    await ensureJob(db, 'read-dispute', 'later', at('12:00'), at('12:10'));
    expect(await claim('11:59')).toBe('later');
    await ensureJob(db, 'read-dispute', 'too late', at('12:00'), at('13:31'));
    expect(await claim('12:00')).toBe('too late');
  });

  it('is due again within seconds when another process kept the database locked meanwhile', async () => {
    const { db } = database();
    const clock = makeClock();
    await ensureJob(db, 'sync-subscription', 'sub_1', new Date(clock.now()).toISOString());
    const readSubscription = vi.fn().mockRejectedValue(Object.assign(new Error('locked'), { code: 'SQLITE_BUSY' }));
    const payments = { readSubscription } as unknown as Payments;
    // What other kinds of jobs need is missing.
    const deps = { database: database(), db, clock, log: memoryLog().log, payments };
    const jobs = makeJobs(deps as unknown as Parameters<typeof makeJobs>[0]);
    await jobs.flush();
    clock.advance(5_000);
    await jobs.flush();
    await jobs.stop();
    expect(readSubscription).toHaveBeenCalledTimes(2);
  });
});
