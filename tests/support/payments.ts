// The application with the sandbox as its payment provider, which can be down, slow or mad, and whose messages are
// delivered when a test says so.
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { makeIds } from '#server/adapters/clock-ids.ts';
import { payCheckout } from '#server/adapters/sandbox-stripe/checkout.ts';
import { makeSandbox, type Sandbox } from '#server/adapters/sandbox-stripe/sandbox.ts';
import { makeStripe } from '#server/adapters/stripe/stripe.ts';
import { queueReads } from '#server/domain/billing/jobs.ts';
import type { Payments } from '#server/domain/billing/payments.ts';
import { startBuying } from '#server/domain/billing/prices.ts';
import type { TestCard } from '#server/domain/billing/sandbox-desk.ts';
import { makeJobs, type RunningJobs } from '#server/domain/jobs.ts';
import { parseEnv } from '#server/env.ts';
import { SECOND } from '#shared/time.ts';
import { makeTestApp, SECRET, type TestApp } from './app.ts';
import { deliverDue } from './sandbox-stripe.ts';

/** What happens to a call on its way to the provider: `lost` is done there, but its answer never arrives. */
type Fault = 'hang' | 'cut' | 'lost' | { status: number; body: string; headers?: Record<string, string> };

export type PaymentsStage = {
  app: TestApp;
  sandbox: Sandbox;
  payments: Payments;
  jobs: RunningJobs & { queueReads(): Promise<void> };
  /** Calls that reached the provider's door, such as `POST /v1/customers`. */
  calls: string[];
  /** From now on; null for none. @param when only for calls that it fits. */
  setFault(fault: Fault | null, when?: RegExp): void;
  /** Delivers the messages that are due. @returns how many deliveries were tried. */
  deliver(): Promise<number>;
  pay(checkoutId: string, card?: TestCard): Promise<void>;
  stop(): Promise<void>;
};

type Database = Parameters<typeof makeTestApp>[0];

/** Stripe's SDK makes a failed call again after half a second. */
export function skipRetryPause(): void {
  Stripe.prototype.getInitialNetworkRetryDelay = () => 0.01;
}

/**
 * @param environment overrides, as text. @param isSandboxAllowed whether anybody may buy.
 * @param timeout for a call, in milliseconds: long, because a busy machine may stand still; short where the provider hangs.
 */
export async function makePaymentsStage(
  database: Database,
  environment: Record<string, string> = {},
  isSandboxAllowed = true,
  timeout = 30_000,
): Promise<PaymentsStage> {
  skipRetryPause();
  const app = makeTestApp(database, environment);
  const { deps, clock } = app;
  const { publicUrl } = deps.config;
  const sandbox = makeSandbox({ db: deps.db, clock, ids: makeIds(clock), log: deps.log, secretKey: SECRET, publicUrl });
  const { webhookSecret } = sandbox;
  const deliveries = { db: deps.db, clock, log: deps.log, webhookSecret, url: `${publicUrl}/api/webhooks/stripe` };
  const door = await openDoor(await sandbox.server());
  const payments = makeStripe({
    secretKey: sandbox.apiKey,
    webhookSecret,
    priceIds: parseEnv({}).priceIds,
    mode: 'test',
    clock,
    server: async () => ({ host: '127.0.0.1', port: door.port, protocol: 'http' }),
    timeout,
  });
  const buying = startBuying({ payments, config: { publicUrl, isSandboxAllowed }, clock, log: deps.log });
  Object.assign(deps, { payments, billing: buying });
  const jobs = makeJobs(deps);
  return {
    app,
    sandbox,
    payments,
    jobs: { ...jobs, queueReads: () => queueReads(deps) },
    calls: door.calls,
    setFault: door.setFault,
    deliver: () => deliverDue(deliveries, (message) => app.handle(message)),
    async pay(checkoutId, card = 'pays') {
      await sandbox.transact((store) => payCheckout(store, checkoutId, card));
    },
    async stop() {
      await jobs.stop();
      await door.close();
      await sandbox.stop();
      await app.stop();
    },
  };
}

/** @returns the header with which Stripe proves that a message is its own. */
export function signedBy(secret: string, body: string, clock: { now(): number }): string {
  const time = Math.floor(clock.now() / SECOND);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}

async function openDoor({ host, port }: { host: string; port: number }) {
  const calls: string[] = [];
  let fault: Fault | null = null;
  let when: RegExp = /^/;
  const serve = (incoming: IncomingMessage, response: ServerResponse) => {
    const call = `${incoming.method} ${incoming.url?.split('?')[0]}`;
    calls.push(call);
    const current = when.test(call) ? fault : null;
    if (current === 'hang') return;
    if (current === 'cut') return incoming.socket.destroy();
    if (current !== null && current !== 'lost') {
      response.writeHead(current.status, { 'content-type': 'application/json', ...current.headers }).end(current.body);
      return;
    }
    const { method, url: path, headers } = incoming;
    const passed = request({ host, port, method, path, headers }, (answer) => {
      if (current === 'lost') {
        answer.resume().once('end', () => incoming.socket.destroy());
        return;
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => incoming.socket.destroy());
    incoming.pipe(passed);
  };
  const server: Server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    calls,
    port: (server.address() as AddressInfo).port,
    setFault(next: Fault | null, calledWhen = /^/) {
      fault = next;
      when = calledWhen;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
