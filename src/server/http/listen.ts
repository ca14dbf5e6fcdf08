// The HTTP server around the application: how long a client may take to send a request, and a stop that breaks no
// connection in use.
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerOptions,
  ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { serve } from '@hono/node-server';
import { isShortHost } from '#shared/embed/read-url.ts';
import { SECOND } from '#shared/time.ts';
import { shortenBroken } from './address.ts';
import type { Door } from './door.ts';
import { watchStalls } from './stalls.ts';

/** Milliseconds, but for `smallBody`. */
export type HttpBounds = {
  /** How long the head of a request may take. */
  head: number;
  /** How long a body may pause. */
  pause: number;
  /** How long `smallBody` bytes of a body may take, of a longer one on average. */
  body: number;
  smallBody: number;
  /** How often all of this is checked. */
  check: number;
  /** How long a connection may be idle between two requests. */
  idle: number;
  /** At a stop: how long an open connection must be silent to be closed without another answer. */
  silence: number;
  /** At a stop: when open connections are cut. */
  cut: number;
};

export const HTTP_BOUNDS: HttpBounds = {
  head: 15 * SECOND,
  pause: 15 * SECOND,
  body: 30 * SECOND,
  smallBody: 256 * 1024,
  check: SECOND,
  // Longer than the two minutes for which Caddy keeps its own idle connections, and nginx's one: whoever closes first while
  // the other begins to send resets the request, and a proxy may not repeat a POST.
  idle: 125 * SECOND,
  silence: SECOND / 2,
  cut: 5 * SECOND,
};

/** Requests of closed connections that are remembered until the next check. */
const CLOSED_MAX = 20;

/** How often a stop looks for silent connections. */
const STOP_CHECK = 50;

type Connection = {
  /** Its newest request, the response to that, and how many requests had come before on all connections. */
  request: IncomingMessage | null;
  response: ServerResponse | null;
  order: number;
  /** What had been received when that request began, and at the last check. */
  start: number;
  bytes: number;
  /** Milliseconds, in steps of checks: since that request began, and since the last byte. */
  age: number;
  silent: number;
};

export type Listener = {
  server: Server;
  port: number;
  /** Answers what was sent on open connections, the last time with `Connection: close`, and ends within `cut`. */
  stop(): Promise<void>;
};

type ListenOptions = {
  port: number;
  hostname: string;
  headers?: Record<string, string>;
  door?: Door;
  onStall?: Parameters<typeof watchStalls>[0];
  /** What the background worked at since the last call; asked once a `check`. */
  atWork?: () => string[];
};

/** What the server is called by, which the adapter reads as a URL before anybody else looks at it. */
const hostOf = ({ headers, url = '' }: IncomingMessage): string =>
  /^https?:\/\/([^/?#\\]*)/.exec(url)?.[1] ?? headers.host ?? '';

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined;

/**
 * @returns responses that begin with these headers. Not by setHeader: once there is a header, node checks and stores all
 * others one by one, a quarter of what a visitor's request costs.
 */
const responsesWith = (own: Record<string, string>) =>
  class extends ServerResponse {
    override writeHead(status: number, reason?: string | Headers, headers?: Headers): this {
      const given = typeof reason === 'object' ? reason : headers;
      const all = Array.isArray(given) ? [...Object.entries(own).flat(), ...given] : { ...own, ...given };
      return typeof reason === 'string' ? super.writeHead(status, reason, all) : super.writeHead(status, all);
    }
  };

/** As node's own, but refuses hosts that there can't be, and shortens addresses that nobody can decode. */
const createGuarded = (headers: Record<string, string>, door: Door | undefined) =>
  ((options: ServerOptions, handle: RequestListener) =>
    createServer({ ...options, ServerResponse: responsesWith(headers) }, (request, response) => {
      request.url = shortenBroken(request.url ?? '');
      if (door?.(request, response)) return;
      if (isShortHost(hostOf(request).replace(/:\d+$/, ''))) handle(request, response);
      else response.writeHead(400, { connection: 'close' }).end();
    })) as typeof createServer;

/**
 * Serves `fetch` on a port; 0 means any.
 * @param headers of every response, whoever makes it, in small letters, as the application writes its own. @param onStall as in watchStalls.
 * @returns when it is listening. @throws when it cannot, for example EADDRINUSE when the port is taken.
 */
export async function listen(
  fetch: Parameters<typeof serve>[0]['fetch'],
  { port, hostname, headers = {}, door, onStall, atWork = () => [] }: ListenOptions,
  bounds = HTTP_BOUNDS,
): Promise<Listener> {
  const serverOptions = {
    headersTimeout: bounds.head,
    connectionsCheckingInterval: bounds.check,
    keepAliveTimeout: bounds.idle,
  };
  const server = serve({ fetch, port, hostname, serverOptions, createServer: createGuarded(headers, door) }) as Server;
  const connections = new Map<Socket, Connection>();
  const stalls = onStall ? watchStalls(onStall) : null;
  let closed: Connection[] = [];
  let accepted = 0;
  let requests = 0;
  let isStopping = false;

  server.on('connection', (socket) => {
    accepted++;
    connections.set(socket, { request: null, response: null, order: 0, start: 0, bytes: 0, age: 0, silent: 0 });
    socket.once('close', () => {
      const connection = connections.get(socket);
      if (stalls && connection) closed = [connection, ...closed].slice(0, CLOSED_MAX);
      connections.delete(socket);
    });
  });
  // Before the application, which may respond at once.
  server.prependListener('request', (request, response) => {
    const connection = connections.get(request.socket);
    if (!connection) return;
    connection.request = request;
    connection.response = response;
    connection.order = requests++;
    connection.start = request.socket.bytesRead;
    connection.age = 0;
    connection.silent = 0;
    if (isStopping) closeAfter(response);
  });
  const refuse = makeRefusal(headers);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const response = connections.get(socket)?.response;
    const isBetween = !response?.headersSent || response.writableFinished;
    if (socket.writable && isBetween) refuse(socket, STATUS_OF_ERROR[error.code ?? ''] ?? 400);
    socket.destroy(error);
  });
  const watch = setInterval(() => {
    endSlow(connections, bounds, refuse);
    stalls?.look(() => recentOf([...closed, ...connections.values()]), atWork());
    closed = [];
  }, bounds.check).unref();

  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', reject);
  });

  return {
    server,
    port: (server.address() as AddressInfo).port,
    async stop() {
      isStopping = true;
      clearInterval(watch);
      stalls?.stop();
      for (const connection of connections.values()) {
        connection.silent = 0;
        if (connection.response) closeAfter(connection.response);
      }
      await acceptWaiting(() => accepted, bounds.silence);
      // Not http's own close(), which cuts idle connections at once: a request may be on its way on any of them.
      const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
      // After the events that are due, among them requests that have just arrived.
      const idle = setInterval(() => setImmediate(() => closeSilent(connections, bounds.silence)), STOP_CHECK);
      const cut = setTimeout(() => server.closeAllConnections(), bounds.cut);
      await closed;
      clearTimeout(cut);
      clearInterval(idle);
    },
  };
}

