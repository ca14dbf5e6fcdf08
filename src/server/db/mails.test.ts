// Whose an email in the queue is: the last one's who claimed it.
import { expect, it } from 'vitest';
import { freshSqlite } from '#tests/support/databases.ts';
import { soon } from '#tests/support/soon.ts';
import { claimMail, insertMail, keepClaim, postponeMail } from './mails.ts';

const iso = (seconds: number) => new Date(Date.parse('2026-03-10T12:00:00Z') + seconds * 1_000).toISOString();

it('who claimed an email before somebody else did neither renews nor postpones it', async () => {
  const database = await freshSqlite();
  const { db } = database;
  const about = { userId: null, registrationId: null, contactMessageId: null, siteId: null, week: null };
  await insertMail(db, {
    id: 'mail',
    kind: 'verify-email',
    recipient: 'ana@shop.example',
    createdAt: iso(0),
    ...about,
  });
  const latest = Array.from({ length: 8 }, () => iso(1e6));
  const first = await claimMail(database, iso(0), iso(60), latest);
  const second = await claimMail(database, iso(61), iso(121), latest);
  expect([first?.attempts, second?.attempts]).toEqual([1, 2]);
  if (!first) throw new Error('nothing was claimed');
  let isLost = false;
  const claim = keepClaim(db, first, { now: () => Date.parse(iso(62)) }, 60, () => {
    isLost = true;
  });
  await soon(() => isLost).toBe(true);
  await claim.end();
  await postponeMail(db, first, iso(500), 'no server');
  const row = await db.selectFrom('mails').select(['attempts', 'next_attempt_at']).executeTakeFirst();
  expect(row).toEqual({ attempts: 2, next_attempt_at: iso(121) });
  await database.close();
});
