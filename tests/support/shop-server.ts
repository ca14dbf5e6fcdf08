// The HTTP server of a shop that stands in for real ones, on the loopback interface, and what may go wrong with it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers a request whose body has come. */
export type Answering = (request: IncomingMessage, response: ServerResponse, body: string) => unknown;

/** @returns what splice takes for the item there; nothing for -1. */
const firstOf = (at: number): [number, number] => (at === -1 ? [0, 0] : [at, 1]);

/**
 * @param answer as the shop answers while nothing is wrong.
 * @returns its address, what was asked of it, and `fail`, which makes it answer otherwise: each fault once, in order.
 */
export async function startAnswering(answer: Answering) {
  const asked: string[] = [];
  const faults: { where: RegExp; answer: Answering }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      const what = `${request.method} ${request.url}`;
      asked.push(what);
      const [fault] = faults.splice(...firstOf(faults.findIndex(({ where }) => where.test(what))));
      (fault?.answer ?? answer)(request, response, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    port,
    /** Each request: its method and where it went. */
    asked,
    fail: (...next: Answering[]) => void faults.push(...next.map((one) => ({ where: /^/, answer: one }))),
    /** The same of a request of this kind. */
    failOn: (where: RegExp, ...next: Answering[]) => void faults.push(...next.map((one) => ({ where, answer: one }))),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers with a status. */
export const status =
  (code: number, headers: Record<string, string> = {}): Answering =>
  (_, response) =>
    response.writeHead(code, headers).end('{}');
