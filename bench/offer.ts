// Sends interactions at a fixed rate, as a variety of browsers would, and prints the results as one line of JSON.
// Latency counts from when a request was due, so that a server that stalls for a while cannot hide it.
import { setTimeout as pause } from 'node:timers/promises';
import { DEVICES, type Interaction } from '#shared/embed/payload.ts';
import { openLines } from './lines.ts';

export type Order = {
  url: string;
  token: string;
  notificationIds: string[];
  interactionsPerSecond: number;
  /** Seconds measured, after WARM_UP more that count in the sums only. */
  seconds: number;
};
/** What was acknowledged with 204; any other response ends the program with an error. Latencies in milliseconds. */
export type Offered = {
  requests: number;
  displays: number;
  clicks: number;
  dismissals: number;
  costs: number;
  /** Interactions acknowledged per second of measured time. */
  perSecond: number;
  p50: number;
  p99: number;
  slowest: number;
};

/** Real visitors have their own connections: with too few, requests would queue up before they reach the server. */
const CONNECTIONS = 256;
const WARM_UP = 3;
/** Below PAGES_PER_DAY, so that each page has its own row. */
const PAGES = 150;
const AGENTS = 400;

const order = JSON.parse(process.argv[2] ?? '') as Order;
const { host, port, pathname } = new URL(order.url);
const lines = await openLines(Number(port), CONNECTIONS);
const offered: Offered = {
  requests: 0,
  displays: 0,
  clicks: 0,
  dismissals: 0,
  costs: 0,
  perSecond: 0,
  p50: 0,
  p99: 0,
  slowest: 0,
};
const latencies: number[] = [];

const userAgent = (n: number) =>
  `Mozilla/5.0 (${n % 2 ? 'Windows NT 10.0; Win64; x64' : `Linux; Android ${n % 9}`}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${100 + (n % 50)}.0.${n % AGENTS}.0 ${n % 2 ? '' : 'Mobile '}Safari/537.36`;

/** @returns the nth visitor's interactions: one or two, and now and then a cost report. */
function interactionsOf(n: number): Interaction[] {
  const seen = { page: `/products/${(n * 31) % PAGES}`, device: DEVICES[n % DEVICES.length] ?? 'desktop' };
  const notification = (i: number) => order.notificationIds[(n * 7 + i) % order.notificationIds.length] ?? '';
  const first: Interaction = { type: 'display', notificationId: notification(0), ...seen };
  if (n % 100 === 0) return [first, { type: 'cost', bytes: 9_000 + (n % 977), requests: 2, time: (n % 641) / 10 }];
  if (n % 25 === 0) return [first, { type: 'dismiss', notificationId: notification(0), ...seen }];
  if (n % 10 === 0) return [first, { type: 'click', notificationId: notification(0), ...seen }];
  return n % 2 === 0 ? [first] : [first, { type: 'display', notificationId: notification(1), ...seen }];
}

const FIELD = { display: 'displays', click: 'clicks', dismiss: 'dismissals', cost: 'costs' } as const;

async function send(n: number, interactions: Interaction[], due: number, isMeasured: boolean): Promise<void> {
  const body = JSON.stringify({ token: order.token, events: interactions });
  const head = [
    `POST ${pathname} HTTP/1.1`,
    `host: ${host}`,
    'content-type: text/plain',
    `content-length: ${body.length}`,
    `user-agent: ${userAgent(n)}`,
    'origin: https://shop.example',
  ];
  const status = await lines.send(`${head.join('\r\n')}\r\n\r\n${body}`);
  if (status !== 204) throw new Error(`answered ${status}`);
  offered.requests++;
  for (const { type } of interactions) if (type in FIELD) offered[FIELD[type as keyof typeof FIELD]]++;
  if (isMeasured) latencies.push(performance.now() - due);
}

const pending: Promise<void>[] = [];
const start = performance.now();
const measureFrom = start + WARM_UP * 1000;
const end = measureFrom + order.seconds * 1000;
let sent = 0;
for (let due = start; due < end; due = start + (sent / order.interactionsPerSecond) * 1000) {
  while (due > performance.now()) await pause(1);
  const batch = interactionsOf(pending.length);
  pending.push(send(pending.length, batch, due, due >= measureFrom));
  sent += batch.length;
}
await Promise.all(pending);
lines.close();

latencies.sort((a, b) => a - b);
const at = (share: number) =>
  latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? Number.NaN;
const took = (performance.now() - start) / 1000;
console.log(JSON.stringify({ ...offered, perSecond: sent / took, p50: at(0.5), p99: at(0.99), slowest: at(1) }));
