// What a shop's deliveries cost: how fast signed ones are answered, whether each is stored once, and whether a million
// events that are kept slow anything down for visitors or for the next delivery.
import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import type { EmbedPayload } from '#shared/embed/payload.ts';
import { openLines } from './lines.ts';
import { type Child, compare, median, type Options, processorTimeOf, type Row, startChild, toRow } from './measure.ts';
import { type Account, fill, makeCall, type Program, startProgram } from './program.ts';

const PER_SECOND = 500;
/** Seconds before those that are measured, in which the program warms up; what is delivered then must be stored, too. */
const WARM_UP = 3;
const ANSWER_MS = 25;
/** Of one core, while they come. */
const BUSY = 0.45;
/** A visitor learns of a retraction within so long. */
const RETRACTION_MS = 3_000;
const KEPT = 1_000_000;
const CONNECTIONS = 64;
const SECRET = 'shpss_0123456789abcdef';

type Hook = { path: string; sourceId: string };

export async function addShop({ url }: Program, { bearer, siteId }: Account): Promise<Hook> {
  const added = { kind: 'shopify', secret: SECRET, rules: { minAge: 0 } };
  const { source } = await makeCall(url, bearer)<{ source: { id: string } }>(`/sites/${siteId}/sources`, added);
  return { path: `/api/hooks/${source.id}`, sourceId: source.id };
}

