// GET /widget.js, GET /widget-<hash>.js and those that they load, GET /widget-conditions-<hash>.js and
// GET /widget-cost-<hash>.js, as the build compressed them. The first is always the latest build; the others never change
// and never go away.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from 'hono';
import { MESSAGES } from '#shared/messages.ts';
import { isDue, SECOND } from '#shared/time.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../domain/errors.ts';
import { refusal } from './cors.ts';
import { makeVariantSender, type Variants } from './variants.ts';
import { readFiles, type WidgetBuilds } from './widget-builds.ts';

const CURRENT = 'public, max-age=3600, stale-while-revalidate=86400';
const PINNED = 'public, max-age=31536000, immutable';
/** How often to check for a newer build, in milliseconds, so that a running server needs no restart after a build. */
const POLL = SECOND;

/**
 * @param folder of the built widget, which is read and stored immediately.
 * @returns the handler of all of them; `file` is the name with the hash, undefined for /widget.js.
 */
export function makeWidgetHandler(
  deps: Pick<Deps, 'clock' | 'ids' | 'log'>,
  builds: WidgetBuilds,
  folder: string,
): (c: Context, file?: string) => Promise<Response> {
  const send = makeVariantSender('text/javascript; charset=utf-8');
  let newest: Variants | null = null;
  let storedAt = 0;
  let pollAt = Number.NEGATIVE_INFINITY;
  let polling: Promise<void> | null = null;

  const poll = async () => {
    try {
      const { mtimeMs } = await stat(join(folder, 'widget.json'));
      if (mtimeMs === storedAt) return;
      const files = await readFiles(folder);
      // Served before it is stored, because the widget must work while the database is down. The next poll retries.
      newest = await builds.prepare(files);
      await builds.keep(files);
      storedAt = mtimeMs;
    } catch (error) {
      // A missing build is a 404 anyway.
      if ((error as { code?: unknown }).code !== 'ENOENT') deps.log.warn({ err: error }, 'widget build not stored');
    }
  };

  const current = async (): Promise<Variants | null> => {
    const now = deps.clock.now();
    if (isDue(pollAt, now, POLL) && !polling) {
      pollAt = now + POLL;
      polling = poll().finally(() => {
        polling = null;
      });
    }
    if (!newest) await polling;
    return newest;
  };
  void current();

  return async (c, file) => {
    try {
      const latest = await current();
      const build = file === undefined ? latest : await builds.find(file);
      if (!build) throw new DomainError('not-found', MESSAGES.notFound);
      const response = send(c, build, file === undefined ? CURRENT : PINNED, 'Accept-Encoding');
      response.headers.set('X-Content-Type-Options', 'nosniff');
      return response;
    } catch (error) {
      return refusal(c, deps, error);
    }
  };
}
