// The program: reads the environment and arguments, opens, migrates, serves, and closes in order on SIGTERM. The only
// file that touches process.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { serve } from '@hono/node-server';
import { pino } from 'pino';
import { makeIds, systemClock } from './adapters/clock-ids.ts';
import { makeSso } from './adapters/sso.ts';
import { createApp } from './app.ts';
import { backUpSqlite } from './db/backup.ts';
import { migrate } from './db/migrate.ts';
import { type Database, openDatabase } from './db/open.ts';
import { startDemo } from './demo/demo.ts';
import { makeDeps, type WidgetBuild } from './deps.ts';
import { type Env, EnvError, parseEnv } from './env.ts';
import { makeEmbed } from './http/embed.ts';
import { staticFiles } from './http/static.ts';
import { readSecretKey } from './secret-key.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const { values: args, positionals } = parseArgs({
  options: {
    demo: { type: 'boolean', default: false },
    'migrate-only': { type: 'boolean', default: false },
    backup: { type: 'boolean', default: false },
    'sso-token': { type: 'boolean', default: false },
    email: { type: 'string' },
    name: { type: 'string' },
  },
  allowPositionals: true,
});

function readEnv(): Env {
  try {
    return parseEnv(args.demo ? demoSource() : process.env);
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** The demo has a folder of its own that goes with it, whatever DATA_DIR and DATABASE_URL say. */
function demoSource(): NodeJS.ProcessEnv {
  const folder = mkdtempSync(join(tmpdir(), 'proofbell-demo-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return { ...process.env, DATA_DIR: folder, DATABASE_URL: '' };
}

const readJson = <T>(path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as T;

function readBuild(): { version: string; widget: WidgetBuild } {
  const { version } = readJson<{ version: string }>('package.json');
  const { hashed, ...widget } = readJson<{ hashed: string } & Omit<WidgetBuild, 'file'>>('dist/widget/widget.json');
  return { version, widget: { file: hashed, ...widget } };
}

const env = readEnv();
const log = pino({ level: env.LOG_LEVEL, base: null });
// A token is printed for programs to read.
if (!args['sso-token']) for (const warning of env.warnings) log.warn(warning);

/** Ends a start that cannot go on, with one line that says why. */
function fail(error: unknown): never {
  const { code, message, stack } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') log.fatal(`PORT: ${env.PORT} is in use by another program`);
  else log.fatal({ code, stack }, message || String(code ?? error));
  process.exit(1);
}

async function start(): Promise<void> {
  if (args.backup) return backup(positionals[0]);
  if (args['sso-token']) return printSsoToken();
  mkdirSync(env.DATA_DIR, { recursive: true });
  const database = openDatabase(env.DATABASE_URL, (error) => log.error({ err: error }, 'database connection lost'));
  const steps = await migrate(database);
  if (steps.length > 0) log.info({ steps }, 'database migrated');
  if (args['migrate-only']) await database.close();
  else await run(database);
}

/** Copies the database for the operator. @throws naming what stands in the way */
async function backup(file: string | undefined): Promise<void> {
  if (!file) throw new Error('Usage: npm run backup -- FILE');
  if (!env.DATABASE_URL.startsWith('file:')) {
    throw new Error('This installation runs on PostgreSQL: back it up with pg_dump');
  }
  const pages = await backUpSqlite(env.DATABASE_URL, file);
  console.log(`Backed up ${pages} pages to ${file}. Keep ${env.DATA_DIR}/secret.key with it: sessions need it.`);
}

/** Prints a single sign-on token, as the operator's own system would make one, and beside it the address to try. */
async function printSsoToken(): Promise<void> {
  if (!env.SSO_SECRET) throw new Error('SSO_SECRET: is not set, so that single sign-on is not configured');
  if (!args.email) throw new Error('Usage: npm run sso-token -- --email E [--name N]');
  const sso = makeSso(env.SSO_SECRET, env.PUBLIC_URL, systemClock, makeIds(systemClock));
  const token = await sso.sign(args.email, args.name ?? null);
  console.log(token);
  console.error(`${env.PUBLIC_URL}/sso-login?token=${token}`);
}

async function run(database: Database): Promise<void> {
  const base = makeDeps(env, readSecretKey(env.SECRET_KEY, env.DATA_DIR), database, log, readBuild());
  const embed = makeEmbed(base);
  const deps = { ...base, embedChanges: embed.changes };
  const demo = args.demo ? await startDemo(deps) : null;
  const client = staticFiles(join(ROOT, 'dist/client'));
  const app = createApp(deps, { mountEmbed: embed.mount, client, ...(demo && { mountDemo: demo.mount }) });
  const server = serve({ fetch: app.fetch, port: env.PORT, hostname: env.HOST }, () => {
    log.info(`Proofbell is ready at ${env.PUBLIC_URL}`);
    if (demo) console.log(demo.banner);
  });
  // Once it listens, an error is one connection that could not be accepted (no file descriptor left, say).
  server.on('error', (error) =>
    server.listening ? log.error({ err: error }, 'connection not accepted') : fail(error),
  );
  base.mailer.wake();

  let isClosing = false;
  const close = async (signal: string) => {
    if (isClosing) return;
    isClosing = true;
    log.info({ signal }, 'closing');
    // Requests under way are answered first: what was acknowledged must be stored, and what is stored acknowledged.
    const cut = setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), 5_000);
    // A connection that is kept alive is idle only between two requests: looked for again and again.
    const idle = setInterval(() => 'closeIdleConnections' in server && server.closeIdleConnections(), 50);
    await new Promise((resolve) => server.close(resolve));
    clearTimeout(cut);
    clearInterval(idle);
    await embed.stop();
    await base.mailer.stop();
    await database.close();
    process.exit(0);
  };
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
}

await start().catch(fail);
