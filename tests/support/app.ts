// The real application on a test's database: real adapters, a clock that stands still until the test moves it, emails
// left in the queue for the test to read, and no rate limits by default.
import { pino } from 'pino';
import { makePasswords } from '#server/adapters/passwords.ts';
import { createApp } from '#server/app.ts';
import type { Database } from '#server/db/open.ts';
import { type Deps, makeDeps, type RunningDeps } from '#server/deps.ts';
import { type Env, parseEnv } from '#server/env.ts';
import { readApiFiles } from '#server/http/api-files.ts';
import { CONNECTION } from './embed.ts';
import { expectNoSecrets } from './log-secrets.ts';

export const SECRET = 'a secret for tests, of more than 32 bytes';
export const START = Date.parse('2026-03-10T12:00:00Z');
/** A visitor's browser, because isbot filters out programs. */
export const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36';

export type TestClock = { now(): number; advance(ms: number): void };
export const makeClock = (start = START): TestClock => {
  let now = start;
  return {
    now: () => now,
    advance(ms) {
      now += ms;
    },
  };
};

export type TestApp = {
  deps: Deps;
  /** With the real mailer, the real jobs and the real cost of passwords, which `deps` leaves out. */
  running: RunningDeps;
  clock: TestClock;
  /** The app's log, as parsed lines. */
  logged: Record<string, unknown>[];
  fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** The handler to serve. */
  handle: (request: Request) => Response | Promise<Response>;
  /** Stops the app. @throws when a secret was logged. */
  stop(): Promise<void>;
};

/** Argon2 as it is, at its least cost: a millisecond in place of 30. */
const cheapPasswords = makePasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 });

/** @param environment overrides, as text. */
export function makeTestApp(database: Database, environment: Record<string, string> = {}): TestApp {
  const env: Env = parseEnv({
    AUTH_RATE_LIMIT: '0',
    EVENT_RATE_LIMIT: '0',
    TICK_MS: '20',
    PUBLIC_URL: 'http://proofbell.test',
    ...environment,
  });
  const logged: Record<string, unknown>[] = [];
  const lines: string[] = [];
  const write = (line: string) => {
    lines.push(line);
    logged.push(JSON.parse(line));
  };
  const log = pino({ level: 'debug', base: null }, { write });
  const clock = makeClock();
  const bytes = { raw: 3, gzip: 2, brotli: 1 };
  const built = (name: string) => ({ file: `${name}-000000000000.js`, bytes });
  const files = { script: built('widget'), conditions: built('widget-conditions'), cost: built('widget-cost') };
  const widget = { ...built('widget'), integrity: 'sha384-test', ...files };
  const build = { version: '0.0.0-test', widget, widgetFolder: '/nowhere' };
  // Whoever opened the database closes it.
  const borrowed = { ...database, close: async () => {} };
  const running = makeDeps(env, SECRET, borrowed, log, build, clock);
  // Emails and jobs stay in their queues, because whoever works on them would race with tests that read them.
  const deps: Deps = {
    ...running,
    passwords: cheapPasswords,
    mailer: { ...running.mailer, wake() {} },
    jobs: { wake() {} },
  };
  const app = createApp(deps, { api: readApiFiles('dist/api') });
  // So do the sandbox's events.
  deps.sandbox?.connect(null);
  return {
    deps,
    running,
    clock,
    logged,
    fetch: async (path, init) => app.request(path, init, CONNECTION),
    handle: (request) => app.fetch(request, CONNECTION),
    async stop() {
      await running.stop();
      expectNoSecrets(lines);
    },
  };
}
