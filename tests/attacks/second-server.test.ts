// Attack: a second server on the same SQLite file, by any path to it, whose counts, caches and writes would not know the
// first one's; and tools run beside it, or by another user, whose files would lock it out.
import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync, rmdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { ownerIssue } from '#server/data-folder.ts';
import { lockServer } from '#server/db/server-lock.ts';
import { SECRET } from '#tests/support/app.ts';
import { makeClient } from '#tests/support/client.ts';
import { freshPostgres } from '#tests/support/databases.ts';
import { openRaw, statusOf } from '#tests/support/raw-http.ts';
import { runProgram, type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { soon } from '#tests/support/soon.ts';
import { temporaryFolder } from '#tests/support/stages.ts';

let folder: string;
let data: string;
const servers: ServerProcess[] = [];
beforeEach(() => {
  folder = temporaryFolder();
  data = join(folder, 'data');
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.end('SIGKILL')));
});

const start = async (dataDir = data, env: Record<string, string> = {}) => {
  const server = await startServer(dataDir, { env });
  servers.push(server);
  return server;
};

describe('the lock', () => {
  const lock = (path: string, wait = 0) => lockServer(path, wait);
  let file: string;
  beforeEach(() => {
    mkdirSync(data);
    file = join(data, 'proofbell.db');
    spawnSync('touch', [file]);
  });

  it("is the same by every path to the file, and nobody else's", async () => {
    symlinkSync(data, join(folder, 'other-name'));
    symlinkSync(file, join(folder, 'link.db'));
    const release = await lock(file);
    const paths = [file, relative('.', file), join(folder, 'other-name', 'proofbell.db'), join(folder, 'link.db')];
    for (const path of paths) await expect(lock(path, 150)).rejects.toThrow(`Another server is using ${file}.`);
    spawnSync('touch', [join(data, 'second.db')]);
    (await lock(join(data, 'second.db')))();
    release();
    for (const path of paths) (await lock(path))();
  });

  it('that cannot be had names its file', async () => {
    mkdirSync(`${file}-lock`);
    await expect(lock(file)).rejects.toThrow(/proofbell\.db-lock can't be locked: .*can't be opened\. Check its path/);
    rmdirSync(`${file}-lock`);
    // Not advice about a damaged database, which would replace a good one by a backup.
    writeFileSync(`${file}-lock`, 'somebody wrote into it, which makes it no lock any more');
    await expect(lock(file)).rejects.toThrow(/proofbell\.db-lock can't be locked: it is damaged\. .*delete it/);
  });

  it('is waited for, and taken as soon as it is free', async () => {
    const release = await lock(file);
    const waiting = Promise.withResolvers<void>();
    const second = lockServer(file, 10_000, waiting.resolve);
    await waiting.promise;
    release();
    (await second)();
  });
});

it('a migration beside a server refuses at once, naming the file; the server goes on', { tags: ['long'] }, async () => {
  const first = await start();
  symlinkSync(data, join(folder, 'link'));
  const { status, messages } = runProgram(join(folder, 'link'), ['migrate']);
  expect(status).toBe(1);
  expect(messages).toEqual([expect.stringContaining(`Another server is using ${join(data, 'proofbell.db')}. Stop it`)]);
  expect(readdirSync(data)).toContain('proofbell.db-lock');
  for (const name of readdirSync(data)) expect([name, statSync(join(data, name)).mode & 0o077]).toEqual([name, 0]);
  expect((await first.fetch('/api/health')).status).toBe(200);
  expect(await first.end()).toBe(0);
});

it('beside a server that is still making the file, too: it says that, not that the database is busy', {
  tags: ['long'],
}, async () => {
  mkdirSync(data);
  const file = join(data, 'proofbell.db');
  const making = new BetterSqlite3(file);
  making.exec('begin exclusive');
  const release = await lockServer(file, 0);
  const { status, messages } = runProgram(data, ['migrate']);
  expect([status, messages]).toEqual([1, [expect.stringContaining(`Another server is using ${file}. Stop it`)]]);
  making.close();
  release();
});

const ACCOUNT = { email: 'ana@shop.example', password: 'a horse of her own' };
const logIn = async (server: ServerProcess) => (await makeClient(server).post('/api/auth/login', ACCOUNT)).status;

it('a restart waits for what the old server is still doing, and loses nothing', { tags: ['long'] }, async () => {
  const first = await start();
  const answer = await first.fetch('/api/csrf-token');
  const { csrfToken } = (await answer.json()) as { csrfToken: string };
  const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
  const registration = await openRaw(Number(new URL(first.origin).port));
  const body = JSON.stringify(ACCOUNT);
  const head = [
    'POST /api/auth/register HTTP/1.1',
    'Host: x',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    `Cookie: ${cookie.join('; ')}`,
    `X-CSRF-Token: ${csrfToken}`,
  ];
  registration.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 10)}`);
  // Answered after what was sent before it on another connection has arrived.
  await first.fetch('/api/health');
  first.child.kill('SIGTERM');
  const second = start();
  await soon(() => first.output.stdout).toContain('stopping');
  registration.write(body.slice(10));
  expect(statusOf(await registration.ended)).toBe(201);
  expect(await first.exited).toBe(0);
  expect(await logIn(await second)).toBe(200);
});

it('a server whose lock was deleted, as people do with locks, saves nothing once another one runs', {
  tags: ['long'],
}, async () => {
  const link = join(folder, 'link');
  symlinkSync(data, link);
  const first = await startServer(data);
  rmSync(join(data, 'proofbell.db-lock'));
  expect((await first.fetch('/api/health')).status).toBe(200);
  const second = await startServer(link);
  expect((await first.fetch('/api/health')).status).toBe(503);
  expect((await second.fetch('/api/health')).status).toBe(200);
  expect(await first.end()).toBe(0);
  expect(first.output.stdout).toContain('another server has taken this database over');
  expect((await second.fetch('/api/health')).status).toBe(200);
  expect(await second.end()).toBe(0);
});

it('a server that was killed leaves no lock behind, and loses nothing', { tags: ['long'] }, async () => {
  const first = await start();
  expect((await makeClient(first).post('/api/auth/register', ACCOUNT)).status).toBe(201);
  const second = start();
  expect(await first.end('SIGKILL')).toBe('SIGKILL');
  expect(await logIn(await second)).toBe(200);
});

it('backup, admin and sso-token work beside a running server, which sees the change', { tags: ['long'] }, async () => {
  const env = { SSO_SECRET: 'a single sign-on secret, of more than 32 bytes', PUBLIC_URL: 'http://proofbell.test' };
  const server = await start(data, env);
  const email = 'ana@shop.example';
  const signOn = (token: string) => makeClient(server).post('/api/auth/sso', { token });
  const printed = runProgram(data, ['sso-token', '--email', email], env);
  expect((await signOn(printed.stdout.trim())).status).toBe(200);
  const other = () =>
    new SignJWT({ email })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject('somebody-else')
      .setAudience(env.PUBLIC_URL)
      .setJti(crypto.randomUUID())
      .setExpirationTime('2 minutes')
      .sign(new TextEncoder().encode(env.SSO_SECRET));
  expect((await signOn(await other())).status).toBe(409);
  expect(runProgram(data, ['admin', 'release-sso', email], env)).toMatchObject({ status: 0 });
  expect((await signOn(await other())).status).toBe(200);
  expect(runProgram(data, ['backup', join(folder, 'copy.db')], env)).toMatchObject({ status: 0 });
  expect(readdirSync(folder).sort()).toEqual(['copy.db', 'data']);
  expect(await server.end()).toBe(0);
});

it('two servers on one PostgreSQL are welcome', { tags: ['long'] }, async () => {
  const name = `t_${crypto.randomUUID().replaceAll('-', '')}`;
  await (await freshPostgres(name)).close();
  const env = { DATABASE_URL: `${inject('postgresUrl')}${name}`, SECRET_KEY: SECRET };
  const both = await Promise.all([start(data, env), start(join(folder, 'own'), env)]);
  for (const server of both) expect((await server.fetch('/api/health')).status).toBe(200);
});

describe('a tool of another user', () => {
  const OTHER_USER = 65_534;

  it('refuses, for its files would lock the server out', () => {
    mkdirSync(data, { mode: 0o700 });
    const { uid } = statSync(data);
    const url = `file:${data}/proofbell.db`;
    expect(ownerIssue(data, url, uid)).toBe(null);
    expect(ownerIssue(data, url, uid + 1)).toContain(`${data} belongs to user ${uid}, and this is user ${uid + 1}`);
    // Where users have no numbers, and where nothing is there yet or nothing is written.
    expect(ownerIssue(data, url, undefined)).toBe(null);
    expect(ownerIssue(join(folder, 'missing'), `file:${folder}/missing/proofbell.db`, uid + 1)).toBe(null);
    expect(ownerIssue(data, 'postgres://127.0.0.1/proofbell', uid + 1)).toBe(null);
  });

  it('is refused even if it is root', { tags: ['long'] }, () => {
    // Only root can give a folder away; everyone else takes one of root's.
    const isRoot = process.getuid?.() === 0;
    const foreign = isRoot ? data : '/usr';
    if (isRoot) {
      expect(runProgram(data, ['migrate']).status).toBe(0);
      for (const path of [data, ...readdirSync(data).map((name) => join(data, name))])
        chownSync(path, OTHER_USER, OTHER_USER);
    }
    const before = readdirSync(foreign).sort();
    const email = 'ana@shop.example';
    for (const args of [
      ['backup', 'copy.db'],
      ['admin', 'release-sso', email],
      ['migrate'],
      ['sso-token', '--email', email],
    ]) {
      const { status, messages } = runProgram(foreign, args, { SSO_SECRET: SECRET });
      expect([args, status, messages.length]).toEqual([args, 1, 1]);
      expect(messages[0]).toContain(`${foreign} belongs to user ${isRoot ? OTHER_USER : 0}, and this is user `);
    }
    expect(readdirSync(foreign).sort()).toEqual(before);
  });
});
