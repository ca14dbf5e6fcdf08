// Attack: start the program on databases, keys, folders and ports that are missing, damaged, foreign or taken. Each
// message is one line without a stack, names the file, and says what to do.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { backup } from '#server/cli/backup.ts';
import { migrate, openMigrated } from '#server/cli/migrate.ts';
import { explainStart, isBug } from '#server/cli/start-errors.ts';
import { type Env, parseEnv } from '#server/env.ts';
import { readSecretKey } from '#server/secret-key.ts';
import { SECRET } from '#tests/support/app.ts';
import { PASSWORD } from '#tests/support/auth.ts';
import { makeClient } from '#tests/support/client.ts';
import { freshPostgres } from '#tests/support/databases.ts';
import { memoryLog } from '#tests/support/embed.ts';
import { openSqlite } from '#tests/support/full-database.ts';
import { runProgram, startServer } from '#tests/support/server-process.ts';
import { mountSmallDisk } from '#tests/support/small-disk.ts';
import { temporaryFolder } from '#tests/support/stages.ts';

let folder: string;
let data: string;
let file: string;
let key: string;
beforeEach(() => {
  folder = temporaryFolder();
  data = join(folder, 'data');
  file = join(data, 'proofbell.db');
  key = join(data, 'secret.key');
});

