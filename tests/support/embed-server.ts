// A separate process that serves the embed path on the database named on its command line, for tests that kill it.
// Prints its port once it is listening.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { pino } from 'pino';
import { bots } from '#server/adapters/bots.ts';
import { makeIds, systemClock } from '#server/adapters/clock-ids.ts';
import { isOffensive } from '#server/adapters/offensive-words.ts';
import { makeProofs } from '#server/adapters/proofs.ts';
import { readStyleSheet } from '#server/adapters/style-sheets.ts';
import { toPlain } from '#server/adapters/texts.ts';
import { deriveKey, makeTokens } from '#server/adapters/tokens.ts';
import { makeTallyWriter } from '#server/db/counting/tally-writer.ts';
import { prepareHotReads } from '#server/db/hot-reads.ts';
import { openDatabase } from '#server/db/open.ts';
import { makeEmbed } from '#server/embed/embed.ts';
import { EMBED_ROUTES, EMBED_ROWS, type EmbedDeps } from '#server/embed/routes.ts';
import { mountPlainRows, mountRoutes } from '#server/http/plain-routes.ts';
import type { HttpEnv } from '#server/http/request-context.ts';
import { isRegistrable } from '#shared/registrable.ts';

const [url = '', secret = ''] = process.argv.slice(2);
const database = openDatabase(url);
const clock = systemClock;
const log = pino({ base: null }, pino.destination(2));
const tokens = makeTokens(secret, clock);
const texts = { toPlain, isOffensive, readStyleSheet: async (css: string) => readStyleSheet(css) };
const hotReads = prepareHotReads(database);
const proofs = makeProofs(deriveKey(secret, 'proof'));
const config = {
  publicUrl: 'http://localhost',
  trustProxy: 0,
  interactionRateLimit: 0,
  tick: 1_000,
  widgetFolder: '/nowhere',
} as EmbedDeps['config'];
const writeTallies = makeTallyWriter(database);
const embed = makeEmbed({ bots, clock, config, database, hotReads, isRegistrable, log, texts, tokens, writeTallies });
const deps: EmbedDeps = {
  config,
  db: database.db,
  clock,
  embed,
  ids: makeIds(clock),
  proofs,
  texts,
  tokens,
  bots,
  log,
};
const app = new Hono<HttpEnv>();
mountPlainRows(app, deps, EMBED_ROWS);
mountRoutes(app, deps, EMBED_ROUTES);
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(port));

process.on('SIGTERM', async () => {
  // Under a constant stream, connections never become idle, so the rest are cut, as the real program does.
  const cut = setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), 200);
  await new Promise((resolve) => server.close(resolve));
  clearTimeout(cut);
  await embed.stop();
  await database.close();
  process.exit(0);
});
