// `npm start` and `npm run demo`: opens everything, serves it, and stops it in order.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { WidgetBuild } from '#shared/contract/widget-build.ts';
import { SECOND } from '#shared/time.ts';
import { createApp } from '../app.ts';
import { type Config, makeDeps } from '../deps.ts';
import { catchUp } from '../domain/billing/jobs.ts';
import { isForOwnMachine } from '../domain/client.ts';
import { readPageData } from '../domain/meta.ts';
import type { Env } from '../env.ts';
import { readApiFiles } from '../http/api-files.ts';
import { makeDoor } from '../http/door.ts';
import { listen } from '../http/listen.ts';
import { readPages } from '../http/pages.ts';
import { everywhere } from '../http/security-headers.ts';
import { readClient } from '../http/static.ts';
import { readSecretKey } from '../secret-key.ts';
import { warnOfLostKey } from './database-file.ts';
import { openMigrated } from './migrate.ts';

/** How long to wait for a server that is being replaced, whose stop takes at most 10 s. */
const LOCK_WAIT = 10 * SECOND;

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const CLIENT = join(ROOT, 'dist/client');
const API = join(ROOT, 'dist/api');

/** @returns where this process itself can reach the server. */
function ownOrigin({ HOST, PORT }: Env): string {
  const host = HOST === '0.0.0.0' ? '127.0.0.1' : HOST === '::' ? '::1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}

const readJson = <T>(path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as T;

function readBuild(): Pick<Config, 'version' | 'widget' | 'widgetFolder'> {
  const { version } = readJson<{ version: string }>('package.json');
  return { version, widget: readJson<WidgetBuild>('dist/widget/widget.json'), widgetFolder: join(ROOT, 'dist/widget') };
}

/**
 * Migrates the database and listens on PORT.
 * @returns a function that stops the server: it finishes requests in flight first and closes the database last.
 * @throws when the server cannot start, for example EADDRINUSE when the port is taken.
 */
export async function serve(
  env: Env,
  log: Logger,
  { isDemo, isNewDatabase }: { isDemo: boolean; isNewDatabase: boolean },
): Promise<() => Promise<void>> {
  const database = await openMigrated(env, log, isNewDatabase, LOCK_WAIT);
  await warnOfLostKey(database, env, log);
  // Its shops are on this machine. Where others can reach it, they would be let into the network around it.
  const isAlone = isDemo && isForOwnMachine(env.PUBLIC_URL);
  const deps = makeDeps(
    isAlone ? { ...env, ALLOW_PRIVATE_SHOPS: true } : env,
    readSecretKey(env.SECRET_KEY, env.DATA_DIR),
    database,
    log,
    { ...readBuild(), isDemo },
  );
  // A dynamic import, so that production never loads the demo.
  const demo = isDemo ? await (await import('#demo/demo.ts')).startDemo(deps, ownOrigin(env)) : null;
  const app = createApp(deps, {
    api: readApiFiles(API),
    client: readClient(CLIENT, readPages(CLIENT, readPageData(deps))),
    ...(demo && { demo: demo.app }),
  });
  const { server, stop } = await listen(app.fetch, {
    port: env.PORT,
    hostname: env.HOST,
    headers: everywhere(env.PUBLIC_URL, env.HSTS_SUBDOMAINS),
    door: makeDoor(app),
    atWork: deps.atWork.look,
    onStall: (stall) => log.warn(stall, 'the event loop was blocked'),
  });
  // From here on an error means that one connection could not be accepted (out of file descriptors, say).
  server.on('error', (error) => log.error({ err: error }, 'connection not accepted'));
  log.info(`Proofbell is ready at ${env.PUBLIC_URL}`);
  if (demo) console.log(demo.banner);
  deps.mailer.wake();
  // What a process that died left half done.
  deps.removals.wake();
  void catchUp(deps, deps.jobs);
  deps.jobs.wake();

  return async () => {
    // Emails that requests queue meanwhile are sent after the next start.
    await Promise.all([stop(), deps.mailer.stop()]);
    await deps.stop();
  };
}
