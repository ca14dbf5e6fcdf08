// Attack: damage the database, or take it away, under a running server. Before a start: failed-starts.test.ts.
import { closeSync, copyFileSync, existsSync, openSync, renameSync, rmSync, symlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { explainStart } from '#server/cli/start-errors.ts';
import { describeError, explainFault } from '#server/db/faults.ts';
import { failedStep, silentDatabase } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { parseEnv } from '#server/env.ts';
import { toApiError } from '#server/trpc/errors.ts';
import { makeTestApp, SECRET } from '#tests/support/app.ts';
import { makeAccount, PASSWORD } from '#tests/support/auth.ts';
import { makeClient, makeShop } from '#tests/support/client.ts';
import { openSqlite } from '#tests/support/full-database.ts';
import { startServer } from '#tests/support/server-process.ts';
import { temporaryFolder } from '#tests/support/stages.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

it.each([
  'SQLITE_FULL SQLITE_READONLY SQLITE_READONLY_DBMOVED SQLITE_READONLY_CANTINIT SQLITE_IOERR SQLITE_IOERR_WRITE',
  'SQLITE_IOERR_SHMSIZE SQLITE_CORRUPT SQLITE_CORRUPT_INDEX SQLITE_NOTADB SQLITE_CANTOPEN SQLITE_BUSY SQLITE_NOMEM',
  '53000 53100 53200 53300 53400 57P01 57P02 57P03 08000 08001 08003 08006 58030 58P01 XX001 XX002 25006 28P01 3D000',
  '57014 55P03 25P03 40P01 40001 55000 28000 SQLITE_PROTOCOL SQLITE_LOCKED SQLITE_BUSY_SNAPSHOT',
  'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH',
])('maps each fault of the database to 503 and words for the operator: %s', (codes) => {
  for (const code of codes.split(' ')) {
    const error = Object.assign(new Error('from the driver'), { code });
    const { body, retryAfter } = toApiError(error, 'id');
    expect([code, body.code, retryAfter]).toEqual([code, 'unavailable', 5]);
    expect([code, explainFault(error)]).toEqual([code, expect.stringMatching(/^[^.]{20,}/)]);
  }
});

it.each([
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error and is not queryable',
  'The database connection is not open',
])('has words for an error without a code, too: %s', (message) => {
  const error = new Error(message);
  expect(toApiError(error, 'id').body.code).toBe('unavailable');
  expect(describeError(error)).toEqual({ error: `Error: ${message}`, fault: expect.stringMatching(/\w{3,}/) });
});

it('says which PostgreSQL hangs, once', () => {
  const env = parseEnv({ DATABASE_URL: 'postgres://ana:geheim@db.test/shop', SECRET_KEY: SECRET });
  const cause = Object.assign(new Error('PostgreSQL did not answer within 4 s'), { code: 'ETIMEDOUT' });
  expect(explainStart(silentDatabase(cause), env)).toMatch(
    /^DATABASE_URL \(db\.test\/shop\): PostgreSQL does not respond\. Check that it runs [^(]+\.$/,
  );
});

it('says why an update failed, in one sentence after the other', () => {
  const cause = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  const message = explainStart(failedStep('009-more', cause), parseEnv({ DATABASE_URL: 'file:/data/x.db' }));
  expect(message).toMatch(/^\/data\/x\.db: The database could not be .* step 009-more failed: the disk .* is full\./);
  expect(message).toMatch(/start this version again\.$/);
  expect(message).not.toContain('..');
});

it('says that a database is read-only', async () => {
  const database = await openSqlite(join(folder, 'proofbell.db'));
  const app = makeTestApp(database);
  try {
    const owner = await makeAccount(app, 'ana@shop.example');
    const { site } = await makeShop(owner);
    database.writer.pragma('query_only = on');
    expect((await owner.put(`/api/sites/${site.id}`, { name: 'B' })).status).toBe(503);
    expect((await owner.get(`/api/sites/${site.id}`)).status).toBe(200);
    database.writer.pragma('query_only = off');
    expect((await owner.put(`/api/sites/${site.id}`, { name: 'B' })).status).toBe(200);
    expect(app.logged.filter(({ msg }) => msg === 'request failed')).toMatchObject([
      { code: 'SQLITE_READONLY', fault: expect.stringContaining('may not be written') },
    ]);
  } finally {
    await app.stop();
    await database.close();
  }
});

it('says that a database is damaged', async () => {
  const path = join(folder, 'proofbell.db');
  const database = await openSqlite(path);
  const before = makeTestApp(database);
  await makeShop(await makeAccount(before, 'ana@shop.example'));
  const page = database.writer.prepare("select rootpage from sqlite_schema where name = 'notifications'").pluck().get();
  await before.stop();
  await database.close();
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(4_096, 0xa5), 0, 4_096, (Number(page) - 1) * 4_096);
  closeSync(file);

  const damaged = openDatabase(`file:${path}`);
  const app = makeTestApp(damaged);
  const owner = makeClient(app);
  try {
    await owner.post('/api/auth/login', { email: 'ana@shop.example', password: PASSWORD });
    const { widgets } = (await owner.get<{ widgets: { id: string }[] }>('/api/widgets')).body;
    const path = `/api/widgets/${widgets[0]?.id}/notifications`;
    for (const { status } of [
      await owner.get(path),
      await owner.post(path, { type: 'purchase', message: 'Ana bought the Oak Desk' }),
    ])
      expect(status).toBe(503);
    const failures = app.logged.filter(({ msg }) => msg === 'request failed');
    expect(failures.length).toBeGreaterThan(1);
    for (const line of failures) {
      expect(line).toMatchObject({ code: 'SQLITE_CORRUPT', fault: expect.stringContaining('damaged') });
    }
  } finally {
    await app.stop();
    await damaged.close();
  }
});

/** What it takes away, and how it can be put back. */
const LOSSES: [name: string, take: (file: string) => void, putBack: ((file: string) => void) | null][] = [
  ['deleted', (file) => rmSync(file), null],
  ['without its write-ahead log', (file) => rmSync(`${file}-wal`), null],
  // A link in its place that leads to itself, which can't even be looked at.
  [
    'replaced by a broken link',
    (file) => {
      renameSync(file, `${file}.old`);
      symlinkSync(file, file);
    },
    (file) => {
      rmSync(file);
      renameSync(`${file}.old`, file);
    },
  ],
  ['moved', (file) => renameSync(file, `${file}.old`), (file) => renameSync(`${file}.old`, file)],
  [
    'replaced by a backup',
    (file) => {
      copyFileSync(file, `${file}.copy`);
      renameSync(file, `${file}.old`);
      renameSync(`${file}.copy`, file);
    },
    (file) => renameSync(`${file}.old`, file),
  ],
];

it.each(LOSSES)(
  'a file that is %s under a running server is noticed before anything more is lost',
  {
    tags: ['long'],
  },
  async (_name, take, putBack) => {
    const file = join(folder, 'proofbell.db');
    const server = await startServer(folder, { env: { PUBLIC_URL: 'http://proofbell.test' } });
    const app = { fetch: (path: string, init?: RequestInit) => server.fetch(path, init) };
    const register = (email: string) => makeClient(app).post('/api/auth/register', { email, password: PASSWORD });
    const health = async () => {
      const response = await server.fetch('/api/health');
      return [response.status, ((await response.json()) as { status: string }).status];
    };
    try {
      expect((await register('ana@shop.example')).status).toBe(201);
      expect(await health()).toEqual([200, 'ok']);
      take(file);
      expect(await health()).toEqual([503, 'degraded']);
      expect(await register('bo@shop.example')).toMatchObject({ status: 503, body: { code: 'unavailable' } });
      if (putBack) {
        putBack(file);
        expect(await health()).toEqual([200, 'ok']);
        expect((await register('cy@shop.example')).status).toBe(201);
      }
      expect(await server.end()).toBe(0);
      if (existsSync(file) && !putBack) {
        const again = await openSqlite(file);
        const users = await again.db.selectFrom('users').select('email').execute();
        expect(users).toEqual([{ email: 'ana@shop.example' }]);
        await again.close();
      }
      const lines = server.output.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      // Once, however often it is missed.
      expect(lines.filter(({ msg }) => msg === 'database lost')).toMatchObject([
        {
          code: 'SQLITE_READONLY_DBMOVED',
          error: expect.stringContaining(file),
          fault: expect.stringContaining('deleted'),
        },
      ]);
    } finally {
      await server.end('SIGKILL');
    }
  },
);
