// A separate process that serves the embed path on the database named on its command line, for tests that kill it.
// Prints its port once it is listening.
import { serve } from '@hono/node-server';
import { pino } from 'pino';
import { systemClock } from '#server/adapters/clock-ids.ts';
import { openDatabase } from '#server/db/open.ts';
import { mountEmbed } from './embed-parts.ts';

const [url = '', secret = ''] = process.argv.slice(2);
const database = openDatabase(url);
const log = pino({ base: null }, pino.destination(2));
const config = { publicUrl: 'http://localhost', interactionRateLimit: 0, tick: 1_000 };
const { app, embed } = mountEmbed(database, { secret, clock: systemClock, log, config });
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
