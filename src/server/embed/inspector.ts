// What "Why don't I see it?" fetches on an owner's page: the inspector's script and its data.
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { Context } from 'hono';
import { MESSAGES } from '#shared/messages.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../domain/errors.ts';
import { inspect } from '../domain/inspection.ts';
import { OPEN, refusal } from './cors.ts';
import { makeVariantSender, makeVariants, type Variants } from './variants.ts';

/** The script is rarely fetched, so the first request for a build compresses it, though not at top quality. */
const BROTLI_QUALITY = 9;

/**
 * @param path of the built inspector.
 * @returns the handler of GET /widget-inspector.js, which the widget loads for a signed link or for `data-debug`.
 * Browsers revalidate it each time, because inspector and widget must come from the same build.
 */
export function makeInspectorHandler(deps: Pick<Deps, 'ids' | 'log'>, path: string): (c: Context) => Promise<Response> {
  const send = makeVariantSender('text/javascript; charset=utf-8');
  let build: { mtimeMs: number; variants: Variants } | null = null;

  const read = async (): Promise<Variants> => {
    const { mtimeMs } = await stat(path);
    if (build?.mtimeMs === mtimeMs) return build.variants;
    const source = await readFile(path, 'utf8');
    const tag = createHash('sha256').update(source).digest('hex').slice(0, 12);
    const variants = await makeVariants(source, tag, BROTLI_QUALITY);
    build = { mtimeMs, variants };
    return variants;
  };

  return async (c) => {
    try {
      const variants = await read().catch((error: unknown) => {
        if ((error as { code?: unknown }).code !== 'ENOENT') throw error;
        throw new DomainError('not-found', MESSAGES.notFound);
      });
      const response = send(c, variants, 'no-cache', 'Accept-Encoding');
      response.headers.set('X-Content-Type-Options', 'nosniff');
      return response;
    } catch (error) {
      return refusal(c, deps, error);
    }
  };
}

/**
 * @returns the handler of GET /api/embed/{siteId}/inspection?token=…: 204 for a link that isn't valid, which no page's
 * console reports as an error. It accepts any origin, not only the site's domains, because a wrong domain is one of the
 * things the inspector explains.
 */
export function makeInspectionHandler(
  deps: Pick<Deps, 'db' | 'clock' | 'texts' | 'tokens' | 'ids' | 'log'>,
): (c: Context, siteId: string) => Promise<Response> {
  return async (c, siteId) => {
    try {
      const inspection = await inspect(deps, siteId, c.req.query('token') ?? '');
      return new Response(inspection && JSON.stringify(inspection), {
        status: inspection ? 200 : 204,
        headers: {
          ...OPEN,
          ...(inspection && { 'Content-Type': 'application/json' }),
          'Cache-Control': 'no-store',
          'X-Content-Type-Options': 'nosniff',
        },
      });
    } catch (error) {
      return refusal(c, deps, error);
    }
  };
}
