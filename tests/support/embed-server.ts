// A process of its own that serves the embed path over the database named on its command line, for tests that kill it.
// Prints its port once it listens.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { pino } from 'pino';
import { bots } from '#server/adapters/bots.ts';
import { makeIds, systemClock } from '#server/adapters/clock-ids.ts';
import { makeTokens } from '#server/adapters/tokens.ts';
import { makeTallyWriter } from '#server/db/counting.ts';
import { prepareHotReads } from '#server/db/hot-reads.ts';
import { openDatabase } from '#server/db/open.ts';
import { type EmbedDeps, makeEmbed } from '#server/http/embed.ts';

const [url = '', secret = ''] = process.argv.slice(2);
const database = openDatabase(url);
const clock = systemClock;
const embed = makeEmbed({
  config: { trustProxy: 0, eventRateLimit: 0 } as EmbedDeps['config'],
  db: database.db,
  hotReads: prepareHotReads(database),
  writeTallies: makeTallyWriter(database),
  clock,
  ids: makeIds(clock),
  tokens: makeTokens(secret, clock),
  bots,
  log: pino({ base: null }, pino.destination(2)),
});
const app = new Hono();
embed.mount(app);
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(port));

process.on('SIGTERM', async () => {
  // Busy connections never become idle under a stream: those that go on are cut, as the program does.
  const cut = setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), 200);
  await new Promise((resolve) => server.close(resolve));
  clearTimeout(cut);
  await embed.stop();
  await database.close();
  process.exit(0);
});
