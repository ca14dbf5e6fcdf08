// How fast signed deliveries are answered, what they cost, and whether each is stored once. And what a shop delivers.
import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { openLines } from './lines.ts';
import { type Child, median, processorTimeOf, type Row, startChild } from './measure.ts';
import { type Account, fill, makeCall, type Program, startProgram } from './program.ts';

const PER_SECOND = 500;
/** Seconds before those that are measured, in which the program warms up; what is delivered then must be stored, too. */
const WARM_UP = 3;
const ANSWER_MS = 25;
/** Of one core, while they come. */
const BUSY = 0.45;
const CONNECTIONS = 64;
const SECRET = 'shpss_0123456789abcdef';

export type Hook = { path: string; sourceId: string };

export async function addShop({ url }: Program, { bearer, siteId }: Account): Promise<Hook> {
  const added = { kind: 'shopify', secret: SECRET, rules: { minAge: 0 } };
  const { source } = await makeCall(url, bearer)<{ source: { id: string } }>(`/sites/${siteId}/sources`, added);
  return { path: `/api/hooks/${source.id}`, sourceId: source.id };
}

export const order = (id: string, email = `buyer-${id}@shop.example`) => ({
  id,
  email,
  financial_status: 'paid',
  processed_at: new Date().toISOString(),
  total_price: '349.00',
  currency: 'EUR',
  billing_address: { first_name: 'Ana', last_name: 'Silva', city: `City ${id.length}`, country_code: 'PT' },
  line_items: [{ title: `Oak Desk no. ${id}`, quantity: 1 }],
});

/** What Shopify sends: a body and its headers. */
export function signed(topic: string, content: object) {
  const body = JSON.stringify(content);
  const signature = createHmac('sha256', SECRET).update(body).digest('base64');
  const headers = { 'x-shopify-topic': topic, 'x-shopify-hmac-sha256': signature, 'content-type': 'application/json' };
  return { body, headers };
}

type Answered = { status: number; ms: number };

/** @returns a delivery as it is on the wire: making it takes this process longer than sending it. */
function textOf({ port }: Pick<Child, 'port'>, path: string, content: object): string {
  const { body, headers } = signed('orders/paid', content);
  const all = { host: `127.0.0.1:${port}`, 'content-length': Buffer.byteLength(body), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/**
 * Delivers signed orders at the rate.
 * @returns the answers after the warm-up, the fastest first, and how many of them came in a second; how many there were in
 * all; and the share of a core that the server was busy with them. @throws when one was refused
 */
async function offer(server: Pick<Child, 'port' | 'pid'>, path: string, seconds: number) {
  const count = PER_SECOND * (WARM_UP + seconds);
  const texts = Array.from({ length: count }, (_, n) => textOf(server, path, order(String(n))));
  const lines = await openLines(server.port, CONNECTIONS);
  const pending: Promise<Answered>[] = [];
  const send = async (text: string, due: number) => {
    const status = await lines.send(text);
    return { status, ms: performance.now() - due };
  };
  const start = performance.now();
  let measured = { at: start, busy: 0 };
  for (const [n, text] of texts.entries()) {
    const due = start + (n / PER_SECOND) * 1000;
    while (due > performance.now()) await pause(1);
    if (n === PER_SECOND * WARM_UP) measured = { at: performance.now(), busy: processorTimeOf(server) };
    pending.push(send(text, due));
  }
  const answers = await Promise.all(pending);
  const took = (performance.now() - measured.at) / 1000;
  const busy = (processorTimeOf(server) - measured.busy) / took;
  lines.close();
  const refused = answers.filter(({ status }) => status !== 200).length;
  if (refused > 0) throw new Error(`${refused} deliveries refused`);
  const times = answers.slice(PER_SECOND * WARM_UP).map(({ ms }) => ms);
  times.sort((a, b) => a - b);
  const p99 = times[Math.floor(times.length * 0.99)] ?? Number.NaN;
  return { times, p99, busy, perSecond: times.length / took, count };
}

/** @throws when a delivery was not answered 200, or its event is not stored exactly once. */
export async function measureDeliveries(seconds: number): Promise<Row[]> {
  const bare = await startChild(['bench/bare.ts', 'signed', SECRET]);
  const least = await offer(bare, '/api/hooks/bare', seconds).finally(bare.stop);
  const program = await startProgram();
  try {
    const { path } = await addShop(program, await fill(program));
    const found = await offer({ port: Number(new URL(program.url).port), pid: program.pid }, path, seconds);
    const database = new BetterSqlite3(program.file, { readonly: true });
    const [stored] = database.prepare('select count(*), count(distinct event_id) from events').raw().get() as number[];
    database.close();
    if (stored !== found.count) throw new Error(`${stored} of ${found.count} deliveries stored`);
    const ms = (value: number | undefined) => `${value?.toFixed(1)} ms`;
    const share = (value: number) => `${Math.round(value * 100)}%`;
    const rate = `${PER_SECOND} signed deliveries a second to one source`;
    return [
      {
        what: `p99 of answers to ${rate}, against a bare Hono route that only checks the signature`,
        reference: ms(least.p99),
        proofbell: ms(found.p99),
        ratio: `**${(found.p99 / least.p99).toFixed(1)}**`,
        aim: `≤ ${ANSWER_MS} ms`,
        note: `${Math.round(found.perSecond)}/s for ${seconds} s; median ${ms(median(found.times))} (the reference's ${ms(median(least.times))}), slowest ${ms(found.times.at(-1))} (${ms(least.times.at(-1))}); ${found.count.toLocaleString('en')} events, none lost, none doubled`,
      },
      {
        what: `Share of a core that the server needs for ${rate}`,
        reference: share(least.busy),
        proofbell: share(found.busy),
        ratio: `**${(found.busy / least.busy).toFixed(1)}**`,
        aim: `≤ ${share(BUSY)}`,
        note: `${Math.round((found.busy / PER_SECOND) * 1e6).toLocaleString('en')} µs a delivery`,
      },
    ];
  } finally {
    await program.stop();
  }
}
