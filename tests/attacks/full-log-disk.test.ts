// Attack: take the log away from a running server (a full disk, a reader that stops or leaves), or fill it from outside.
import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, readSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { partOf } from '#tests/support/runs.ts';
import { runProgram, type ServerOptions, type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { mountSmallDisk } from '#tests/support/small-disk.ts';
import { temporaryFolder } from '#tests/support/stages.ts';

let folder: string;
let server: ServerProcess | undefined;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  await server?.end('SIGKILL');
  server = undefined;
});

/** Every request is a line of a few kilobytes. */
const CHATTY = { LOG_LEVEL: 'debug', PUBLIC_URL: 'http://proofbell.test' };
const LONG = 'x'.repeat(8_000);

const start = async (options: ServerOptions) => {
  server = await startServer(join(folder, 'data'), { env: CHATTY, ...options });
  return server;
};

/** @returns the statuses of that many requests that are logged, `at` being part of their paths. */
const flood = async (origin: ServerProcess, count: number, at = 'flood') => {
  const statuses = new Set<number>();
  for (let done = 0; done < count; done += 20) {
    const some = Array.from({ length: 20 }, (_, i) => origin.fetch(`/api/${at}-${done + i}/${LONG}`));
    for (const response of await Promise.all(some)) {
      await response.arrayBuffer();
      statuses.add(response.status);
    }
  }
  return [...statuses];
};

