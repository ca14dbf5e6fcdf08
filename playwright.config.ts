// Browser tests against the real server in a folder of its own. The config is read again in every worker, so what is
// found once travels in the environment.
import { mkdtempSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { SSO_SECRET } from './tests/e2e/support/sso.ts';
import { chromiumLaunch } from './tests/support/chromium.ts';
import { freePort } from './tests/support/ports.ts';
import { BROWSER_TIMES } from './tests/support/run-report.ts';
import { isLong, runs } from './tests/support/runs.ts';

process.env.E2E_PORT ??= String(await freePort());
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'proofbell-e2e-'));
const { E2E_PORT, E2E_DATA_DIR } = process.env;
const launchOptions = await chromiumLaunch();

/**
 * No process for drawing, and none more for a page's first visit; scripts aren't read once more while they come. That the
 * header by which a page gets a process is sent: security-headers.test.ts.
 */
const CHEAPER = [
  '--in-process-gpu',
  '--disable-features=CrossOriginOpenerPolicy,ScriptStreaming',
  // A page lives for two seconds: compiling costs more than it saves, 8% of the processor's time.
  '--js-flags=--no-opt --no-sparkplug --no-maglev',
];

const BROWSER_NAME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36';

export default defineConfig({
  testDir: 'tests/e2e',
  // What needs more than npm brings, a soak asks for by name.
  testMatch: process.env.TEST_RUNS === 'soak' ? '**/*.{spec,soak}.ts' : '**/*.spec.ts',
  fullyParallel: true,
  // A browser is several processes: with half as many again, the same tests take more of the processor, and longer.
  workers: availableParallelism(),
  forbidOnly: true,
  // What fails now and then has a race, in the test or in what it tests.
  retries: 0,
  globalSetup: './tests/e2e/support/first-account.ts',
  globalTeardown: './tests/e2e/support/read-log.ts',
  // Room for a machine at a fifth of its speed: a test that passes never waits for its end.
  timeout: runs(240_000, 900_000),
  expect: { timeout: 30_000 },
  // Where nobody watches: dots, and each failure in full at the very end of the log.
  reporter: [[process.stdout.isTTY ? 'list' : 'dot'], ['json', { outputFile: BROWSER_TIMES }]],
  use: {
    baseURL: `http://localhost:${E2E_PORT}`,
    // Headless browsers count as programs: what shall be counted says it is a browser. Said to the browser itself: an
    // emulated name is missing from what a page sends as it is left.
    launchOptions: { ...launchOptions, args: [...launchOptions.args, ...CHEAPER, `--user-agent=${BROWSER_NAME}`] },
    // Recording one for a test that may fail doubles the time of all that pass: `--trace on` for the one in question.
    trace: 'off',
    // The short form has the app in motion. In the long one the frames in between would only cost; what is about motion asks
    // for it.
    contextOptions: { reducedMotion: isLong ? 'reduce' : 'no-preference' },
    // What isn't there to be pressed is missing long before a test's whole time is over.
    actionTimeout: 60_000,
  },
  webServer: {
    // Everything it logs is kept, and read for secrets at the end.
    command: `exec node src/server/main.ts > '${join(E2E_DATA_DIR, 'server.log')}'`,
    url: `http://localhost:${E2E_PORT}/api/health`,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      PORT: E2E_PORT,
      DATA_DIR: E2E_DATA_DIR,
      AUTH_RATE_LIMIT: '0',
      EVENT_RATE_LIMIT: '0',
      TICK_MS: '50',
      HOST: '0.0.0.0',
      LOG_LEVEL: 'debug',
      // The shops that stand in for real ones are on this computer.
      ALLOW_PRIVATE_SHOPS: '1',
      SSO_SECRET,
    },
  },
});
