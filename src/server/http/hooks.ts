// POST /api/hooks/{sourceId}: where shops deliver what happened. Mounted before sessions, CSRF and the limits of other
// bodies: the signature over the raw body is the only authority here.
import type { Handler } from 'hono';
import { z } from 'zod';
import { HOOK_BODY_MAX_BYTES } from '#shared/limits.ts';
import { MESSAGES } from '#shared/messages.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../domain/errors.ts';
import { takeHook } from '../domain/events/hook.ts';
import { toApiError } from '../trpc/errors.ts';
import { limitBody, readBytes } from './body.ts';
import { errorResponse, logError } from './error-response.ts';
import { type PlainRow, plainRow } from './plain-routes.ts';
import type { HttpEnv } from './request-context.ts';

/** Seconds until a sender shall try again to deliver what could not be stored. */
const RETRY = 30;

const receive =
  (deps: Deps): Handler<HttpEnv, '/api/hooks/:sourceId'> =>
  async (c) => {
    c.header('cache-control', 'no-store');
    try {
      const body = await readBytes(c);
      await takeHook(deps, c.req.param('sourceId'), { field: (name) => c.req.header(name), body });
      return c.json({ received: true });
    } catch (error) {
      if (!toApiError(error, '').isInternal) return errorResponse(c, deps.log, error);
      // Whatever went wrong here, the sender still has it: most shops deliver again after a 503.
      deps.hookFailures.note(c.req.param('sourceId'));
      logError(deps.log, error, c.get('requestId') ?? '');
      return errorResponse(c, deps.log, new DomainError('unavailable', MESSAGES.unavailable, { retryAfter: RETRY }));
    }
  };

export const HOOK_ROWS: readonly PlainRow[] = [
  plainRow({
    method: 'POST',
    path: '/hooks/{sourceId}',
    summary: "For shops: what happened there, signed the vendor's way with the source's secret",
    request: z.looseObject({}),
    response: z.object({ received: z.literal(true) }),
    status: 200,
    handler: (deps: Deps) => {
      const limit = limitBody<HttpEnv>(HOOK_BODY_MAX_BYTES, (c, error) => errorResponse(c, deps.log, error));
      const handle = receive(deps);
      return (c, next) => limit(c, async () => handle(c, next));
    },
  }),
];
