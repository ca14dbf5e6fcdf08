// The references: bare Hono routes that do the minimum anyone would. Pick one on the command line; it prints its port
// once it is listening.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { get } from 'node:http';
import { serve } from '@hono/node-server';
import BetterSqlite3 from 'better-sqlite3';
import { Hono } from 'hono';

const [kind = '', argument = ''] = process.argv.slice(2);
const app = new Hono();

/** @returns the response as it is on the wire; fetch would decompress it. */
async function fetchRaw(url: string): Promise<{ headers: Record<string, string>; bytes: Buffer<ArrayBuffer> }> {
  return new Promise((resolve, reject) => {
    const call = get(url, { headers: { 'accept-encoding': 'br' } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('end', () => {
        // Node adds the connection's own headers.
        const own = Object.entries(answer.headers).filter(
          ([name]) => !/^(date|connection|keep-alive|content-length)$/.test(name),
        );
        resolve({
          headers: Object.fromEntries(own.map(([name, value]) => [name, String(value)])),
          bytes: Buffer.concat(chunks),
        });
      });
    });
    call.once('error', reject);
  });
}

if (kind === 'bytes') {
  // The same bytes that Proofbell sends, headers included, so that the load generator reads as much from both.
  const { headers, bytes } = await fetchRaw(argument);
  app.get('/api/embed/:siteId', () => new Response(bytes, { headers }));
} else if (kind === 'parse') {
  app.post('/api/embed/:siteId/events', async (c) => {
    await c.req.json();
    return c.body(null, 204);
  });
} else if (kind === 'signed') {
  app.post('/api/hooks/:sourceId', async (c) => {
    const expected = createHmac('sha256', argument)
      .update(await c.req.text())
      .digest();
    const signature = Buffer.from(c.req.header('x-shopify-hmac-sha256') ?? '', 'base64');
    return c.json({ received: true }, timingSafeEqual(signature, expected) ? 200 : 401);
  });
} else if (kind === 'list') {
  const [path = '', ownerId = ''] = argument.split('|');
  const list = new BetterSqlite3(path, { readonly: true }).prepare(
    'select id, name, slug, domains, timezone, created_at, updated_at from sites where owner_id = ? order by created_at',
  );
  app.get('/api/sites', (c) => c.json({ data: { sites: list.all(ownerId) } }));
} else if (kind === 'report') {
  const [path = '', siteId = '', since = '', before = ''] = argument.split('|');
  const sums = 'sum(displays) as displays, sum(clicks) as clicks, sum(dismissals) as dismissals';
  const report = new BetterSqlite3(path, { readonly: true }).prepare(
    `select notification_id as key, ${sums} from stats_daily_notification where site_id = @siteId and day >= @since
      group by notification_id
    union all select page, ${sums} from stats_daily_page where site_id = @siteId and day >= @since group by page
    union all select day, ${sums} from stats_daily_device where site_id = @siteId and day >= @before group by day
    union all select device, ${sums} from stats_daily_device where site_id = @siteId and day >= @since group by device`,
  );
  app.get('/report', (c) => c.json(report.all({ siteId, since, before })));
} else {
  throw new Error(`No reference named ${kind}`);
}

serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(port));
process.on('SIGTERM', () => process.exit(0));
