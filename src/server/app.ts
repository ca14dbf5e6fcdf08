// Every mount and middleware, in order.
import { type Handler, Hono } from 'hono';
import { requestId } from 'hono/request-id';
import { BODY_MAX_BYTES } from '#shared/limits.ts';
import { MESSAGES } from '#shared/messages.ts';
import type { Deps } from './deps.ts';
import { EMBED_ROUTES, EMBED_ROWS } from './embed/routes.ts';
import { refuseBrokenAddress } from './http/address.ts';
import { type ApiFiles, mountApiFiles } from './http/api-files.ts';
import { limitBody } from './http/body.ts';
import { requireCsrf } from './http/csrf.ts';
import { errorResponse, refuse } from './http/error-response.ts';
import { makeFindFirstData } from './http/first-data.ts';
import { HOOK_ROWS } from './http/hooks.ts';
import { IMAGE_ROWS } from './http/images.ts';
import { IMPORT_ROWS } from './http/imports.ts';
import { requestLog } from './http/log.ts';
import { makePathTest, mountPlainRows, mountRoutes, PLAIN_ROWS } from './http/plain-routes.ts';
import { type HttpEnv, makeContextFactory } from './http/request-context.ts';
import { mountRest } from './http/rest-mount.ts';
import { REST_ROWS } from './http/rest-routes.ts';
import { mountSandbox } from './http/sandbox/mount.ts';
import { SELECT_STYLE, securityHeaders } from './http/security-headers.ts';
import type { Client } from './http/static.ts';
import { mountTrpc } from './http/trpc-mount.ts';
import { mountUnsubscribe } from './http/unsubscribe.ts';
import { mountVerifyEmail } from './http/verify-email.ts';

/** The rows of the REST surface that aren't procedures. */
export const PLAIN_API_ROWS = [...PLAIN_ROWS, ...HOOK_ROWS, ...IMPORT_ROWS, ...IMAGE_ROWS, ...EMBED_ROWS];

/** Parts that only some apps have: most tests run without a built client, and only the demo has a shop. */
export type AppParts = {
  api?: ApiFiles;
  client?: Client;
  /** Everything below /demo. */
  demo?: Hono;
};

/** @returns the whole application, ready to serve. */
export function createApp(deps: Deps, { api, client, demo }: AppParts = {}): Hono<HttpEnv> {
  const makeContext = makeContextFactory(deps);
  const { publicUrl } = deps.config;
  const notFound: Handler<HttpEnv> = (c) => refuse(c, deps.log, 'not-found', MESSAGES.notFound);

  const app = new Hono<HttpEnv>();
  app.onError((error, c) => errorResponse(c, deps.log, error));
  // For customers' pages, ahead of all middleware. Nearly all that they ask comes by the door, past this router, too.
  mountPlainRows(app, deps, EMBED_ROWS);
  mountRoutes(app, deps, EMBED_ROUTES);
  // Never the client's own X-Request-Id, which could forge log lines.
  app.use(requestId({ headerName: '' }), requestLog(deps));
  app.use(refuseBrokenAddress((c, error) => errorResponse(c, deps.log, error)));
  if (demo) app.route('/demo', demo);
  mountPlainRows(app, deps, [...HOOK_ROWS, ...IMPORT_ROWS, ...IMAGE_ROWS]);
  app.use(
    '/api/*',
    limitBody<HttpEnv>(BODY_MAX_BYTES, (c, error) => errorResponse(c, deps.log, error)),
    requireCsrf(deps, makePathTest([...PLAIN_ROWS, ...REST_ROWS])),
  );
  mountPlainRows(app, deps, PLAIN_ROWS);
  mountTrpc(app, deps, makeContext);
  if (api) mountApiFiles(app, publicUrl, api);
  mountRest(app, deps, makeContext);
  mountVerifyEmail(app, deps, makeContext);
  mountUnsubscribe(app, deps, makeContext);
  mountSandbox(app, deps);
  app.all('/api', notFound);
  app.all('/api/*', notFound);
  if (client) {
    const findFirstData = makeFindFirstData(deps.config, makeContext, deps.clock.now);
    app.get('*', securityHeaders(publicUrl, SELECT_STYLE, client.inline), client.makeHandler(findFirstData));
  }

  // The sandbox sends its events as Stripe does, without the way over the network.
  deps.sandbox?.connect((request) => app.fetch(request));
  return app;
}
