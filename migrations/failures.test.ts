// A step that fails anywhere leaves the database as it was, rows and structure, and can be run again: whatever statement
// fails, whether the program, the disk or the connection is to blame, and even if the process is killed.
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KyselyPlugin, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MIGRATIONS, type Migration } from '#migrations';
import { MigrationError, migrate } from '#server/db/migrate.ts';
import { type Database, openDatabase } from '#server/db/open.ts';
import { SECRET } from '#tests/support/app.ts';
import { createPostgres } from '#tests/support/databases.ts';
import { databaseAt, readRows, readStructure } from '#tests/support/migration-fixtures.ts';
import { partOf } from '#tests/support/runs.ts';

/** Called before each statement of a step, or after it. */
type Hooks = { before?: (count: number) => void; after?: (count: number) => Promise<void> };

/** @returns the step, with hooks around each of its statements. */
function withHooks({ name, up }: Migration, { before, after }: Hooks): Migration {
  let count = 0;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      count++;
      before?.(count);
      return node;
    },
    async transformResult({ result }) {
      await after?.(count);
      return result;
    },
  };
  return { name, up: (db) => up(db.withPlugin(plugin)) };
}

const content = async (database: Database) => [await readStructure(database), await readRows(database.db)];

/** Runs the step at `n` with a failure after each of its statements in turn, until it has none left. */
async function failEverywhere(
  dialect: Database['dialect'],
  n: number,
  fail: (database: Database, step: Migration, statement: number) => Migration,
): Promise<void> {
  const step = MIGRATIONS[n] as Migration;
  const before = MIGRATIONS.slice(0, n);
  const database = await databaseAt(dialect, n);
  try {
    const old = await content(database);
    for (let statement = 1; ; statement++) {
      const failed = await migrate(database, [...before, fail(database, step, statement)]).catch(
        (error: unknown) => error,
      );
      if (Array.isArray(failed)) {
        expect([step.name, failed, statement > 1]).toEqual([step.name, [step.name], true]);
        return;
      }
      expect(failed).toBeInstanceOf(MigrationError);
      expect(String(failed)).toContain(`step ${step.name} failed`);
      expect([step.name, statement, await content(database)]).toEqual([step.name, statement, old]);
    }
  } finally {
    await database.close();
  }
}

/** Released steps never change, so that only the newest is tried each time, and in the long form some of the others. */
const NEWEST = 1;
const STEPS = MIGRATIONS.map(({ name }, n) => [name, n] as const);

describe.each(STEPS.slice(-NEWEST))('%s leaves the old state', (_name, n) => failures(n));
describe.each(partOf(STEPS.slice(0, -NEWEST), 5))(
  '%s leaves the old state, as it always did',
  { tags: ['long'] },
  (_name, n) => failures(n),
);

