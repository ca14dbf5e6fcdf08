// GET /api/embed/{siteId} as the widget asks for it, against a bare Hono route that sends the same bytes; and how many bytes
// a first view takes.
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { WidgetBuild } from '#shared/contract/widget-build.ts';
import type { EmbedPayload } from '#shared/embed/payload.ts';
import { WIDGET_BUDGET } from '#shared/embed/protocol.ts';
import { twentyOrders } from '#tests/support/twenty-orders.ts';
import { compare, type Options, type Row, startChild, toRow } from './measure.ts';
import { type Account, BROWSER, fill, makeCall, type Program, startProgram } from './program.ts';

/** Adds a site that shows 20 orders of the last days, as most do. @returns its id, once its payload has them. */
async function addShop({ url }: Program, { bearer }: Account): Promise<string> {
  const call = makeCall(url, bearer);
  const { data } = await call<{ data: { site: { id: string } } }>('/sites', { name: 'Oak & Iron' });
  const { id } = data.site;
  const events = twentyOrders(Date.now());
  await call(`/sites/${id}/events`, { events });
  for (const end = performance.now() + 10_000; performance.now() < end; await pause(100)) {
    const { notifications } = await call<EmbedPayload>(`/embed/${id}`);
    if (notifications.length === events.length) return id;
  }
  throw new Error('Events that never showed');
}

const count = (bytes: number) => `${bytes.toLocaleString('en')} bytes`;

/** @returns a row for each limit of bytes. @param payload its bytes as sent. */
function sizeRows(payload: number): Row[] {
  const { script } = JSON.parse(readFileSync('dist/widget/widget.json', 'utf8')) as WidgetBuild;
  const row = (what: string, bytes: number, limit: number, note: string): Row => ({
    what,
    reference: count(limit),
    proofbell: count(bytes),
    ratio: `**${(bytes / limit).toFixed(2)}**`,
    aim: '≤ 1.0',
    note,
  });
  const parts = `the script ${count(script.bytes.brotli)}, the payload of 20 orders ${count(payload)}`;
  return [
    row('A first view as sent (brotli)', script.bytes.brotli + payload, WIDGET_BUDGET.bytes, parts),
    row('Each later payload as sent (brotli)', payload, WIDGET_BUDGET.payload, 'the same 20 orders'),
  ];
}

export async function measureEmbed(options: Options): Promise<Row[]> {
  const program = await startProgram();
  const siteId = await addShop(program, await fill(program));
  const path = `/api/embed/${siteId}?v=2&l=`;
  const url = program.url + path;
  const bare = await startChild(['bench/bare.ts', 'bytes', url]);
  try {
    const headers = {
      'accept-encoding': 'gzip, deflate, br, zstd',
      origin: 'https://shop.example',
      // Programs are not noted as seen.
      'user-agent': BROWSER,
    };
    const found = await compare(
      { url: `http://127.0.0.1:${bare.port}${path}`, pid: bare.pid, headers },
      { url, pid: program.pid, headers },
      options,
    );
    const sentAs = async (encoding: string) => {
      const answer = await fetch(url, { headers: { ...headers, 'accept-encoding': encoding } });
      return Number(answer.headers.get('content-length'));
    };
    const [brotli, gzip, plain] = [await sentAs('br'), await sentAs('gzip'), await sentAs('identity')];
    const sizes = [brotli, gzip, plain].map((bytes) => bytes.toLocaleString('en'));
    const note = `20 notifications of orders: ${sizes[0]} bytes as sent (brotli), ${sizes[1]} by gzip, ${sizes[2]} before it`;
    return [
      toRow('Embed payload, against a bare Hono route sending the same bytes', 1.3, found, note),
      ...sizeRows(brotli),
    ];
  } finally {
    await bare.stop();
    await program.stop();
  }
}