const parse = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** A named pipe that nobody reads unless asked to. */
function openFifo() {
  const path = join(folder, 'log');
  spawnSync('mkfifo', [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, 'w');
  const chunk = Buffer.alloc(65_536);
  let text = '';
  return {
    writer,
    /** Reads what is there, until `isEnough`. */
    async readUntil(isEnough: (text: string) => boolean) {
      while (!isEnough(text)) {
        try {
          text += chunk.toString('utf8', 0, readSync(reader, chunk));
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
          await pause(10);
        }
      }
      return text;
    },
    leave: () => closeSync(reader),
  };
}

it('serves and stops while every write to the log fails', { tags: ['long'] }, async () => {
  const full = openSync('/dev/full', 'w');
  const running = await start({ stdout: full, stderr: full });
  expect(await flood(running, 200)).toEqual([404]);
  expect((await running.fetch('/api/health')).status).toBe(200);
  expect(await running.end()).toBe(0);
  closeSync(full);
});

it('serves and stops while nobody reads the log', { tags: ['long'] }, async () => {
  const fifo = openFifo();
  const running = await start({ stdout: fifo.writer, stderr: fifo.writer });
  expect(await flood(running, 200)).toEqual([404]);
  expect((await running.fetch('/api/health')).status).toBe(200);
  expect(await running.end()).toBe(0);
  fifo.leave();
  closeSync(fifo.writer);
});

it('loses no line silently: what was read and what was dropped add up', { tags: ['long'] }, async () => {
  const fifo = openFifo();
  const running = await start({ stdout: fifo.writer });
  await flood(running, 200);
  const isDropLine = (line: Record<string, unknown>) => typeof line.dropped === 'number';
  const text = await fifo.readUntil((seen) => /"dropped":\d+.*\n/.test(seen));
  const lines = parse(text);
  const read = lines.filter(({ path }) => String(path).startsWith('/api/flood-')).length;
  const [report, ...more] = lines.filter(isDropLine);
  expect(more).toEqual([]);
  expect(read).toBeGreaterThan(50);
  expect(report).toMatchObject({ level: 40, msg: expect.stringContaining('log') });
  // The requests that asked whether it was ready are in it, too.
  const others = lines.filter(({ path }) => path === '/api/csrf-token').length;
  expect(read + Number(report?.dropped)).toBe(200);
  expect(others).toBeGreaterThan(0);
  // And from here on every line comes again.
  await flood(running, 20, 'again');
  await fifo.readUntil((seen) => seen.split('/api/again-').length === 21);
  expect(await running.end()).toBe(0);
  fifo.leave();
  closeSync(fifo.writer);
});

it('serves and stops after the reader of the log has left, and is read by the next one', {
  tags: ['long'],
}, async () => {
  const fifo = openFifo();
  const running = await start({ stdout: fifo.writer, stderr: fifo.writer });
  closeSync(fifo.writer);
  fifo.leave();
  expect(await flood(running, 200)).toEqual([404]);
  // As a supervisor does that restarts the program which collects its logs.
  const next = openSync(join(folder, 'log'), constants.O_RDONLY | constants.O_NONBLOCK);
  const chunk = Buffer.alloc(65_536);
  let text = '';
  while (!/"dropped":\d+.*\n/.test(text)) {
    try {
      text += chunk.toString('utf8', 0, readSync(next, chunk));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
    await pause(10);
  }
  expect(await running.end()).toBe(0);
  closeSync(next);
});

it('goes on in the same file once a full disk has room again', { tags: ['long'] }, async ({ skip }) => {
  const disk = mountSmallDisk(join(folder, 'disk'), 'size=256k');
  if (!disk) return skip('nothing may be mounted here; the tests above show the same by /dev/full and a pipe');
  try {
    const log = join(disk.folder, 'server.log');
    const file = openSync(log, 'a');
    const running = await start({ stdout: file, stderr: file });
    disk.fill();
    expect(await flood(running, 200)).toEqual([404]);
    disk.empty();
    // The rest of the 1 MiB kept in memory does not fit either, so the log is rotated as logrotate's copytruncate does.
    const text = await rotateUntil(running, log, (seen) => /"dropped":\d+.*\n/.test(seen));
    const lines = parse(text);
    const read = lines.filter(({ path }) => String(path).startsWith('/api/flood-')).length;
    const reports = lines.filter(({ dropped }) => dropped !== undefined);
    expect(read + reports.reduce((sum, { dropped }) => sum + Number(dropped), 0)).toBe(200);
    expect(reports[0]).toMatchObject({ error: 'ENOSPC' });
    await flood(running, 20, 'again');
    expect(await running.end()).toBe(0);
    expect(parse(await rotateUntil(running, log, () => true)).at(-1)).toMatchObject({ msg: 'stopped' });
  } finally {
    await server?.end('SIGKILL');
    disk.unmount();
  }
});

/**
 * @returns everything written to the file, which is emptied again and again. The program stands still meanwhile, or what
 * it writes between the two would be lost.
 */
async function rotateUntil(
  { child }: ServerProcess,
  path: string,
  isEnough: (text: string) => boolean,
): Promise<string> {
  const isStill = () => /^State:\s+T/m.test(readFileSync(`/proc/${child.pid}/status`, 'utf8'));
  const isOver = () => child.exitCode !== null;
  let text = '';
  do {
    child.kill('SIGSTOP');
    while (!isOver() && !isStill()) await pause(1);
    text += readFileSync(path, 'utf8');
    truncateSync(path);
    child.kill('SIGCONT');
    await pause(20);
  } while (!isEnough(text));
  return text;
}

it('survives whatever else writes to its outputs: warnings, the console, rejected promises of others', {
  tags: ['long'],
}, async () => {
  const noise = `setInterval(() => {
    process.emitWarning('w'.repeat(1000)); console.error('e'.repeat(1000)); console.log('l'.repeat(1000));
  }, 2);`;
  const nodeArgs = ['--import', `data:text/javascript,${encodeURIComponent(noise)}`];
  const onFull = async () => {
    const full = openSync('/dev/full', 'w');
    const running = await start({ stdout: full, stderr: full, nodeArgs });
    expect(await flood(running, 20)).toEqual([404]);
    expect(await running.end()).toBe(0);
    closeSync(full);
  };
  const onPipe = async () => {
    const fifo = openFifo();
    const running = await start({ stdout: fifo.writer, stderr: fifo.writer, nodeArgs });
    expect(await flood(running, 20)).toEqual([404]);
    closeSync(fifo.writer);
    fifo.leave();
    expect(await flood(running, 20)).toEqual([404]);
    expect(await running.end()).toBe(0);
  };
  for (const check of partOf([onFull, onPipe], 2)) await check();
});

it('cannot be filled from outside: refused requests leave no lines, and failing ones few', {
  tags: ['long'],
}, async () => {
  const running = await start({ env: { PUBLIC_URL: 'http://proofbell.test' } });
  const before = running.output.stdout;
  const bad = [
    () => running.fetch(`/api/${LONG}`),
    () => running.fetch('/api/auth/login', { method: 'POST', body: '{' }),
    () => running.fetch('/api/sites'),
    () => running.fetch(`/api/embed/${LONG}`),
    () => running.fetch('/api/embed/nobody/events', { method: 'POST', body: 'x'.repeat(100_000) }),
  ];
  for (let round = 0; round < 20; round++) for (const call of bad) await (await call()).arrayBuffer();
  expect(await running.end()).toBe(0);
  const messages = parse(running.output.stdout.slice(before.length)).map(({ msg }) => msg);
  expect(messages).toEqual(['stopping', 'stopped']);
});

it('logs an error that nobody caught before it ends the process, with code 1 whatever becomes of the log', {
  tags: ['long'],
}, async () => {
  const bomb = `process.once('SIGUSR2', () => { throw new Error('boom'); });`;
  const nodeArgs = ['--import', `data:text/javascript,${encodeURIComponent(bomb)}`];
  const heard = async () => {
    const running = await start({ nodeArgs });
    expect(await running.end('SIGUSR2')).toBe(1);
    expect(parse(running.output.stdout).at(-1)).toMatchObject({ level: 60, err: { message: 'boom' } });
  };
  const unheard = async () => {
    const full = openSync('/dev/full', 'w');
    const running = await start({ nodeArgs, stdout: full, stderr: full });
    expect(await running.end('SIGUSR2')).toBe(1);
    closeSync(full);
  };
  for (const check of partOf([heard, unheard], 2)) await check();
});

it('a tool whose result is lost has failed', { tags: ['long'] }, () => {
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: folder,
    SSO_SECRET: 'a single sign-on secret, of more than 32 bytes',
  };
  const script = `'${process.execPath}' src/server/main.ts sso-token --email ana@shop.example 2>&1`;
  for (const [target, status] of [
    ['| grep -q eyJ', 0],
    ['> /dev/full', 1],
  ] as const) {
    expect([target, spawnSync('bash', ['-c', `${script} ${target}`], { env }).status]).toEqual([target, status]);
  }
});

it('says why a start failed and keeps its exit code, whatever reads it', { tags: ['long'] }, () => {
  const port = { PORT: 'none' };
  expect(runProgram(folder, [], port)).toMatchObject({ status: 1, messages: ['PORT: must be a whole number'] });
  for (const target of partOf(['| cat', '> /dev/full', '> file; code=$?; cat file', '> /dev/full 2>&1'], 2)) {
    const line = `'${process.execPath}' src/server/main.ts migrate --colour ${target.replaceAll('file', join(folder, 'out'))}`;
    const script = target.startsWith('|') ? `set -o pipefail; ${line}` : `${line}; exit \${code:-$?}`;
    const ended = spawnSync('bash', ['-c', script], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, DATA_DIR: folder },
    });
    expect([target, ended.status]).toEqual([target, 2]);
    if (!target.includes('full')) expect(ended.stdout).toContain('--colour');
  }
});
