// Every mount and middleware, in order, on one screen.

import type { Handler } from 'hono';
import { Hono } from 'hono';
import { MESSAGES } from '#shared/messages.ts';
import type { Deps } from './deps.ts';
import { limitBody } from './http/body.ts';
import { csrfToken, requireCsrf } from './http/csrf.ts';
import { docsPage } from './http/docs-page.ts';
import { errorResponse, refuse } from './http/error-response.ts';
import { health } from './http/health.ts';
import { requestLog } from './http/log.ts';
import { makeOpenApi } from './http/openapi.ts';
import { type HttpEnv, makeContextFactory } from './http/request-context.ts';
import { mountRest } from './http/rest-mount.ts';
import { securityHeaders } from './http/security-headers.ts';
import { mountTrpc } from './http/trpc-mount.ts';
import { verifyEmailLink } from './http/verify-email.ts';

/** Parts that are not always there: tests run without a built client, and only the demo has a shop. */
export type AppParts = {
  /** Mounts the visitors' addresses; first of all, before any middleware. */
  mountEmbed: (app: Hono<HttpEnv>) => void;
  client?: Handler<HttpEnv>;
  mountDemo?: (app: Hono<HttpEnv>) => void;
};

/** @returns the whole application, ready to be served. */
export function createApp(deps: Deps, parts: AppParts): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  const makeContext = makeContextFactory(deps);
  const secure = securityHeaders(deps.config.publicUrl.startsWith('https:'));
  const openApi = makeOpenApi(deps.config.publicUrl, deps.config.version);

  app.use(requestLog(deps));
  parts.mountDemo?.(app);
  app.onError((error, c) => errorResponse(c, deps.log, error));

  app.use('/api/*', limitBody(deps));
  app.use('/api/*', requireCsrf(deps));
  app.get('/api/csrf-token', (c) => csrfToken(c, deps));
  app.get('/api/health', () => health(deps));
  app.get('/api/auth/verify-email', (c) => verifyEmailLink(c, deps));
  mountTrpc(app, deps, makeContext);
  app.get('/api/openapi.json', (c) => c.json(openApi));
  app.get('/api/docs', secure, (c) => c.html(docsPage(openApi)));
  mountRest(app, deps, makeContext);
  app.all('/api', (c) => refuse(c, deps.log, 'not-found', MESSAGES.notFound));
  app.all('/api/*', (c) => refuse(c, deps.log, 'not-found', MESSAGES.notFound));

  if (parts.client) app.get('*', secure, parts.client);
  // Visitors' addresses are matched first and by themselves: behind the same router Hono would wrap each of them in all
  // the middlewares above only to skip them, a third of the throughput.
  const front = new Hono<HttpEnv>();
  parts.mountEmbed(front);
  front.notFound((c) => app.fetch(c.req.raw, c.env));
  return front;
}