/**
 * Connections that wait to be accepted would be reset, and one is accepted a turn of the event loop.
 * @param accepted how many were. @param limit milliseconds, for new ones may come faster.
 */
async function acceptWaiting(accepted: () => number, limit: number): Promise<void> {
  const end = performance.now() + limit;
  let before = -1;
  while (accepted() !== before && performance.now() < end) {
    before = accepted();
    // The first turn may have begun before the last connection came.
    for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate);
  }
}

/** @returns the requests that came since the last check, or aren't answered yet; the newest first. */
const recentOf = (connections: Connection[]): IncomingMessage[] =>
  connections
    .filter(({ response, silent }) => silent === 0 || !response?.writableFinished)
    .sort((one, other) => other.order - one.order)
    .flatMap(({ request }) => request ?? []);

function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}

/** Brings a connection's times up to date, `ms` after the last check. */
function age(socket: Socket, connection: Connection, ms: number): void {
  connection.silent = socket.bytesRead === connection.bytes ? connection.silent + ms : 0;
  connection.bytes = socket.bytesRead;
  connection.age += ms;
}

/** As node itself responds to what is no request; any other error is a 400. */
const STATUS_OF_ERROR: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

type Refusal = (socket: Socket, status: number) => void;

/** @returns a function that writes a response without a body, for what never reaches the application. */
function makeRefusal(headers: Record<string, string>): Refusal {
  const all = Object.entries({ Connection: 'close', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return (socket, status) => {
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${all.join('')}\r\n`);
  };
}

function endSlow(
  connections: Map<Socket, Connection>,
  { check, pause, body, smallBody }: HttpBounds,
  refuse: Refusal,
): void {
  for (const [socket, connection] of connections) {
    const { request, response, start } = connection;
    age(socket, connection, check);
    if (!request || request.complete) continue;
    // What waits to be read is our own delay, not the client's.
    const isPausing = connection.silent >= pause && request.readableLength === 0;
    const wanted = request.readableLength === 0 ? (smallBody * connection.age) / body : smallBody;
    const isCrawling = connection.age >= body && socket.bytesRead - start <= wanted;
    if (!isPausing && !isCrawling) continue;
    if (!response?.headersSent) refuse(socket, 408);
    socket.destroy();
  }
}

function closeSilent(connections: Map<Socket, Connection>, silence: number): void {
  for (const [socket, connection] of connections) {
    const isAnswered = !connection.response || connection.response.writableFinished;
    age(socket, connection, STOP_CHECK);
    if (isAnswered && connection.silent >= silence) socket.destroy();
  }
}
