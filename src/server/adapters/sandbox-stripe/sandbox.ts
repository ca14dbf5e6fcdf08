// The payment provider of installations without Stripe: its API on a loopback port, in the form that Stripe's SDK speaks.
import { hkdfSync } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type ServerType } from '@hono/node-server';
import { DAY, MINUTE } from '#shared/time.ts';
import type { Db } from '../../db/open.ts';
import {
  blankSandboxCustomer,
  dropSandboxAnswers,
  listForgottenCustomers,
  listSandboxCustomers,
  lockSandbox,
} from '../../db/sandbox.ts';
import type { SandboxDesk } from '../../domain/billing/sandbox-desk.ts';
import type { Clock, Ids, Log } from '../../domain/ports.ts';
import { makeQueue } from '../../domain/queue.ts';
import { type Call, makeApi, type Transact } from './api.ts';
import { attemptDelivery, claimDelivery, type Deliver, type Delivery } from './deliveries.ts';
import { makeDesk } from './desk.ts';
import { catchUpCustomer } from './portal.ts';
import { Store } from './store.ts';

export type SandboxParts = {
  db: Db;
  clock: Clock;
  ids: Ids;
  log: Log;
  secretKey: string;
  publicUrl: string;
  /** What its API answers, where tests need more than the server does. */
  calls?: Record<string, Call>;
};

export type Sandbox = {
  apiKey: string;
  webhookSecret: string;
  /** Starts listening with the first call. @returns where its API is, for the SDK. */
  server(): Promise<{ host: string; port: number; protocol: 'http' }>;
  /** Sends its events to `deliver` from now on; null keeps them. */
  connect(deliver: Deliver | null): void;
  /** Each minute: does what time has brought about for every customer, and forgets the addresses of those who are gone. */
  catchUp(): Promise<void>;
  /** Runs work on its objects in one transaction; its events are sent after the commit. */
  transact: Transact;
  /** What its pages show and do. */
  desk: SandboxDesk;
  stop(): Promise<void>;
};

/** How long answers are kept under their idempotency key. */
const ANSWERS_LIFE = DAY;
/** When a customer whom nobody knows is one who is gone, and not one who is just being made. */
const FORGOTTEN = 10 * MINUTE;
/** How many are forgotten in a minute: for each, all events are searched. */
const FORGOTTEN_MAX = 20;

const secretOf = (secretKey: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secretKey, 'proofbell', purpose, 24)).toString('hex');

/** @param parts secretKey is the installation's: the sandbox's own secrets are derived from it. */
export function makeSandbox(parts: SandboxParts): Sandbox {
  const { db, clock, log } = parts;
  const apiKey = `sk_test_sandbox${secretOf(parts.secretKey, 'sandbox-api')}`;
  const webhookSecret = `whsec_${secretOf(parts.secretKey, 'sandbox-webhook')}`;
  let deliver: Deliver | null = null;
  const deliveryParts = { db, clock, log, webhookSecret, url: `${parts.publicUrl}/api/webhooks/stripe` };
  const queue = makeQueue<Delivery>(log, {
    failure: 'test payment events not delivered',
    claim: async () => (deliver ? claimDelivery(deliveryParts) : null),
    attempt: (delivery) =>
      attemptDelivery(deliveryParts, (request) => deliver?.(request) ?? new Response(null, { status: 503 }), delivery),
  });

  const transact: Transact = async (work) => {
    let emitted = 0;
    const result = await db.transaction().execute(async (tx) => {
      await lockSandbox(tx);
      const store = new Store(tx, parts);
      const done = await work(store);
      emitted = store.emitted;
      return done;
    });
    if (emitted > 0 && deliver) queue.wake();
    return result;
  };

  async function catchUp(): Promise<void> {
    for (const customer of await listSandboxCustomers(db, 'subscription')) {
      await transact((store) => catchUpCustomer(store, customer));
    }
    const ago = (ms: number) => new Date(clock.now() - ms).toISOString();
    for (const customer of await listForgottenCustomers(db, ago(FORGOTTEN), FORGOTTEN_MAX)) {
      await transact(({ db: tx }) => blankSandboxCustomer(tx, customer));
    }
    await dropSandboxAnswers(db, ago(ANSWERS_LIFE));
    if (deliver) queue.wake();
  }
  let server: ServerType | null = null;
  let listening: Promise<AddressInfo> | null = null;
  const listen = () =>
    new Promise<AddressInfo>((resolve, reject) => {
      server = createAdaptorServer({ fetch: makeApi(apiKey, transact, parts.calls).fetch });
      server.once('error', reject);
      server.listen(0, '127.0.0.1', () => {
        server?.unref();
        resolve(server?.address() as AddressInfo);
      });
    });

  return {
    apiKey,
    webhookSecret,
    transact,
    desk: makeDesk(transact),
    catchUp,
    async server() {
      listening ??= listen().catch((error: unknown) => {
        listening = null;
        throw error;
      });
      return { host: '127.0.0.1', port: (await listening).port, protocol: 'http' };
    },
    connect(to) {
      deliver = to;
      if (to) queue.wake();
    },
    async stop() {
      await queue.stop();
      const closing = server;
      if (closing) {
        if ('closeAllConnections' in closing) closing.closeAllConnections();
        await new Promise((resolve) => closing.close(resolve));
      }
    },
  };
}
