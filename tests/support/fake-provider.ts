// A server in the place of Stripe that answers whatever a test wants, and remembers what it was asked.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { makeStripe } from '#server/adapters/stripe/stripe.ts';
import type { Payments } from '#server/domain/billing/payments.ts';
import { parseEnv } from '#server/env.ts';
import { makeClock } from './app.ts';
import { skipRetryPause } from './payments.ts';

export type Asked = { method: string; path: string; body: string; headers: IncomingMessage['headers'] };
/** A status with a JSON body, or a function that does as it likes with the response. */
export type Answer =
  | { status: number; body: unknown; headers?: Record<string, string> }
  | ((response: ServerResponse) => void);

/** The secrets that no message may contain. */
export const SECRET_KEY = 'sk_test_51TheSecretOfTheTest';
export const WEBHOOK_SECRET = 'whsec_TheOtherSecretOfTheTest';

export type FakeProvider = { payments: Payments; port: number; asked: Asked[]; stop(): Promise<void> };

/** @param answer to each request. @param timeout of the adapter, in milliseconds. */
export async function startFakeProvider(answer: (asked: Asked) => Answer, timeout = 3_000): Promise<FakeProvider> {
  skipRetryPause();
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method = '', url = '', headers } = request;
    const one: Asked = { method, path: url, body, headers };
    asked.push(one);
    const reply = answer(one);
    if (typeof reply === 'function') return reply(response);
    const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address !== 'object') throw new Error('no port');
  const { port } = address;
  const payments = makeStripe({
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    priceIds: parseEnv({}).priceIds,
    mode: 'live',
    clock: makeClock(),
    server: async () => ({ host: '127.0.0.1', port, protocol: 'http' }),
    timeout,
  });
  return {
    payments,
    port,
    asked,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
