// Proofbell as the benchmarks use it: the real program in a child process with its own data folder, filled through its
// own API.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import BetterSqlite3 from 'better-sqlite3';
import { freePort } from '#tests/support/ports.ts';
import { stopChild } from './measure.ts';

/** A visitor's browser: isbot would drop a program's interactions, which would then cost nothing. */
export const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36';
const SITES = 5;
const NOTIFICATIONS = 20;

export type Program = {
  url: string;
  pid: number;
  folder: string;
  /** The SQLite file in it, for references that read it and for checking what was stored. */
  file: string;
  stop(): Promise<void>;
};

export type Account = { ownerId: string; bearer: string; siteId: string; notificationIds: string[] };

/** @returns the environment to serve `folder` on `port`, without limits, since all load comes from one address. */
export const programEnv = (folder: string, port: number): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  HOST: '127.0.0.1',
  PORT: String(port),
  DATA_DIR: folder,
  AUTH_RATE_LIMIT: '0',
  EVENT_RATE_LIMIT: '0',
  LOG_LEVEL: 'warn',
});

/** So long may a turn of the event loop be, in ms of the processor, and so often does the server look. */
const TURN_MAX = 50;
const TURN_LOOK = 10;
/** What programs logged of turns that were longer. */
export const longTurns: string[] = [];

/** Pino's level of errors. */
const ERROR = 50;

/** Notes long turns, but for those that were long by the clock alone: the machine is busy. Passes on errors. */
async function readLog(input: Readable): Promise<void> {
  for await (const line of createInterface({ input })) {
    const said = (line.startsWith('{') ? JSON.parse(line) : {}) as { level?: number; cpuMs?: number };
    if ((said.cpuMs ?? 0) > TURN_MAX + TURN_LOOK) longTurns.push(line);
    if ((said.level ?? ERROR) >= ERROR) console.error(line);
  }
}

/** Resolves once the program responds. @throws when it does not within a minute: the machine may be busy. */
export async function untilAnswers(url: string): Promise<void> {
  const end = performance.now() + 60_000;
  while (performance.now() < end) {
    const response = await fetch(`${url}/api/health`).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`${url} does not respond`);
}

/** Starts the program on an empty database. @param more of the environment. */
export async function startProgram(more: NodeJS.ProcessEnv = {}): Promise<Program> {
  const folder = mkdtempSync(join(tmpdir(), 'proofbell-bench-'));
  const port = await freePort();
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    env: { ...programEnv(folder, port), ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const reading = readLog(child.stdout);
  const url = `http://127.0.0.1:${port}`;
  await untilAnswers(url);
  return {
    url,
    pid: child.pid ?? 0,
    folder,
    file: join(folder, 'proofbell.db'),
    async stop() {
      await stopChild(child);
      await reading;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @returns a function that calls the API: POST with a body, GET without. @throws when the answer is none of success */
export const makeCall =
  (url: string, authorization?: string) =>
  async <T>(path: string, body?: object, headers: Record<string, string> = {}): Promise<T> => {
    const response = await fetch(`${url}/api${path}`, {
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }), ...headers },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };

/** Creates an account with five sites, the first of which has twenty notifications. */
export async function fill({ url, file }: Program): Promise<Account> {
  const email = 'bench@shop.example';
  const call = makeCall(url);

  const csrf = await fetch(`${url}/api/csrf-token`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const cookie = csrf.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const { user, accessToken } = await call<{ user: { _id: string }; accessToken: string }>(
    '/auth/register',
    { email, password: 'a long enough password' },
    { cookie, 'x-csrf-token': csrfToken },
  );
  // Stands in for the emailed link and a paid plan.
  const database = new BetterSqlite3(file);
  database.prepare("update users set email_verified = 1, granted_plan = 'growth' where id = ?").run(user._id);
  database.close();

  const bearer = `Bearer ${accessToken}`;
  const authorization = { authorization: bearer };
  const siteIds: string[] = [];
  for (let i = 1; i <= SITES; i++) {
    const { data } = await call<{ data: { site: { id: string } } }>('/sites', { name: `Shop ${i}` }, authorization);
    siteIds.push(data.site.id);
  }
  const [siteId = ''] = siteIds;
  const { widgets } = await call<{ widgets: { id: string }[] }>(`/widgets?siteId=${siteId}`, undefined, authorization);
  const notificationIds: string[] = [];
  for (let i = 1; i <= NOTIFICATIONS; i++) {
    const { notification } = await call<{ notification: { id: string } }>(
      `/widgets/${widgets[0]?.id}/notifications`,
      { type: 'purchase', message: `Ana from Lisbon bought the Oak Desk no. ${i}`, title: 'New order', url: `/p/${i}` },
      authorization,
    );
    notificationIds.push(notification.id);
  }
  return { ownerId: user._id, bearer, siteId, notificationIds };
}
