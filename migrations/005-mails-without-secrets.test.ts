// Emails that wait for their sending survive the step that takes their links away.

import { type Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import { composeEmail } from '#server/domain/compose-email.ts';
import { makeActor } from '#tests/support/actor.ts';
import { makeTestApp } from '#tests/support/app.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { up } from './005-mails-without-secrets.ts';

const CODE = 'x'.repeat(43);

onBothDatabases('the step to emails without links', (database) => {
  it('keeps what each email is about, for whom and when, and nothing of what it said', async () => {
    const app = makeTestApp(database());
    const { db } = app.deps;
    const { userId, email } = await makeActor(app.deps);
    // As 001-initial made it.
    await sql`drop table mails`.execute(db);
    await sql`create table mails (id text primary key, recipient text not null, subject text not null,
      body_text text not null, body_html text not null, link text, attempts integer not null default 0,
      next_attempt_at text, last_error text, created_at text not null)`.execute(db);
    await sql`create index mails_due on mails (next_attempt_at)`.execute(db);
    const subjects = [
      'Verify your email address',
      'Choose a new password',
      'Choose your password',
      'Your password was changed',
    ];
    const at = '2026-03-10T11:00:00.000Z';
    for (const [n, subject] of [...subjects, 'Of no known kind'].entries()) {
      for (const recipient of [email, 'deleted@shop.example']) {
        const link = `http://proofbell.test/reset-password#reset=${CODE}`;
        await sql`insert into mails values (${`${n}-${recipient}`}, ${recipient}, ${subject}, ${link}, ${link}, ${link},
          ${n}, ${n === 3 ? null : at}, ${n ? 'Try later' : null}, ${at})`.execute(db);
      }
    }
    await up(db as unknown as Kysely<never>);
    const mails = await db.selectFrom('mails').selectAll().orderBy('id').execute();
    const kept = { user_id: userId, recipient: email, created_at: at };
    expect(mails).toEqual([
      { ...kept, id: `0-${email}`, kind: 'verify-email', attempts: 0, next_attempt_at: at, last_error: null },
      { ...kept, id: `1-${email}`, kind: 'reset-password', attempts: 1, next_attempt_at: at, last_error: 'Try later' },
      { ...kept, id: `2-${email}`, kind: 'set-password', attempts: 2, next_attempt_at: at, last_error: 'Try later' },
      {
        ...kept,
        id: `3-${email}`,
        kind: 'password-changed',
        attempts: 3,
        next_attempt_at: null,
        last_error: 'Try later',
      },
    ]);
    expect(JSON.stringify(mails)).not.toContain(CODE);
    const letter = await composeEmail(app.deps, { kind: 'reset-password', userId, to: email });
    expect(letter?.link).toMatch(/#reset=[\w-]{43}$/);
    await app.stop();
  });
});
