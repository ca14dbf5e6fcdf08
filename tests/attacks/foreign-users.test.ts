// Attack: as another user of the machine, read what the installation writes, under the most careless umask.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { startApp } from '#tests/support/apps.ts';
import { makeClient } from '#tests/support/client.ts';
import { temporaryFolder } from '#tests/support/stages.ts';

/** Any user but us: nobody's number on most systems. */
const OTHER_USER = 65_534;
const isRoot = process.getuid?.() === 0;

let folder: string;
let data: string;
beforeEach(() => {
  folder = temporaryFolder();
  // The way in is open: only what the program makes is in question.
  chmodSync(folder, 0o755);
  data = join(folder, 'data');
});

/** Runs a command of the program with everything allowed to everyone by default. */
const run = (...args: string[]) => runWith({}, ...args);

function runWith(more: Record<string, string>, ...args: string[]) {
  const script = `umask 000; exec '${process.execPath}' src/server/main.ts ${args.map((arg) => `'${arg}'`).join(' ')}`;
  const env = { PATH: process.env.PATH, DATA_DIR: data, LOG_LEVEL: 'warn', ...more };
  return spawnSync('sh', ['-c', script], { env, encoding: 'utf8' });
}

const everything = (path: string): string[] => [
  path,
  ...(statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))
    : []),
];

/** Modes, and as root also real attempts to read as somebody else. */
function expectPrivate(paths: readonly string[]): void {
  for (const path of paths) {
    const stats = statSync(path);
    expect([path, (stats.mode & 0o777).toString(8)]).toEqual([path, stats.isDirectory() ? '700' : '600']);
    if (!isRoot) continue;
    const [command, ...rest] = stats.isDirectory() ? ['ls', path] : ['cat', path];
    const { status } = spawnSync(command as string, rest, { uid: OTHER_USER, gid: OTHER_USER });
    expect([path, status === 0]).toEqual([path, false]);
  }
}

it('database, write-ahead log and backup are private, whatever the umask', { tags: ['long'] }, () => {
  expect(run('migrate').stderr).toBe('');
  const backup = join(folder, 'copy.db');
  // A copy from before, which everyone could read.
  writeFileSync(backup, '', { mode: 0o666 });
  chmodSync(backup, 0o666);
  expect(run('backup', backup).status).toBe(0);
  expect(readdirSync(data)).toContain('proofbell.db');
  expectPrivate([...everything(data), backup]);
});

it('outbox and its emails are private', async () => {
  const before = process.umask(0);
  const app = await startApp({ DATA_DIR: data });
  try {
    await makeClient(app).post('/api/auth/register', { email: 'ana@shop.example', password: 'a horse of her own' });
    await app.running.mailer.flush();
    expect(readdirSync(join(data, 'outbox')).length).toBeGreaterThan(0);
    expectPrivate(everything(join(data, 'outbox')));
  } finally {
    process.umask(before);
  }
});

it('what others could read before is private after the next start', { tags: ['long'] }, () => {
  expect(run('migrate').status).toBe(0);
  mkdirSync(join(data, 'outbox'));
  writeFileSync(join(data, 'outbox', 'old.eml'), 'secret');
  writeFileSync(join(data, 'secret.key'), 'x'.repeat(43));
  execFileSync('chmod', ['-R', 'a+rwX', data]);
  expect(run('migrate').stderr).toBe('');
  expectPrivate(everything(data));
});

it('a folder of somebody else that everyone can read is refused, with the command that helps', {
  tags: ['long'],
}, () => {
  if (isRoot) {
    mkdirSync(data);
    chmodSync(data, 0o755);
    // Root may change any mode, so this becomes somebody else first; what it runs is loaded by then.
    const code = `import { secureData } from '${join(process.cwd(), 'src/server/data-folder.ts')}';
      process.setgid(${OTHER_USER}); process.setuid(${OTHER_USER}); secureData('${data}', 'file:/nowhere');`;
    const refused = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
    expect(refused.status).not.toBe(0);
    expect(refused.stderr).toContain(`${data}: other users can read it (mode 755). Run: chmod 700 ${data}`);
    return;
  }
  // Root's, and open to everyone.
  data = '/tmp';
  const refused = run('migrate');
  expect(refused.status).toBe(1);
  expect(refused.stdout).toContain('/tmp');
  expect(existsSync('/tmp/proofbell.db')).toBe(false);
});

it('a folder with files of other programs, or a device for a database, is refused and left as it is', {
  tags: ['long'],
}, () => {
  mkdirSync(data);
  chmodSync(data, 0o777);
  writeFileSync(join(data, 'somebody-elses'), '');
  const refused = run('migrate');
  expect(refused.status).toBe(1);
  expect(refused.stdout).toContain(`DATA_DIR: ${data} holds other programs' files`);
  expect(statSync(data).mode & 0o777).toBe(0o777);
  expect(readdirSync(data)).toEqual(['somebody-elses']);
  for (const url of ['file:/dev/null', `file:${data}`]) {
    const before = statSync(url.slice('file:'.length)).mode;
    expect(runWith({ DATA_DIR: join(folder, 'own'), DATABASE_URL: url }, 'migrate').status).toBe(1);
    expect(statSync(url.slice('file:'.length)).mode).toBe(before);
  }
});
