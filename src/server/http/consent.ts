// POST /api/hooks/{sourceId}/consent: where a WooCommerce shop sends its keys once its owner has agreed. It brings back what we
// sent along with the owner, which is random, counts once and for ten minutes, and is its only authority: so it is mounted
// before sessions and CSRF. The shop deletes its keys unless the answer is exactly 200.
import type { Context as HonoContext } from 'hono';
import { z } from 'zod';
import { consentInput } from '#shared/contract/connection.ts';
import type { Deps } from '../deps.ts';
import { takeConsent } from '../domain/events/connections.ts';
import { checkInput, limitBody, parseJsonObject, readText } from './body.ts';
import { errorResponse } from './error-response.ts';
import { type PlainRow, plainRow } from './plain-routes.ts';
import type { HttpEnv } from './request-context.ts';

/** Many times what a shop sends. */
const CONSENT_MAX_BYTES = 8 * 1024;

export const CONSENT_ROW: PlainRow = plainRow({
  method: 'POST',
  path: '/hooks/{sourceId}/consent',
  summary: 'For WooCommerce: takes the keys of a shop that its owner connected',
  request: consentInput,
  response: z.object({ received: z.literal(true) }),
  handler: (deps: Deps) => {
    const refuse = (c: HonoContext<HttpEnv>, error: unknown) => errorResponse(c, deps.log, error);
    const limit = limitBody<HttpEnv>(CONSENT_MAX_BYTES, refuse);
    const receive = async (c: HonoContext<HttpEnv>, sourceId: string) => {
      try {
        await takeConsent(deps, sourceId, checkInput(consentInput, parseJsonObject(await readText(c))));
        return c.json({ received: true });
      } catch (error) {
        return refuse(c, error);
      }
    };
    return (c) => {
      c.header('cache-control', 'no-store');
      return limit(c, () => receive(c, c.req.param('sourceId')));
    };
  },
});
