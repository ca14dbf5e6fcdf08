// Migrations run once, each completely or not at all, and refuse a database that is newer than the program.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { MIGRATIONS, type Migration } from '#migrations';
import { MigrationError, migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { createPostgres, onBothDatabases } from '#tests/support/databases.ts';

onBothDatabases('migrate', (database) => {
  it('does nothing on a database that is up to date', async () => {
    expect(await migrate(database())).toEqual([]);
  });

  it('refuses a database with a step that the program does not know, and names it', async () => {
    await expect(migrate(database(), [{ name: '000-other', up: async () => {} }])).rejects.toThrow(
      /newer than this program/,
    );
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
    const failure = await migrate(database(), steps).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MigrationError);
    expect(String(failure)).toContain('step 999-broken failed: broken step. Nothing was changed');
    await expect(sql`select * from half_done`.execute(database().db)).rejects.toThrow('half_done');
    expect(await migrate(database())).toEqual([]);
  });

  it('waits for another process that writes, and says so when it takes too long', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'proofbell-migrate-'));
    const url = database().dialect === 'sqlite' ? `file:${join(folder, 'a.db')}` : await createPostgres('template0');
    const [one, other] = [openDatabase(url), openDatabase(url)];
    try {
      const holding = Promise.withResolvers<void>();
      const release = Promise.withResolvers<void>();
      const slow: Migration = {
        name: '001-slow',
        async up() {
          holding.resolve();
          await release.promise;
        },
      };
      const first = migrate(one, [slow]);
      await holding.promise;
      await expect(migrate(other, [slow], 100)).rejects.toThrow(/another process has been migrating/);
      const second = migrate(other, [slow]);
      release.resolve();
      expect(await first).toEqual(['001-slow']);
      expect(await second).toEqual([]);
    } finally {
      await one.close();
      await other.close();
      rmSync(folder, { recursive: true });
    }
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
