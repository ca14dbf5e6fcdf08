// A lock that somebody else holds keeps back only the writes that need it, on PostgreSQL; on SQLite, which has one writer,
// writes that come one after another share a commit.
import { rmSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { freshPostgres, freshSqlite, freshSqliteFile } from '#tests/support/databases.ts';
import { type GroupCommit, makeGroupCommit } from './group-commit.ts';
import { type Database, type Db, fileOf } from './open.ts';

let database: Database;
let group: GroupCommit;
beforeAll(async () => {
  database = await freshPostgres();
  await sql`create table places (name text primary key, taken integer not null)`.execute(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  await sql`delete from places`.execute(database.db);
  await sql`insert into places values ('a', 0), ('b', 0), ('c', 0)`.execute(database.db);
  group = makeGroupCommit(database);
});

const take = (name: string) => async (db: Db) => {
  await sql`update places set taken = taken + 1 where name = ${name}`.execute(db);
  return name;
};
const taken = async () =>
  (await sql<{ taken: number }>`select taken from places order by name`.execute(database.db)).rows.map(
    (row) => row.taken,
  );

/** Holds a row until the returned function is called. */
async function hold(name: string): Promise<() => Promise<void>> {
  let release = () => {};
  let held = () => {};
  const isHeld = new Promise<void>((resolve) => {
    held = resolve;
  });
  const done = database.db.transaction().execute(async (db) => {
    await sql`select 1 from places where name = ${name} for update`.execute(db);
    held();
    await new Promise<void>((resolve) => {
      release = resolve;
    });
  });
  await isHeld;
  return async () => {
    release();
    await done;
  };
}

it('goes on without the writes that wait for a lock, and makes them once it is free', async () => {
  const release = await hold('a');
  let isOver = false;
  const late = Array.from({ length: 150 }, () => group.run('a', 1, take('a')));
  void Promise.allSettled(late).then(() => {
    isOver = true;
  });
  for (let round = 0; round < 3; round++) {
    const prompt = ['b', 'c'].map((name) => group.run(name, 1, take(name)));
    expect(await Promise.all(prompt)).toEqual(['b', 'c']);
  }
  expect(isOver).toBe(false);
  expect(await taken()).toEqual([0, 3, 3]);
  await release();
  expect(await Promise.all(late)).toEqual(late.map(() => 'a'));
  expect(await taken()).toEqual([150, 3, 3]);
  expect(await group.run('a', 1, take('a'))).toBe('a');
});

it('goes on however many locks are held', async () => {
  await sql`insert into places select 'x' || n, 0 from generate_series(1, 6) as n`.execute(database.db);
  const names = Array.from({ length: 6 }, (_, n) => `x${n + 1}`);
  const releases = [];
  for (const name of names) releases.push(await hold(name));
  const late = names.map((name) => group.run(name, 1, take(name)));
  // Six of the pool's ten hold, three wait for a moment each, and one is left.
  expect(await group.run('b', 1, take('b'))).toBe('b');
  expect(await taken()).toContain(1);
  for (const release of releases) await release();
  expect(await Promise.all(late)).toEqual(names);
});

it('commits about a hundred rows at a time', async () => {
  const commits: string[] = [];
  const note = async (db: Db) => {
    const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(db);
    commits.push(rows[0]?.id ?? '');
  };
  await Promise.all([60, 40, 60, 300, 1].map((size) => group.run('a', size, note)));
  const [first, second, third, fourth, fifth] = commits;
  expect([first === second, second === third, third === fourth, fourth === fifth]).toEqual([true, false, false, false]);
});

it('fails only those that wait in vain, all of them at once', async () => {
  const release = await hold('a');
  const tried = new Set<number>();
  const wait = (n: number) => async (db: Db) => {
    tried.add(n);
    return take('a')(db);
  };
  const late = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => group.run('a', 1, wait(n))));
  // The first waits for all of them.
  expect(tried.size).toBe(1);
  for (const one of late) expect(one).toMatchObject({ status: 'rejected', reason: { code: '55P03' } });
  await release();
  expect(await group.run('a', 1, take('a'))).toBe('a');
  expect(await taken()).toEqual([1, 0, 0]);
});

it('on SQLite, commits one alone at once, and lets more come once some came together', async () => {
  const sqlite = await freshSqlite();
  let commits = 0;
  const db = Object.create(sqlite.db, {
    transaction: {
      value: () => {
        commits++;
        return sqlite.db.transaction();
      },
    },
  });
  // Longer than all of this takes: whoever waited for it would be noticed.
  const own = makeGroupCommit({ db, dialect: 'sqlite' }, 500);
  const write = () => own.run('', 1, async () => {});
  const start = performance.now();
  for (const expected of [1, 2, 3]) {
    await write();
    expect(commits).toBe(expected);
  }
  await Promise.all([write(), write()]);
  expect([commits, performance.now() - start < 500]).toEqual([4, true]);
  const late: Promise<void>[] = [];
  for (let n = 0; n < 3; n++) {
    await setImmediate();
    late.push(write());
  }
  await Promise.all(late);
  expect(commits).toBe(5);
  await sqlite.close();
});

const put = (name: string) => async (db: Db) => {
  await sql`insert into places values (${name}, 0)`.execute(db);
  return name;
};

it('on SQLite, of those that share a commit fails what fails alone, and nothing of it is stored', async () => {
  const sqlite = await freshSqlite();
  await sql`create table places (name text primary key, taken integer not null)`.execute(sqlite.db);
  const works = [
    put('a'),
    async (db: Db) => {
      await put('b')(db);
      return put('a')(db);
    },
    async (db: Db) => {
      await put('c')(db);
      throw new Error('refused');
    },
    put('d'),
  ];
  const own = makeGroupCommit(sqlite);
  const settled = await Promise.allSettled(works.map((work) => own.run('', 1, work)));
  expect(settled).toMatchObject([
    { value: 'a' },
    { reason: { code: 'SQLITE_CONSTRAINT_PRIMARYKEY' } },
    { reason: { message: 'refused' } },
    { value: 'd' },
  ]);
  const { rows } = await sql<{ name: string }>`select name from places order by name`.execute(sqlite.db);
  expect(rows.map(({ name }) => name)).toEqual(['a', 'd']);
  await sqlite.close();
});

it('on SQLite, says of none that it is stored when the file is gone by their commit', async () => {
  const sqlite = await freshSqliteFile();
  await sql`create table places (name text primary key, taken integer not null)`.execute(sqlite.db);
  const own = makeGroupCommit(sqlite);
  const removing = async (db: Db) => {
    await put('b')(db);
    rmSync(fileOf(sqlite) ?? '');
  };
  const settled = await Promise.allSettled([put('a'), removing, put('c')].map((work) => own.run<unknown>('', 1, work)));
  const failed = { status: 'rejected', reason: { code: 'SQLITE_READONLY_DBMOVED' } };
  expect(settled).toMatchObject([failed, failed, failed]);
  await expect(own.run('', 1, put('d'))).rejects.toMatchObject(failed.reason);
  await sqlite.close();
});
