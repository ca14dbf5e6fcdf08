// Migrations run once, each completely or not at all, and refuse a database that is newer than the program.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { MIGRATIONS, type Migration } from '#migrations';
import { migrate, NewerDatabaseError } from '#server/db/migrate.ts';
import { onBothDatabases } from '#tests/support/databases.ts';

onBothDatabases('migrate', (database) => {
  it('does nothing on a database that is up to date', async () => {
    expect(await migrate(database())).toEqual([]);
  });

  it('refuses a database with a step that the program does not know, and names it', async () => {
    await expect(migrate(database(), [{ name: '000-other', up: async () => {} }])).rejects.toThrow(NewerDatabaseError);
    await expect(migrate(database(), [{ name: '000-other', up: async () => {} }])).rejects.toThrow('001-initial');
  });

  it('rolls back a step that fails', async () => {
    const steps = [
      ...MIGRATIONS,
      {
        name: '999-broken',
        up: async (db: Parameters<(typeof MIGRATIONS)[number]['up']>[0]) => {
          await db.schema.createTable('half_done').addColumn('id', 'text').execute();
          throw new Error('broken step');
        },
      },
    ];
    await expect(migrate(database(), steps)).rejects.toThrow('broken step');
    await expect(sql`select * from half_done`.execute(database().db)).rejects.toThrow('half_done');
    expect(await migrate(database())).toEqual([]);
  });

  it('does the work exactly once when three start at the same time', async () => {
    const step: Migration = {
      name: '998-extra',
      up: async (db) => {
        await sql`create table extra (id text)`.execute(db);
      },
    };
    const results = await Promise.all([1, 2, 3].map(() => migrate(database(), [...MIGRATIONS, step])));
    expect(results.flat()).toEqual(['998-extra']);
    await sql`drop table extra`.execute(database().db);
    await sql`delete from migrations where name = '998-extra'`.execute(database().db);
  });
});
