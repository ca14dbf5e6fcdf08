// What is read while something is written: snapshots are of one moment, and nobody sees half of a transaction.
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { freshPostgres, onBothDatabases } from '#tests/support/databases.ts';
import { type Db, prepareRead, readSnapshot } from './open.ts';

const countUsers = async (db: Db) => (await db.selectFrom('users').select('id').execute()).length;
const addUser = (db: Db, id: string) => {
  const at = '2026-03-10T12:00:00.000Z';
  const email = `${id}@shop.example`;
  const user = { id, email, email_lower: email, created_at: at, updated_at: at };
  return db.insertInto('users').values(user).execute();
};

onBothDatabases('a transaction', { turns: 'forced' }, (database) => {
  it('lets others have their turn between two statements, who see nothing of it', async () => {
    const { db } = database();
    const read = prepareRead<{ id: string }>(database(), 'select id from users where id <> ?');
    const seen: number[] = [];
    await db.transaction().execute(async (tx) => {
      await addUser(tx, 'a');
      let turns = 0;
      const other = setImmediate().then(async () => {
        turns++;
        seen.push((await read('')).length);
      });
      await countUsers(tx);
      expect(turns).toBe(1);
      await other;
    });
    seen.push((await read('')).length);
    expect(seen).toEqual([0, 1]);
  });
});

onBothDatabases('a snapshot', (database) => {
  it('is of the moment of its first read', async () => {
    const { db: own, dialect } = database();
    await addUser(own, 'a');
    let writing: Promise<unknown> = Promise.resolve();
    const seen = await readSnapshot(own, async (db) => {
      const before = await countUsers(db);
      writing = addUser(own, 'b');
      // SQLite has one connection, on which the write waits for the snapshot to end.
      if (dialect === 'postgres') await writing;
      return [before, await countUsers(db)];
    });
    await writing;
    expect([seen, await countUsers(own)]).toEqual([[1, 1], 2]);
  });
});

it('a snapshot is only for reading: PostgreSQL refuses whatever else is tried in it', async () => {
  const database = await freshPostgres();
  const change = readSnapshot(database.db, (db) => db.deleteFrom('users').execute());
  await expect(change).rejects.toThrow('read-only transaction');
  await database.close();
});