const environment = (more: Record<string, string> = {}, dataDir = data) =>
  parseEnv({ DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', PUBLIC_URL: 'http://proofbell.test', ...more });

/** What each command does first, in this process, because a start takes a while. */
const COMMANDS = {
  async serve(env: Env) {
    const database = await openMigrated(env, memoryLog().log, false, 0);
    try {
      readSecretKey(env.SECRET_KEY, env.DATA_DIR);
    } finally {
      await database.close();
    }
  },
  migrate: (env: Env) => migrate(env, memoryLog().log, false),
  backup: (env: Env) => backup(env, [join(folder, 'copy.db')]),
};

/** @returns what the operator reads when the command fails. */
async function messageOf(command: keyof typeof COMMANDS, more: Record<string, string> = {}, dataDir = data) {
  const env = environment(more, dataDir);
  const error: unknown = await COMMANDS[command](env).then(
    () => expect.fail(`${command} did not fail`),
    (reason: unknown) => reason,
  );
  expect(isBug(error)).toBe(false);
  return explainStart(error, env);
}

/** The same from the real program. */
function messageOfProgram(...args: string[]): string {
  const { status, messages, stdout, stderr } = runProgram(data, args);
  expect([args, status, messages]).toEqual([args, 1, [expect.any(String)]]);
  expect(`${stdout}${stderr}`).not.toMatch(/stack|\.ts:\d|node:internal/);
  return messages[0] ?? '';
}

/** What an installation leaves behind. */
async function install(): Promise<void> {
  mkdirSync(data, { mode: 0o700 });
  await (await openSqlite(file)).close();
  writeFileSync(key, SECRET, { mode: 0o600 });
}

describe('a database that is missing beside its key', () => {
  beforeEach(install);

  const LOSSES: [name: string, lose: () => void][] = [
    ['deleted', () => rmSync(file)],
    ['emptied', () => truncateSync(file)],
    [
      'a link to nothing',
      () => {
        rmSync(file);
        symlinkSync(join(folder, 'gone.db'), file);
      },
    ],
  ];
  const parts = () => [file, key, 'backup', 'npm start -- --new-database'];

  it.each(LOSSES)('%s: is not replaced by the real program', { tags: ['long'] }, (_name, lose) => {
    lose();
    // A tool that meets it first leaves it to the server as it was.
    if (existsSync(file)) expect(messageOfProgram('admin', 'release-sso', 'ana@shop.example')).toContain(file);
    const message = messageOfProgram();
    for (const part of parts()) expect(message).toContain(part);
  });

  it.each(LOSSES)('%s: is not replaced by an empty one unasked', async (_name, lose) => {
    lose();
    for (const message of [await messageOf('serve'), await messageOf('migrate')]) {
      for (const part of parts()) expect(message).toContain(part);
    }
    expect(await messageOf('backup')).toContain(file);
    expect(existsSync(file) && readFileSync(file).length > 0).toBe(false);
    expect(existsSync(join(folder, 'gone.db'))).toBe(false);
    await migrate(environment(), memoryLog().log, true);
    expect(readFileSync(key, 'utf8')).toBe(SECRET);
  });

  it('is not replaced by one that somebody opened, but put nothing into', async () => {
    rmSync(file);
    const other = new BetterSqlite3(file);
    other.pragma('journal_mode = WAL');
    other.close();
    for (const command of ['serve', 'migrate'] as const) {
      expect(await messageOf(command)).toMatch(/proofbell\.db is empty, but .*secret\.key shows that there was one/);
    }
    await migrate(environment(), memoryLog().log, true);
  });

  it('is the same for a path of its own, which may be mistyped', async () => {
    const url = `file:${join(folder, 'proofbel.db')}`;
    expect(await messageOf('serve', { DATABASE_URL: url })).toMatch(/proofbel\.db.*DATABASE_URL/);
    expect(existsSync(join(folder, 'proofbel.db'))).toBe(false);
  });

  it('starts anew when asked to, and then as always', { tags: ['long'] }, async () => {
    rmSync(file);
    const first = await startServer(data, { args: ['--new-database'] });
    const made = await makeClient(first).post('/api/auth/register', { email: 'ana@shop.example', password: PASSWORD });
    expect(made.status).toBe(201);
    expect(await first.end()).toBe(0);
    // The option deletes nothing when it stays in a script.
    const second = await startServer(data, { args: ['serve', '--new-database'] });
    const login = await makeClient(second).post('/api/auth/login', { email: 'ana@shop.example', password: PASSWORD });
    expect(login.status).toBe(200);
    expect(await second.end()).toBe(0);
    expect(second.output.stdout).toContain(`there is a database at ${file}, and it is used`);
  });
});

it('a folder on a disk without room for one', async ({ skip }) => {
  const disk = mountSmallDisk(join(folder, 'disk'), 'size=1m,nr_inodes=1');
  if (!disk) return skip('nothing may be mounted here');
  try {
    const path = join(disk.folder, 'data');
    expect(await messageOf('serve', {}, path)).toBe(`${path} has no space left on its disk. Free some (ENOSPC)`);
  } finally {
    disk.unmount();
  }
});

it('says where the data folder can not be made, and ends', { tags: ['long'] }, () => {
  const { status, messages } = runProgram('/proc/nope/data');
  expect([status, messages]).toEqual([1, [expect.stringContaining("/proc/nope can't be made there")]]);
});

it('starts in an empty folder, and in one that is not there', { tags: ['long'] }, async () => {
  for (const dataDir of [join(folder, 'a', 'b'), folder]) {
    const server = await startServer(dataDir, { env: { PUBLIC_URL: 'http://proofbell.test' } });
    expect(await server.end()).toBe(0);
    expect(server.output.stdout).not.toMatch(/"level":[4-6]0/);
  }
});

it('says what is lost with the key: no account, no session', { tags: ['long'] }, async () => {
  const first = await startServer(data);
  const browser = makeClient(first);
  await browser.post('/api/auth/register', { email: 'ana@shop.example', password: PASSWORD });
  await first.end();
  rmSync(key);
  const second = await startServer(data);
  const again = makeClient(second);
  for (const [name, value] of browser.cookies) again.cookies.set(name, value);
  expect((await again.get('/api/auth/me')).status).toBe(200);
  await second.end();
  expect(second.output.stdout).toContain(`${key} is missing, and a new one is made`);
  expect(second.output.stdout).toContain('unsubscribe links in emails already sent');
  expect(second.output.stdout).not.toMatch(/log in again/);
});

describe('a database that is no good', () => {
  beforeEach(install);

  it('damaged: a page, the end, the beginning, or all of it', { tags: ['long'] }, async () => {
    const whole = readFileSync(file);
    const broken = Buffer.from(whole);
    broken.fill(0xa5, 4_096 * 3, 4_096 * 4);
    const kinds = [broken, whole.subarray(0, 9_000), Buffer.alloc(9_000, 'x'), Buffer.from('hello')];
    for (const bytes of kinds) {
      for (const ending of ['-wal', '-shm']) rmSync(`${file}${ending}`, { force: true });
      writeFileSync(file, bytes);
      const message = await messageOf('serve');
      for (const part of [file, 'damaged', 'put a backup in its place']) expect(message).toContain(part);
      expect(readFileSync(file).subarray(100).equals(bytes.subarray(100))).toBe(true);
    }
    expect(await messageOf('migrate')).toContain(file);
    expect(await messageOf('backup')).toContain(file);
    for (const args of [[], ['admin', 'release-sso', 'a@b.example']]) expect(messageOfProgram(...args)).toContain(file);
    expect(existsSync(join(folder, 'copy.db'))).toBe(false);
  });

  it('a directory in its place, or in the place of the key', async () => {
    renameSync(file, join(folder, 'kept.db'));
    mkdirSync(file);
    for (const command of ['serve', 'migrate', 'backup'] as const) expect(await messageOf(command)).toContain(file);
    expect(await messageOf('serve')).toContain('is a directory');
    rmSync(file, { recursive: true });
    renameSync(join(folder, 'kept.db'), file);
    rmSync(key);
    mkdirSync(key);
    expect(await messageOf('serve')).toContain(`${key} is no file`);
  });

  it('newer than the program', async () => {
    const database = await openSqlite(file);
    await sql`insert into migrations (name, run_at) values ('999-future', '2030-01-01')`.execute(database.db);
    await database.close();
    expect(await messageOf('serve')).toMatch(
      new RegExp(`${file}.*newer than this program.*999-future.*Start the newer version`),
    );
  });

  it('on a disk that is mounted read-only, or without rights', async ({ skip }) => {
    const isRoot = process.getuid?.() === 0;
    const disk = isRoot ? mountSmallDisk(join(folder, 'disk'), 'size=4m') : null;
    if (!disk) {
      if (isRoot) return skip('rights do not stop root, and nothing may be mounted here');
      spawnSync('chmod', ['400', file]);
      expect(await messageOf('serve')).toMatch(new RegExp(`${file} can't be read and written`));
      return;
    }
    try {
      copyFileSync(file, join(disk.folder, 'proofbell.db'));
      copyFileSync(key, join(disk.folder, 'secret.key'));
      spawnSync('chmod', ['-R', 'go=', disk.folder]);
      spawnSync('mount', ['-o', 'remount,ro', disk.folder]);
      for (const command of ['serve', 'migrate'] as const) {
        const message = await messageOf(command, {}, disk.folder);
        expect(message).toContain(join(disk.folder, 'proofbell.db'));
        expect(message).toContain('mounted read-only');
      }
    } finally {
      disk.unmount();
    }
  });
});

it('folders that are files, or can not be', async () => {
  writeFileSync(join(folder, 'f'), '');
  symlinkSync(join(folder, 'nowhere'), join(folder, 'link'));
  for (const name of ['f', 'f/data', 'link']) {
    expect(await messageOf('serve', {}, join(folder, name))).toContain(join(folder, name));
  }
  // Where node's own way to make folders never returns.
  for (const path of ['/proc/nope', '/proc/nope/data', '/sys/nope/data', join(folder, 'x'.repeat(300), 'data')]) {
    const message = await messageOf('serve', {}, path);
    expect([path, message.includes(path.replace(/\/data$/, ''))]).toEqual([path, true]);
    expect(() => readSecretKey(undefined, path)).toThrow();
  }
  const elsewhere = join(folder, 'missing', 'x.db');
  expect(await messageOf('serve', { DATABASE_URL: `file:${elsewhere}` })).toMatch(
    new RegExp(`folder of ${elsewhere} does not exist`),
  );
});

it('a PostgreSQL that refuses, is missing or lacks the database; its password is not shown', async () => {
  const other = await freshPostgres();
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(other.db);
  const url = (change: Partial<URL>) => Object.assign(new URL(`${inject('postgresUrl')}${rows[0]?.name}`), change).href;
  const cases: [string, RegExp][] = [
    [url({ pathname: '/not_there' }), /not_there.*does not exist.*Create it/],
    [url({ port: '1' }), /:1\/.*can't be reached/],
    [url({ hostname: 'nowhere.invalid' }), /nowhere\.invalid.*can't be reached/],
    [url({ password: 'geheim' }), /refuses the user or the password/],
    [url({ search: '?sslmode=verify-full' }), /can't be opened.*SSL/],
  ];
  try {
    for (const [DATABASE_URL, expected] of cases) {
      const message = await messageOf('serve', { DATABASE_URL, SECRET_KEY: SECRET });
      expect(message).toMatch(/^DATABASE_URL/);
      expect(message).toMatch(expected);
      expect(message).not.toContain(new URL(DATABASE_URL).password || 'nothing');
    }
  } finally {
    await other.close();
  }
});

it('a port that is taken, or an address of another machine', { tags: ['long'] }, async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as { port: number };
  const last = (env: Record<string, string>) => runProgram(data, [], env).messages.at(-1);
  expect(last({ PORT: String(port) })).toBe(
    `PORT: ${port} is in use by another program. Stop that, or choose another PORT`,
  );
  taken.close();
  expect(last({ HOST: '203.0.113.1' })).toMatch(/^HOST: 203\.0\.113\.1 is not an address of this machine.* 0\.0\.0\.0/);
});