const order = (id: string, email = `buyer-${id}@shop.example`) => ({
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
function signed(topic: string, content: object) {
  const body = JSON.stringify(content);
  const signature = createHmac('sha256', SECRET).update(body).digest('base64');
  const headers = { 'x-shopify-topic': topic, 'x-shopify-hmac-sha256': signature, 'content-type': 'application/json' };
  return { body, headers };
}

/** Sends one delivery. @returns the status of its answer. */
function deliver(program: Pick<Program, 'url'>, path: string, topic: string, content: object, agent: Agent) {
  const { body, headers } = signed(topic, content);
  return new Promise<number>((resolve, reject) => {
    const sent = request(`${program.url}${path}`, { method: 'POST', headers, agent }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end(body);
  });
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
async function measureDeliveries(seconds: number): Promise<Row[]> {
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

/** Delivers a signed order of somebody's. @throws when it isn't answered 200. */
export async function deliverOrder(program: Program, path: string, id: string, email: string, agent: Agent) {
  const status = await deliver(program, path, 'orders/paid', order(id, email), agent);
  if (status !== 200) throw new Error(`A delivery was answered ${status}`);
}

/** Stores events of the last 30 days as they are stored by deliveries, beside the running program. */
export async function keepEvents({ file }: Program, siteId: string, sourceId: string, count = KEPT, name = 'kept') {
  const database = new BetterSqlite3(file, { timeout: 10_000 });
  const insert = database.prepare(`insert into events (id, site_id, source_id, event_id, kind, occurred_at, received_at,
    first_name, city, country, subject_name, reference, person_hash, reference_hash, is_signed)
    values (?, ?, ?, ?, 'purchase', ?, ?, 'Ana', ?, 'PT', ?, ?, ?, ?, 1)`);
  const batch = database.transaction((from: number, to: number) => {
    for (let n = from; n < to; n++) {
      const at = new Date(Date.now() - (n / count) * 29 * 86_400_000 - 60_000).toISOString();
      const [id, city, desk] = [`${name}-${n}`, `City ${n % 5_000}`, `Desk ${n % 100}`];
      insert.run(id, siteId, sourceId, id, at, at, city, desk, id, `person-${n % 300_000}`, id);
    }
  });
  // The program, which waits 50 ms for somebody else's write, gets its turns.
  for (let from = 0; from < count; from += 500) {
    batch(from, from + 500);
    await setImmediate();
  }
  database.close();
}

/** @returns milliseconds until the payload has what was delivered, and until it has lost it after the refund. */
async function followOne(program: Program, siteId: string, path: string, id: string) {
  const agent = new Agent({ keepAlive: true });
  const has = async () => {
    const payload = (await (await fetch(`${program.url}/api/embed/${siteId}`)).json()) as EmbedPayload;
    return payload.notifications.some(({ message }) => message.includes(`no. ${id}`));
  };
  const until = async (isThere: boolean) => {
    const start = performance.now();
    while ((await has()) !== isThere) {
      if (performance.now() - start > 60_000) throw new Error('A delivery that never showed');
      await pause(10);
    }
    return performance.now() - start;
  };
  await deliver(program, path, 'orders/paid', order(id), agent);
  const shown = await until(true);
  await deliver(program, path, 'orders/cancelled', { id, cancelled_at: new Date().toISOString() }, agent);
  const gone = await until(false);
  agent.destroy();
  return { shown, gone };
}

/** What a number of all kept events costs, and how soon it is right after a refund. */
async function measureNumbers(
  program: Program,
  { bearer, siteId }: Account,
  hook: Hook,
  options: Options,
): Promise<Row[]> {
  const agent = new Agent({ keepAlive: true });
  const call = makeCall(program.url, bearer);
  const look = async (measure: string) => {
    const times = [];
    for (let n = 0; n < options.rounds; n++) {
      const start = performance.now();
      const asked = `measure=${measure}&kind=purchase&window=month`;
      const { count } = await call<{ count: number }>(`/sites/${siteId}/aggregate?${asked}`);
      if (count < KEPT / 4) throw new Error(`Only ${count} counted`);
      times.push(performance.now() - start);
    }
    return median(times);
  };
  const [count, people] = [await look('count'), await look('distinct')];

  const aggregate = { measure: 'count', kind: 'purchase', window: 'month', floor: 1 };
  const settings = { message: '{{value}} sold', aggregate };
  const added = { name: 'Sold', category: 'sales', type: 'milestone', settings };
  const { template } = await call<{ template: { id: string } }>('/templates', added);
  const { widget } = await call<{ widget: { id: string } }>(`/widgets/site/${siteId}`);
  await deliver(program, hook.path, 'orders/paid', order('counted'), agent);
  await call(`/widgets/${widget.id}/notifications/template/${template.id}`, {});
  const told = async () => {
    const payload = (await (await fetch(`${program.url}/api/embed/${siteId}`)).json()) as EmbedPayload;
    return payload.notifications.find(({ message }) => message.endsWith(' sold'))?.message;
  };
  const before = await told();
  if (before === undefined) throw new Error('A number that is not told');
  const canceled = { id: 'counted', cancelled_at: new Date().toISOString() };
  await deliver(program, hook.path, 'orders/cancelled', canceled, agent);
  const start = performance.now();
  while ((await told()) === before) {
    if (performance.now() - start > 60_000) throw new Error('A number that stayed wrong');
    await pause(10);
  }
  const gone = performance.now() - start;
  agent.destroy();
  const kept = KEPT.toLocaleString('en');
  const ms = (value: number) => `${Math.round(value)} ms`;
  return [
    {
      what: `Counting ${kept} events for a number that notifications tell`,
      reference: '–',
      proofbell: ms(count),
      ratio: '–',
      aim: '–',
      note: `${ms(people)} for the people behind them; median of ${options.rounds}; at most once a minute and 5% of the time, 5,000 events at once`,
    },
    {
      what: `From a refund's answer until no payload counts it, with ${kept} events kept`,
      reference: ms(RETRACTION_MS),
      proofbell: ms(gone),
      ratio: `**${(gone / RETRACTION_MS).toFixed(2)}**`,
      aim: '≤ 1.0',
      note: 'on the same instance',
    },
  ];
}

async function measureKept(options: Options): Promise<Row[]> {
  const [empty, full] = [await startProgram(), await startProgram()];
  try {
    const accounts = [await fill(empty), await fill(full)] as const;
    const hook = await addShop(full, accounts[1]);
    const hookOfEmpty = await addShop(empty, accounts[0]);
    await keepEvents(full, accounts[1].siteId, hook.sourceId);
    const follow = async (program: Program, siteId: string, path: string) => {
      const all = [];
      for (let n = 0; n < options.rounds; n++) all.push(await followOne(program, siteId, path, `followed-${n}`));
      return { shown: median(all.map(({ shown }) => shown)), gone: Math.max(...all.map(({ gone }) => gone)) };
    };
    const without = await follow(empty, accounts[0].siteId, hookOfEmpty.path);
    const withAll = await follow(full, accounts[1].siteId, hook.path);
    const ms = (value: number) => `${Math.round(value)} ms`;
    const headers = { 'accept-encoding': 'br' };
    const found = await compare(
      { url: `${empty.url}/api/embed/${accounts[0].siteId}`, pid: empty.pid, headers },
      { url: `${full.url}/api/embed/${accounts[1].siteId}`, pid: full.pid, headers },
      options,
    );
    const kept = KEPT.toLocaleString('en');
    return [
      toRow(
        `Embed payload of a site that keeps ${kept} events, against one that keeps none`,
        1.2,
        found,
        '20 notifications written by hand, and with events the newest 20 of them',
      ),
      {
        what: `From a delivery's answer until the payload has it, with ${kept} events kept`,
        reference: ms(without.shown),
        proofbell: ms(withAll.shown),
        ratio: `**${(withAll.shown / without.shown).toFixed(2)}**`,
        aim: '–',
        note: `reference: no other events; median of ${options.rounds}; a site's payload is made anew at most once a second`,
      },
      {
        what: `From a refund's answer until the payload has lost it, with ${kept} events kept`,
        reference: ms(RETRACTION_MS),
        proofbell: ms(withAll.gone),
        ratio: `**${(withAll.gone / RETRACTION_MS).toFixed(2)}**`,
        aim: '≤ 1.0',
        note: `slowest of ${options.rounds}, on the same instance`,
      },
      ...(await measureNumbers(full, accounts[1], hook, options)),
    ];
  } finally {
    await empty.stop();
    await full.stop();
  }
}

export async function measureEvents(options: Options): Promise<Row[]> {
  return [...(await measureDeliveries(options.seconds)), ...(await measureKept(options))];
}
