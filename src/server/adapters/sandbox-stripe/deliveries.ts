// Sends events to the webhook of this installation, signed as Stripe signs them, until they are taken.
import { createHmac } from 'node:crypto';
import { DAY, HOUR, MINUTE, SECOND } from '#shared/time.ts';
import type { Db } from '../../db/open.ts';
import {
  claimSandboxDelivery,
  deleteSandboxDelivery,
  findSandboxObject,
  postponeSandboxDelivery,
} from '../../db/sandbox.ts';
import type { Clock, Log } from '../../domain/ports.ts';
import type { Settle } from '../../domain/queue.ts';

/** How long a failed delivery waits for the next attempt; it is given up after the last, as Stripe does after days. */
const PAUSES = [5 * SECOND, 30 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, DAY];
/** How long one attempt may take before another process may make it. */
const CLAIM = MINUTE;
const TIMEOUT = 20 * SECOND;

/** Takes a webhook: the whole HTTP request, answered as over the network. */
export type Deliver = (request: Request) => Response | Promise<Response>;

const iso = (ms: number) => new Date(ms).toISOString();

export type DeliveryParts = { db: Db; clock: Clock; log: Log; webhookSecret: string; url: string };

/** @returns the header with which Stripe proves that a body is its own. @param now milliseconds. */
function signatureOf(body: string, secret: string, now: number): string {
  const time = Math.floor(now / 1000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}

async function send(parts: DeliveryParts, deliver: Deliver, eventId: string): Promise<string | null> {
  const event = await findSandboxObject(parts.db, eventId);
  if (!event) return null;
  const body = JSON.stringify(event);
  const signature = signatureOf(body, parts.webhookSecret, parts.clock.now());
  const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature };
  const signal = AbortSignal.timeout(TIMEOUT);
  const request = new Request(parts.url, { method: 'POST', body, headers, signal });
  const late = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('no answer in time')));
  });
  const response = await Promise.race([deliver(request), late]);
  return response.ok ? null : `answered ${response.status}`;
}

/** `attempt` is which one this is. */
export type Delivery = { eventId: string; attempt: number };

/** @returns the oldest delivery that is due, claimed; null for none. */
export async function claimDelivery({ db, clock }: DeliveryParts): Promise<Delivery | null> {
  const now = clock.now();
  return (await claimSandboxDelivery(db, iso(now), iso(now + CLAIM))) ?? null;
}

/** Makes a delivery. @returns what writes what became of it. */
export async function attemptDelivery(parts: DeliveryParts, deliver: Deliver, delivery: Delivery): Promise<Settle> {
  const { db, clock, log } = parts;
  const { eventId, attempt } = delivery;
  const fault = await send(parts, deliver, eventId).catch((error: unknown) => String(error));
  if (fault === null) return () => deleteSandboxDelivery(db, eventId);
  log.warn({ event: eventId, attempt, fault }, 'test payment event not taken');
  const pause = PAUSES[attempt - 1];
  const next = pause === undefined ? null : iso(clock.now() + pause);
  return () => postponeSandboxDelivery(db, eventId, next, fault);
}