function failures(n: number): void {
  it.each(['sqlite', 'postgres'] as const)('when the program fails at any of its statements (%s)', async (dialect) => {
    await failEverywhere(dialect, n, (_database, step, statement) =>
      withHooks(step, {
        before(count) {
          if (count === statement) throw new Error('injected');
        },
      }),
    );
  });

  it('when the disk is full at any of its statements', async () => {
    await failEverywhere('sqlite', n, ({ dialect, ...database }, step, statement) => {
      const { writer } = database as Extract<Database, { dialect: 'sqlite' }>;
      return withHooks(step, {
        async after(count) {
          if (count !== statement) return;
          writer.pragma(`max_page_count = ${writer.pragma('page_count', { simple: true })}`);
          try {
            writer.exec('create table filler as select zeroblob(10000000)');
          } finally {
            writer.pragma('max_page_count = 1000000000');
          }
        },
      });
    });
  });

  it('when PostgreSQL ends the connection at any of its statements', async () => {
    await failEverywhere('postgres', n, (database, step, statement) => {
      return withHooks(step, {
        async after(count) {
          if (count !== statement) return;
          const ended = sql`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()`;
          await ended.execute(database.db);
        },
      });
    });
  });

  it('when the process is gone at any of its statements', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'proofbell-killed-'));
    try {
      const source = await databaseAt('sqlite', n);
      const path = join(folder, 'a.db');
      await sql`vacuum into ${path}`.execute(source.db);
      const old = await content(source);
      await source.close();
      const live = openDatabase(`file:${path}`);
      const copies: string[] = [];
      // The operating system keeps what a killed process has written, so its files are what it leaves behind.
      const step = withHooks(MIGRATIONS[n] as Migration, {
        async after(count) {
          const copy = join(folder, `${count}.db`);
          for (const end of ['', '-wal']) if (existsSync(path + end)) copyFileSync(path + end, copy + end);
          copies.push(copy);
        },
      });
      // A small cache, so that the step writes to its files before it commits.
      if (live.dialect === 'sqlite') live.writer.pragma('cache_size = 2');
      await migrate(live, [...MIGRATIONS.slice(0, n), step]);
      await live.close();
      expect(copies.length).toBeGreaterThan(0);
      for (const copy of copies) {
        const left = openDatabase(`file:${copy}`);
        expect(await content(left)).toEqual(old);
        expect(await migrate(left, MIGRATIONS.slice(0, n + 1))).toEqual([MIGRATIONS[n]?.name]);
        await left.close();
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

describe('a whole update', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'proofbell-update-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** @param url of the database; empty for SQLite in the test's folder. */
  async function runMigrate(url: string): Promise<{ code: unknown; output: string }> {
    const env = { PATH: process.env.PATH, DATA_DIR: folder, DATABASE_URL: url, SECRET_KEY: SECRET };
    const child = spawn(process.execPath, ['src/server/main.ts', 'migrate'], { env });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += String(chunk);
      });
    }
    const code = await new Promise((resolve) => child.on('close', resolve));
    return { code, output };
  }

  it.each(['sqlite', 'postgres'] as const)(
    'keeps no step when a later one fails, so the version before still starts (%s)',
    async (dialect) => {
      const database = await databaseAt(dialect, 1);
      const old = await content(database);
      const broken: Migration = {
        name: '999-broken',
        up: async () => {
          throw new Error('injected');
        },
      };
      await expect(migrate(database, [...MIGRATIONS, broken])).rejects.toThrow('step 999-broken failed: injected');
      expect(await content(database)).toEqual(old);
      expect(await migrate(database, MIGRATIONS.slice(0, 1))).toEqual([]);
      await database.close();
    },
  );

  it('survives kill -9 in the middle', async () => {
    const source = await databaseAt('sqlite', 1);
    await sql`vacuum into ${join(folder, 'proofbell.db')}`.execute(source.db);
    const old = await content(source);
    await source.close();
    const script = `
      import { MIGRATIONS } from '#migrations';
      import { migrate } from '#server/db/migrate.ts';
      import { openDatabase } from '#server/db/open.ts';
      const [first, ...steps] = MIGRATIONS;
      const last = steps.pop();
      const up = async (db) => {
        await last.up(db);
        process.kill(process.pid, 'SIGKILL');
      };
      await migrate(openDatabase('file:${join(folder, 'proofbell.db')}'), [first, ...steps, { name: last.name, up }]);`;
    const killed = spawnSync(process.execPath, ['--input-type=module-typescript', '-e', script], { encoding: 'utf8' });
    expect([killed.signal, killed.stderr]).toEqual(['SIGKILL', '']);
    const left = openDatabase(`file:${join(folder, 'proofbell.db')}`);
    expect(await content(left)).toEqual(old);
    expect(await migrate(left)).toEqual(MIGRATIONS.slice(1).map(({ name }) => name));
    await left.close();
  });

  it.each(['sqlite', 'postgres'] as const)(
    'is done once by two processes that start together (%s)',
    { tags: ['long'] },
    async (dialect) => {
      const url = dialect === 'sqlite' ? '' : await createPostgres('template0');
      const runs = await Promise.all([1, 2].map(() => runMigrate(url)));
      // Only one process at a time may use a SQLite file: the other one refuses, unless it comes when all is done.
      const isFine = ({ code, output }: { code: unknown; output: string }) =>
        code === 0 || (dialect === 'sqlite' && output.includes('Another server is using'));
      expect(runs.filter((run) => !isFine(run))).toEqual([]);
      expect(runs.filter(({ output }) => output.includes('database migrated'))).toHaveLength(1);
    },
  );

  it('against a PostgreSQL that never answers ends in time and says what to check', { tags: ['long'] }, async () => {
    const silent = createServer((socket) => socket.resume());
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const url = `postgres://user:password@127.0.0.1:${port}/proofbell`;
    const { code, output } = await runMigrate(url);
    expect([code, output.includes('PostgreSQL does not respond. Check that it runs')]).toEqual([1, true]);
    await new Promise((resolve) => silent.close(resolve));
  });
});
