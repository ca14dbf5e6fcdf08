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

/** How long a failed delivery waits for the next attempt; it is given up after the last, as Stripe does after days. */
const PAUSES = [5 * SECOND, 30 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, DAY];
/** How long one attempt may take before another process may make it. */
const CLAIM = MINUTE;
const TIMEOUT = 20 * SECOND;

/** Takes a webhook: the whole HTTP request, answered as over the network. */
export type Deliver = (request: Request) => Response | Promise<Response>;

type DeliveryParts = { db: Db; clock: Clock; log: Log; webhookSecret: string; url: string };

/** @returns the header with which Stripe proves that a body is its own. @param now milliseconds. */
function signatureOf(body: string, secret: string, now: number): string {
  const time = Math.floor(now / 1000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}

async function attempt(parts: DeliveryParts, deliver: Deliver, eventId: string): Promise<string | null> {
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

/** Makes the oldest delivery that is due. @returns whether there was one. */
export async function deliverNext(parts: DeliveryParts, deliver: Deliver): Promise<boolean> {
  const { db, clock, log } = parts;
  const iso = (ms: number) => new Date(ms).toISOString();
  const claimed = await claimSandboxDelivery(db, iso(clock.now()), iso(clock.now() + CLAIM));
  if (!claimed) return false;
  const { eventId, attempt: count } = claimed;
  const fault = await attempt(parts, deliver, eventId).catch((error: unknown) => String(error));
  if (fault === null) await deleteSandboxDelivery(db, eventId);
  else {
    const pause = PAUSES[count - 1];
    await postponeSandboxDelivery(db, eventId, pause === undefined ? null : iso(clock.now() + pause), fault);
    log.warn({ event: eventId, attempt: count, fault }, 'test payment event not taken');
  }
  return true;
}
