// GET /api/embed/{siteId}/inspection?token=…: what the inspector on an owner's page reads. Open to any origin, not only
// the site's domains: that the page is on another one is among the things it is to tell.
import type { Context } from 'hono';
import { MESSAGES } from '#shared/messages.ts';
import type { Deps } from '../deps.ts';
import type { EmbedCache } from '../domain/embed-cache.ts';
import { DomainError } from '../domain/errors.ts';
import { inspect } from '../domain/inspection.ts';
import { OPEN, refusal } from './embed-answers.ts';

/** @returns the handler. An unknown site is told first: with a wrong id in the snippet no token can be right. */
export function makeInspectionHandler(
  deps: Pick<Deps, 'db' | 'clock' | 'tokens' | 'ids' | 'log'>,
  cache: Pick<EmbedCache, 'get'>,
): (c: Context, siteId: string) => Promise<Response> {
  return async (c, siteId) => {
    try {
      if (!(await cache.get(siteId))) throw new DomainError('not-found', MESSAGES.siteNotFound);
      const inspection = await inspect(deps, siteId, c.req.query('token') ?? '');
      return new Response(JSON.stringify(inspection), {
        headers: {
          ...OPEN,
          'Content-Type': 'application/json',
          'Cache-Control': 'no-store',
          'X-Content-Type-Options': 'nosniff',
        },
      });
    } catch (error) {
      return refusal(deps, error);
    }
  };
}
