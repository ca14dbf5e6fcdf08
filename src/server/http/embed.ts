// The visitor's side of the server: what it keeps running, and where it is mounted. Plain handlers before every
// middleware, because they are what all the traffic of customers' pages meets.
import { fileURLToPath } from 'node:url';
import type { Env, Hono } from 'hono';
import type { Deps } from '../deps.ts';
import { makeCounting } from '../domain/counting.ts';
import { makeEmbedCache } from '../domain/embed-cache.ts';
import type { EmbedChanges } from '../domain/ports.ts';
import { makeWidgetBuilds } from '../domain/widget-builds.ts';
import { preflight } from './embed-answers.ts';
import { makeEventsHandler } from './embed-events.ts';
import { makeInspectionHandler } from './embed-inspection.ts';
import { makePayloadHandler } from './embed-payload.ts';
import { makeInspectorHandler } from './inspector-file.ts';
import { makeWidgetHandler } from './widget-files.ts';

export type EmbedDeps = Pick<
  Deps,
  'config' | 'db' | 'hotReads' | 'writeTallies' | 'clock' | 'ids' | 'tokens' | 'bots' | 'log'
>;

/** What the embed path keeps running in this process. */
export type Embed = {
  /** Becomes Deps.embedChanges. */
  changes: EmbedChanges;
  /** Mounts what stands under /api/embed, /widget.js, /widget-<hash>.js and /widget-inspector.js. */
  mount<E extends Env>(app: Hono<E>): void;
  /** Looks for changes made by other processes now, instead of within POLL. */
  poll(): Promise<void>;
  /** Takes no more events, and returns when all that were taken are in the database. */
  stop(): Promise<void>;
};

/** How long a change made by another instance may go unseen, in milliseconds. */
const POLL = 2_000;
const WIDGET = fileURLToPath(new URL('../../../dist/widget/widget.js', import.meta.url));

/**
 * Starts cache, poll and queue of the embed path. Mount before any middleware, and stop before the database is closed.
 * @param widgetPath of the built widget.
 */
export function makeEmbed(deps: EmbedDeps, widgetPath = WIDGET): Embed {
  const cache = makeEmbedCache(deps, deps.hotReads.embed);
  const counting = makeCounting(deps, deps.writeTallies);
  const answerWidget = makeWidgetHandler(deps, makeWidgetBuilds(deps), widgetPath);
  const answerPayload = makePayloadHandler(deps, cache);
  const answerInspection = makeInspectionHandler(deps, cache);
  const answerInspector = makeInspectorHandler(deps, widgetPath.replace(/\.js$/, '-inspector.js'));
  const answerEvents = makeEventsHandler(deps, cache, counting);

  let polling: Promise<void> | null = null;
  const timer = setInterval(() => {
    polling ??= cache.poll().finally(() => {
      polling = null;
    });
  }, POLL);
  timer.unref();

  return {
    changes: { changed: cache.changed },
    mount(app) {
      app.get('/api/embed/:siteId', (c) => answerPayload(c, c.req.param('siteId')));
      app.post('/api/embed/:siteId/events', (c) => answerEvents(c, c.req.param('siteId')));
      app.options('/api/embed/:siteId', preflight);
      app.options('/api/embed/:siteId/events', preflight);
      app.get('/api/embed/:siteId/inspection', (c) => answerInspection(c, c.req.param('siteId')));
      app.get('/widget-inspector.js', answerInspector);
      app.get('/widget.js', (c) => answerWidget(c));
      app.get('/:file{widget-[0-9a-f]+\\.js}', (c) => answerWidget(c, c.req.param('file')));
    },
    poll: cache.poll,
    async stop() {
      clearInterval(timer);
      await polling;
      await counting.stop();
    },
  };
}
