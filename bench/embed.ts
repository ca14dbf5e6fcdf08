// GET /api/embed/{siteId} against a bare Hono route that sends the same bytes.
import { setTimeout as pause } from 'node:timers/promises';
import type { EmbedPayload } from '#shared/embed/payload.ts';
import { HOUR } from '#shared/time.ts';
import { compare, type Options, type Row, startChild, toRow } from './measure.ts';
import { type Account, BROWSER, fill, makeCall, type Program, startProgram } from './program.ts';

const BUYERS =
  'Ana Ben Chloe David Emma Felix Greta Hugo Ines Jonas Klara Luis Maria Noah Olga Paul Rosa Sam Tina Viktor';
const PRODUCTS = ['Oak Desk', 'Walnut Shelf', 'Elm Stool', 'Ash Lamp', 'Pine Bench'];
const CITIES = ['Lisbon', 'Porto', 'Faro', 'Braga'];

/** Adds a site that shows 20 orders of the last days, as most do. @returns its id, once its payload has them. */
async function addShop({ url }: Program, { bearer }: Account): Promise<string> {
  const call = makeCall(url, bearer);
  const { data } = await call<{ data: { site: { id: string } } }>('/sites', { name: 'Oak & Iron' });
  const { id } = data.site;
  const events = BUYERS.split(' ').map((firstName, n) => ({
    id: String(1001 + n),
    kind: 'purchase',
    occurredAt: new Date(Date.now() - n * 3 * HOUR).toISOString(),
    actor: { firstName, city: CITIES[n % CITIES.length], country: 'PT' },
    subject: { name: PRODUCTS[n % PRODUCTS.length], url: `https://shop.example/p/${n}` },
  }));
  await call(`/sites/${id}/events`, { events });
  for (const end = performance.now() + 10_000; performance.now() < end; await pause(100)) {
    const { notifications } = await call<EmbedPayload>(`/embed/${id}`);
    if (notifications.length === events.length) return id;
  }
  throw new Error('Events that never showed');
}

export async function measureEmbed(options: Options): Promise<Row> {
  const program = await startProgram();
  const siteId = await addShop(program, await fill(program));
  const url = `${program.url}/api/embed/${siteId}`;
  const bare = await startChild(['bench/bare.ts', 'bytes', url]);
  try {
    const headers = {
      'accept-encoding': 'gzip, deflate, br, zstd',
      origin: 'https://shop.example',
      // Programs are not noted as seen.
      'user-agent': BROWSER,
    };
    const found = await compare(
      { url: `http://127.0.0.1:${bare.port}/api/embed/${siteId}`, pid: bare.pid, headers },
      { url, pid: program.pid, headers },
      options,
    );
    const answer = await fetch(url, { headers });
    const sent = Number(answer.headers.get('content-length')).toLocaleString('en');
    const bytes = (await answer.arrayBuffer()).byteLength.toLocaleString('en');
    const zipped = await fetch(url, { headers: { ...headers, 'accept-encoding': 'gzip' } });
    const gzip = Number(zipped.headers.get('content-length')).toLocaleString('en');
    const note = `20 notifications of orders and the style: ${sent} bytes as sent (brotli), ${gzip} by gzip, ${bytes} before it`;
    return toRow('Embed payload, against a bare Hono route sending the same bytes', 1.3, found, note);
  } finally {
    await bare.stop();
    await program.stop();
  }
}
