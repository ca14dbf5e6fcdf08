// The entry point: reads the environment and runs the command named by the first argument. The only file that touches
// `process`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArguments, toCommand, UsageError } from './cli/arguments.ts';
import { explainStart, isBug } from './cli/start-errors.ts';
import { ownerIssue, secureData } from './data-folder.ts';
import { type Env, EnvError, parseEnv } from './env.ts';
import { openLog } from './log.ts';

// Whatever the shell's is: the database, its copies, the key and emails are for this user only.
process.umask(0o077);

/**
 * How long a stop may take, in milliseconds: whatever hangs, it and the log's last lines are over within the 10 s after
 * which Docker kills, and for which the next server waits.
 */
const STOP_LIMIT = 8_500;
/** The exit code of a command that was not understood. */
const MISUSED = 2;
/** Commands for people and scripts: standard output is nothing but their result, and what went wrong is on standard error. */
const TOOLS = new Set(['admin', 'backup', 'sso-token', 'stripe-setup']);

const [first = 'serve', ...rest] = process.argv.slice(2);
// Without a name, options are the server's: `npm start -- --new-database`.
const [name, args] = first.startsWith('-') ? ['serve', [first, ...rest]] : [first, rest];
const env = readEnv();
// Making node's own streams puts pipes into non-blocking mode, as openLog() needs. Nothing that happens to them, such as
// a reader that leaves, may end the process. A tool whose result was lost has failed, though.
let isResultLost = false;
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', () => {
    isResultLost = true;
  });
}
process.on('exit', (code) => {
  if (code === 0 && isResultLost && TOOLS.has(name)) process.exitCode = 1;
});
const { log, flush } = openLog(env.LOG_LEVEL, process.stdout.fd);
// Node would write its warnings to standard error, and wait for it.
process.removeAllListeners('warning').on('warning', (warning) => log.warn({ err: warning }, 'warning'));
process.on('uncaughtException', (error) => {
  log.fatal({ err: error }, 'unexpected error');
  void end(1);
});

function readEnv(): Env {
  try {
    // Its other variables can't be set before it has run.
    if (name === 'stripe-setup') return parseEnv({});
    return parseEnv(name === 'demo' ? demoSource() : process.env);
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** The demo runs on a temporary folder, deleted on exit, whatever DATA_DIR and DATABASE_URL say. */
function demoSource(): NodeJS.ProcessEnv {
  const folder = mkdtempSync(join(tmpdir(), 'proofbell-demo-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return { ...process.env, DATA_DIR: folder, DATABASE_URL: '' };
}

async function run(): Promise<void> {
  const command = toCommand(name);
  if (command === 'stripe-setup') {
    return (await import('./cli/stripe-setup.ts')).printStripeSetUp(process.env.STRIPE_SECRET_KEY, args);
  }
  const issue = ownerIssue(env.DATA_DIR, env.DATABASE_URL, process.getuid?.());
  if (issue && command !== 'serve') throw new Error(issue);
  // In a container, say, the server may be root on purpose.
  if (issue) log.warn(issue);
  secureData(env.DATA_DIR, env.DATABASE_URL);
  switch (command) {
    case 'serve':
    case 'demo': {
      const isNewDatabase = readNewDatabase(command);
      for (const warning of env.warnings) log.warn(warning);
      const { serve } = await import('./cli/serve.ts');
      return stopOnSignal(await serve(env, log, { isDemo: command === 'demo', isNewDatabase }));
    }
    case 'migrate':
      return migrate();
    case 'backup':
      return (await import('./cli/backup.ts')).backup(env, args);
    case 'admin':
      return (await import('./cli/admin.ts')).admin(env, args);
    case 'sso-token':
      return (await import('./cli/sso-token.ts')).printSsoToken(env, args);
  }
}

async function migrate(): Promise<void> {
  const options = { 'new-database': { type: 'boolean' }, 'overwrite-deleted': { type: 'boolean' } } as const;
  const { values } = readArguments('migrate', args, options);
  const { migrate } = await import('./cli/migrate.ts');
  await migrate(env, log, 'new-database' in values, 'overwrite-deleted' in values ? 'always' : 'once');
}

/** The demo's database is always new. */
function readNewDatabase(command: 'serve' | 'demo'): boolean {
  const options = command === 'demo' ? {} : { 'new-database': { type: 'boolean' } as const };
  return 'new-database' in readArguments(command, args, options).values;
}

function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  const onSignal = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.error('stopped, but not everything was finished in time');
      void end(1);
    }, STOP_LIMIT);
    await stop();
    log.info('stopped');
    await end(0);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** Ends the process once the last lines of the log are written. */
async function end(code: number): Promise<never> {
  await flush();
  process.exit(code);
}

/** Ends a command that failed with one line that says why: in the log, or to whoever called a tool or wants no log. */
async function fail(error: unknown): Promise<never> {
  const stack = isBug(error) && (error as Error).stack;
  const message = explainStart(error, env);
  if (TOOLS.has(name) || !log.isLevelEnabled('fatal')) console.error(stack || message);
  else log.fatal({ ...(stack && { stack }) }, message);
  return end(error instanceof UsageError ? MISUSED : 1);
}

await run().catch(fail);
