// The entry point: reads the environment and runs the command named by the first argument. The only file that touches
// `process`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { secureData } from './data-folder.ts';
import { type Env, EnvError, parseEnv } from './env.ts';

// Whatever the shell's is: the database, its copies, the key and emails are for this user only.
process.umask(0o077);

const [command = 'serve', ...args] = process.argv.slice(2);
const env = readEnv();
const log = pino({ level: env.LOG_LEVEL, base: null });
// Their standard output must be nothing but their result.
if (command !== 'sso-token' && command !== 'admin') for (const warning of env.warnings) log.warn(warning);

function readEnv(): Env {
  try {
    return parseEnv(command === 'demo' ? demoSource() : process.env);
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
  secureData(env.DATA_DIR, env.DATABASE_URL);
  switch (command) {
    case 'serve':
    case 'demo': {
      const { serve } = await import('./cli/serve.ts');
      return stopOnSignal(await serve(env, log, { isDemo: command === 'demo' }));
    }
    case 'migrate':
      return (await import('./cli/migrate.ts')).migrate(env, log);
    case 'backup':
      return (await import('./cli/backup.ts')).backup(env, args);
    case 'admin':
      process.exitCode = await (await import('./cli/admin.ts')).admin(env, args);
      return;
    case 'sso-token':
      return (await import('./cli/sso-token.ts')).printSsoToken(env, args);
    default:
      throw new Error(`Unknown command ${command}; use serve, demo, migrate, backup, admin or sso-token`);
  }
}

function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  const onSignal = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    await stop();
    process.exit(0);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** Ends a failed start with one line that says why. */
function fail(error: unknown): never {
  const { code, message, stack } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') log.fatal(`PORT: ${env.PORT} is in use by another program`);
  else log.fatal({ code, stack }, message || String(code ?? error));
  process.exit(1);
}

await run().catch(fail);
