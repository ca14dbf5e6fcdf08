// A way past the router and the adapter for the two calls that take nearly all of the traffic: node's own request goes to a
// route's handler, and its answer to node's own response. The handler is the one that Hono calls, so that every check is the
// same; a request that is in any way unusual goes to Hono.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context, Handler, Hono } from 'hono';
import { INTERACTIONS_MAX_BYTES } from '#shared/limits.ts';
import type { HttpEnv } from './request-context.ts';

/** What a handler behind the door may use of Hono's context. */
export type Asked = {
  env: { incoming: Pick<IncomingMessage, 'socket'> };
  req: {
    header(name: string): string | undefined;
    query(name: string): string | undefined;
    text(): Promise<string>;
  };
  body: {
    (bytes: Uint8Array<ArrayBuffer>, status: 200, headers: Record<string, string>): Response;
    (bytes: null, status: 204 | 304, headers: Record<string, string>): Response;
  };
};

/** @returns whether it answers the request. */
export type Door = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

const PATH = /^\/api\/embed\/([\w-]{1,64})(\/events)?(?:\?([\w=&-]*))?$/;
/** As nearly all are. Of any other, the adapter knows whether there can be such a host. */
const HOST = /^[a-z\d.-]{1,63}(?::[1-5]\d{3,4})?$/;

const decoder = new TextDecoder();

/**
 * Begins to read at once: a page that is left may send a whole report and end the connection, and what nobody reads by then
 * is lost. @throws when the client disconnects before
 */
function readText(incoming: IncomingMessage): Promise<string> {
  const text = new Promise<string>((resolve, reject) => {
    const chunks: Buffer[] = [];
    incoming
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .once('end', () => resolve(decoder.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))))
      .once('error', reject);
  });
  // Whoever is refused for something else is never asked for it.
  text.catch(() => {});
  return text;
}

/** Stands for an answer that `body` has sent. */
const SENT = new Response();

function standIn(incoming: IncomingMessage, outgoing: ServerResponse, siteId: string, query: string): Context {
  const { headers, method } = incoming;
  const text = method === 'POST' ? readText(incoming) : undefined;
  let requestId: unknown;
  let parameters: URLSearchParams | undefined;
  const asked = {
    env: { incoming },
    req: {
      method,
      header: (name: string) => headers[name],
      query(name: string) {
        parameters ??= new URLSearchParams(query);
        return parameters.get(name) ?? undefined;
      },
      param: () => siteId,
      text: () => text,
    },
    body(bytes: Uint8Array | null, status: number, own: Record<string, string>) {
      if (bytes) own['Content-Length'] = String(bytes.length);
      outgoing.writeHead(status, own).end(bytes);
      return SENT;
    },
    get: () => requestId,
    set(_name: string, value: unknown) {
      requestId = value;
    },
  };
  return asked as unknown as Context;
}

/** Sends a refusal. */
async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  const text = await response.text();
  const length = { 'content-length': Buffer.byteLength(text) };
  outgoing.writeHead(response.status, { ...Object.fromEntries(response.headers), ...length }).end(text);
}

/** @param app whose handlers they are: of `/api/embed/:siteId` and its `/events`. They answer what they throw themselves. */
export function makeDoor({ routes }: Pick<Hono<HttpEnv>, 'routes'>): Door {
  const handlerOf = (method: string, path: string) =>
    routes.find((route) => route.method === method && route.path === path)?.handler as Handler;
  const show = handlerOf('GET', '/api/embed/:siteId');
  const report = handlerOf('POST', '/api/embed/:siteId/events');
  const next = async () => {};
  return (incoming, outgoing) => {
    const { method, url = '', headers } = incoming;
    const [, siteId, events, query = ''] = PATH.exec(url) ?? [];
    if (siteId === undefined || !HOST.test(headers.host ?? '') || headers['transfer-encoding']) return false;
    const length = headers['content-length'];
    const isShow = method === 'GET' && !events && length === undefined;
    const isSmall = Number(length) <= INTERACTIONS_MAX_BYTES && headers['content-encoding'] === undefined;
    const isReport = method === 'POST' && events !== undefined && isSmall;
    if (!isShow && !isReport) return false;
    const asked = standIn(incoming, outgoing, siteId, query);
    const finish = (response: Response) => (response === SENT ? undefined : send(response, outgoing));
    const answer = (isShow ? show : report)(asked, next) as Response | Promise<Response>;
    if (answer instanceof Promise) void answer.then(finish);
    else void finish(answer);
    return true;
  };
}
