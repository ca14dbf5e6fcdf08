// GET /widget.js and GET /widget-<hash>.js: the script on customers' pages, pre-compressed. The first follows what was
// built last; the second never changes and never goes away.
import { readFile, stat } from 'node:fs/promises';
import type { Context } from 'hono';
import { MESSAGES } from '#shared/messages.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../domain/errors.ts';
import type { Variants } from '../domain/variants.ts';
import type { WidgetBuilds } from '../domain/widget-builds.ts';
import { refusal } from './embed-answers.ts';
import { makeVariantSender } from './send-variant.ts';

const CURRENT = 'public, max-age=3600, stale-while-revalidate=86400';
const PINNED = 'public, max-age=31536000, immutable';
/** Looked for a newer build at most this often, in milliseconds: building beside a running server needs no restart. */
const LOOK = 1_000;

/**
 * @param path of the built widget.js; it is read and stored at once.
 * @returns the handler of both addresses; `file` is the pinned one's name, undefined for /widget.js.
 */
export function makeWidgetHandler(
  deps: Pick<Deps, 'clock' | 'ids' | 'log'>,
  builds: WidgetBuilds,
  path: string,
): (c: Context, file?: string) => Promise<Response> {
  const send = makeVariantSender('text/javascript; charset=utf-8');
  let newest: Variants | null = null;
  let storedAt = 0;
  let lookAt = 0;
  let looking: Promise<void> | null = null;

  const look = async () => {
    try {
      const { mtimeMs } = await stat(path);
      if (mtimeMs === storedAt) return;
      const source = await readFile(path, 'utf8');
      // A build in progress empties the file first.
      if (source === '') return;
      // Served before it is stored: a database that is down must not take the widget away. The next look tries again.
      newest = await builds.prepare(source);
      await builds.keep(source);
      storedAt = mtimeMs;
    } catch (error) {
      // Without any build the 404 says so.
      if ((error as { code?: unknown }).code !== 'ENOENT') deps.log.warn({ err: error }, 'widget build not stored');
    }
  };

  const current = async (): Promise<Variants | null> => {
    const now = deps.clock.now();
    if (now >= lookAt && !looking) {
      lookAt = now + LOOK;
      looking = look().finally(() => {
        looking = null;
      });
    }
    if (!newest) await looking;
    return newest;
  };
  void current();

  return async (c, file) => {
    try {
      const latest = await current();
      const build = file === undefined ? latest : await builds.find(file);
      if (!build) throw new DomainError('not-found', MESSAGES.notFound);
      const answer = send(c, build, file === undefined ? CURRENT : PINNED, 'Accept-Encoding');
      answer.headers.set('X-Content-Type-Options', 'nosniff');
      return answer;
    } catch (error) {
      return refusal(deps, error);
    }
  };
}
