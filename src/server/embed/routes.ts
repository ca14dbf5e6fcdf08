// The routes that customers' pages call, as data; app.ts mounts them. They are plain handlers ahead of all middleware,
// because they take all the traffic of those pages.
import { join } from 'node:path';
import type { Context, Handler } from 'hono';
import {
  inspectionSchema,
  inspectionTokenInput,
  interactionBatchInput,
  payloadSchema,
} from '#shared/contract/embed.ts';
import { proofSchema, shownNotificationSchema } from '#shared/contract/proof.ts';
import { EXAMPLE } from '#shared/embed/protocol.ts';
import type { Deps } from '../deps.ts';
import { type PlainRow, plainRow, type Route } from '../http/plain-routes.ts';
import type { HttpEnv } from '../http/request-context.ts';
import { preflight } from './cors.ts';
import { makeExampleHandler } from './example.ts';
import {
  makeDraftHandler,
  makeEarlierInspectionHandler,
  makeInspectionHandler,
  makeInspectorHandler,
} from './inspector.ts';
import { makeInteractionsHandler } from './interactions.ts';
import { makePayloadHandler } from './payload.ts';
import { makeKeysHandler, makeProofHandler, makeShownHandler } from './proof.ts';
import { makeWidgetBuilds } from './widget-builds.ts';
import { makeWidgetHandler } from './widget-files.ts';

export type EmbedDeps = Pick<
  Deps,
  'bots' | 'clock' | 'config' | 'db' | 'embed' | 'ids' | 'log' | 'proofs' | 'texts' | 'tokens'
>;

type Answer = (c: Context, siteId: string) => Response | Promise<Response>;

/** @returns what makes the handler of a path with a site's id. */
const forSite =
  (make: (deps: EmbedDeps) => Answer) =>
  (deps: EmbedDeps): Handler<HttpEnv, '/:siteId'> => {
    const answer = make(deps);
    return (c) => answer(c, c.req.param('siteId'));
  };

/** Rows of the REST surface, below /api. */
export const EMBED_ROWS: readonly PlainRow<EmbedDeps>[] = [
  plainRow({
    method: 'GET',
    path: '/embed/{siteId}',
    summary:
      "What a visitor's browser needs: the widget's settings and the live notifications; for `v=2` the compact form, with the widget's words in the language `l`",
    query: ['v', 'l'],
    response: payloadSchema,
    handler: forSite((deps) => {
      const answer = makePayloadHandler(deps, deps.embed.cache, deps.embed.sightings);
      const showExample = makeExampleHandler(deps);
      return (c, siteId) => (siteId === EXAMPLE.siteId ? showExample(c) : answer(c, siteId));
    }),
  }),
  plainRow({
    method: 'GET',
    path: '/embed/{siteId}/proof/{notificationId}',
    summary:
      'Where a live notification of an event comes from, as a compact JWS; its keys are at /.well-known/proofbell.json',
    response: proofSchema,
    contentType: 'application/jose',
    handler: (deps: EmbedDeps) => {
      const answer = makeProofHandler(deps, deps.embed.cache);
      return (c) => answer(c, c.req.param('siteId'), c.req.param('notificationId'));
    },
  }),
  plainRow({
    method: 'GET',
    path: '/embed/{siteId}/shown/{notificationId}',
    summary: 'What a live notification says, on whose site, and what stands behind it: for the page of its proof',
    response: shownNotificationSchema,
    handler: (deps: EmbedDeps) => {
      const answer = makeShownHandler(deps, deps.embed.cache);
      return (c) => answer(c, c.req.param('siteId'), c.req.param('notificationId'));
    },
  }),
  plainRow({
    method: 'POST',
    path: '/embed/{siteId}/events',
    summary: 'Reports displays, clicks, dismissals and what the widget cost; 204 means they are stored',
    request: interactionBatchInput,
    status: 204,
    handler: forSite((deps) => makeInteractionsHandler(deps, deps.embed)),
  }),
  plainRow({
    method: 'POST',
    path: '/embed/{siteId}/inspection',
    summary:
      "The whole widget with every notification, for the overlay that an owner's signed link opens; 204 if the link isn't valid",
    request: inspectionTokenInput,
    response: inspectionSchema,
    handler: forSite(makeInspectionHandler),
  }),
  plainRow({
    method: 'POST',
    path: '/embed/{siteId}/draft',
    summary:
      "What a visitor's browser needs, with the draft settings of an owner's signed link; empty if it has none, 204 if the link isn't valid",
    query: ['v', 'l'],
    request: inspectionTokenInput,
    response: payloadSchema,
    handler: forSite(makeDraftHandler),
  }),
  plainRow({
    method: 'GET',
    path: '/embed/{siteId}/inspection',
    summary: 'The same for widgets of earlier versions, which send the token in the query',
    query: ['token'],
    response: inspectionSchema,
    handler: forSite(makeEarlierInspectionHandler),
  }),
];

/** What OpenAPI doesn't list: preflights, the keys of proofs, and the files of the widget. */
export const EMBED_ROUTES: readonly Route<EmbedDeps>[] = [
  { method: 'OPTIONS', paths: ['/api/embed/:siteId', '/api/embed/:siteId/events'], handler: () => preflight },
  { method: 'GET', paths: ['/.well-known/proofbell.json'], handler: makeKeysHandler },
  {
    method: 'GET',
    paths: ['/widget-inspector.js'],
    handler: (deps) => makeInspectorHandler(deps, join(deps.config.widgetFolder, 'widget-inspector.js')),
  },
  {
    method: 'GET',
    paths: ['/widget.js', '/:file{widget-(?:cost-|conditions-)?[0-9a-f]+\\.js}'],
    handler: (deps) => {
      const answer = makeWidgetHandler(deps, makeWidgetBuilds(deps), deps.config.widgetFolder);
      return (c) => answer(c, c.req.param('file'));
    },
  },
];
