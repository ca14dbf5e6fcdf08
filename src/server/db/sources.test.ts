// The order in which PostgreSQL locks what a delivery and a retraction change. SQLite has one writer.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { freshPostgres } from '#tests/support/databases.ts';
import { lockEventsOf } from './sources.ts';

it("locks a site's widgets before its sources: who waits for the first holds none of the second", async () => {
  const database = await freshPostgres();
  const { db } = database;
  const at = '2026-03-10T12:00:00.000Z';
  await sql`insert into users (id, email, email_lower, created_at, updated_at) values ('u', 'a@b.c', 'a@b.c', ${at}, ${at})`.execute(
    db,
  );
  await sql`insert into sites (id, owner_id, name, slug, timezone, domains, created_at, updated_at) values ('s', 'u', 'Shop', 'shop', 'UTC', '[]', ${at}, ${at})`.execute(
    db,
  );
  await sql`insert into widgets (id, site_id, name, type, created_at, updated_at) values ('w', 's', 'Widget', 'social_proof', ${at}, ${at})`.execute(
    db,
  );
  await sql`insert into sources (id, site_id, kind, name, rules, privacy, hosts, retention_days, created_at, updated_at) values ('q', 's', 'api', 'API', '{}', '{}', '[]', 30, ${at}, ${at})`.execute(
    db,
  );
  let locking: Promise<boolean> | undefined;
  await db.transaction().execute(async (holder) => {
    await sql`select 1 from widgets for no key update`.execute(holder);
    locking = db.transaction().execute((tx) => lockEventsOf(tx, 's', 'q'));
    const waiting = sql<{ count: number }>`select count(*) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waiting.execute(db)).rows[0]?.count).toBe(1);
    const free = await sql`select id from sources for update nowait`.execute(holder);
    expect(free.rows).toHaveLength(1);
  });
  expect(await locking).toBe(true);
  await database.close();
});
