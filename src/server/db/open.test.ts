// A snapshot: reads of one moment, whatever is written meanwhile.
import { expect, it } from 'vitest';
import { freshPostgres, onBothDatabases } from '#tests/support/databases.ts';
import { readSnapshot } from './open.ts';

onBothDatabases('a snapshot', (database) => {
  const countUsers = async (db = database().db) => (await db.selectFrom('users').select('id').execute()).length;
  const addUser = (id: string) => {
    const at = '2026-03-10T12:00:00.000Z';
    const email = `${id}@shop.example`;
    const user = { id, email, email_lower: email, created_at: at, updated_at: at };
    return database().db.insertInto('users').values(user).execute();
  };

  it('is of the moment of its first read', async () => {
    await addUser('a');
    let writing: Promise<unknown> = Promise.resolve();
    const seen = await readSnapshot(database().db, async (db) => {
      const before = await countUsers(db);
      writing = addUser('b');
      // SQLite has one connection, on which the write waits for the snapshot to end.
      if (database().dialect === 'postgres') await writing;
      return [before, await countUsers(db)];
    });
    await writing;
    expect([seen, await countUsers()]).toEqual([[1, 1], 2]);
  });
});

it('a snapshot is only for reading: PostgreSQL refuses whatever else is tried in it', async () => {
  const database = await freshPostgres();
  const change = readSnapshot(database.db, (db) => db.deleteFrom('users').execute());
  await expect(change).rejects.toThrow('read-only transaction');
  await database.close();
});
