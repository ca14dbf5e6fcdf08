// A stand-in for the backend of the embed tag: serves the built widget and a payload, and records the events.
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { behaviorChanges } from '#shared/embed/compact.ts';
import { compileRules } from '#shared/embed/compile-rules.ts';
import { DEFAULT_APPEARANCE, DEFAULT_BEHAVIOR, DEFAULT_RULES } from '#shared/embed/defaults.ts';
import type {
  Appearance,
  Behavior,
  CompactPayload,
  EmbedNotification,
  Interaction,
  InteractionBatch,
} from '#shared/embed/payload.ts';
import type { Rules } from '#shared/embed/rule-types.ts';
import { styleOf } from '#shared/embed/style.ts';
import { wordsOf } from '#shared/embed/widget-words.ts';

export type Answer = {
  status: number;
  type?: string;
  body: string;
  headers?: Record<string, string>;
  /** What the first byte waits for. */
  after?: Promise<unknown>;
  /** The body comes, its end does not. */
  isEndless?: boolean;
};

export type WidgetBackend = {
  origin: string;
  /** What the payload's address answers; `null` cuts the connection. */
  answer: Answer | null;
  /** What single sites answer instead, by site id. */
  answers: Map<string, Answer>;
  /** Events in the order of arrival, and how many requests brought them. */
  events: Interaction[];
  requests: string[];
  /** Paths of scripts that are answered 404. */
  missing: Set<string>;
  close(): Promise<void>;
};

/** When the pages of the tests are: a Tuesday morning, far from midnight, from a month's end and from a change of clocks. */
export const NOW = Date.parse('2026-05-05T10:17:30Z');

/** Other origins may read the answers, and learn what they cost: as the server says. */
const OPEN = { 'access-control-allow-origin': '*', 'timing-allow-origin': '*' };
const SCRIPT = /^\/widget[-\w]*\.js$/;

/** A red square of 2 by 2 pixels. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==',
  'base64',
);

const readBody = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
};

/** @returns a running backend on a free port; it answers 404 until `answer` is set. */
export async function startWidgetBackend(): Promise<WidgetBackend> {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://any').pathname;
    backend.requests.push(`${request.method} ${path}`);
    const send = (status: number, type: string, body: string | Buffer) =>
      response.writeHead(status, { 'content-type': type, ...OPEN }).end(body);
    if (backend.missing.has(path)) return send(404, 'text/plain', 'not here');
    if (SCRIPT.test(path)) return send(200, 'text/javascript', readFileSync(`dist/widget${path}`));
    if (path === '/photo.png') return send(200, 'image/png', PNG);
    if (request.method === 'POST') {
      const { token, events } = JSON.parse(await readBody(request)) as InteractionBatch;
      if (token === 'the-token') backend.events.push(...events);
      return response.writeHead(204, OPEN).end();
    }
    if (!path.startsWith('/api/embed/')) return send(404, 'text/plain', 'not here');
    const answer = backend.answers.get(decodeURIComponent(path.slice('/api/embed/'.length))) ?? backend.answer;
    if (!answer) return request.socket.destroy();
    const { status, type = 'application/json', body, headers, after, isEndless } = answer;
    await after;
    if (request.destroyed) return;
    response.writeHead(status, { 'content-type': type, ...OPEN, ...headers });
    if (isEndless) response.write(body);
    else response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const backend: WidgetBackend = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: { status: 404, body: '{}' },
    answers: new Map(),
    events: [],
    requests: [],
    missing: new Set(),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return backend;
}

export const notification = (id: string, more: Partial<EmbedNotification> = {}): EmbedNotification => ({
  id,
  type: 'purchase',
  title: 'Ana from Lisbon',
  message: 'bought the Oak Desk',
  timestamp: new Date(NOW - 2 * 3_600_000).toISOString(),
  ...more,
});

export type PayloadParts = {
  notifications?: EmbedNotification[];
  timing?: Partial<Behavior['timing']>;
  interaction?: Partial<Behavior['interaction']>;
  /** Of the animation. */
  speed?: string;
  appearance?: Partial<Appearance>;
  rules?: Rules;
  behavior?: Partial<Omit<Behavior, 'timing' | 'interaction'>>;
  /** Of the site. */
  timezone?: string;
};

/** @returns a good answer: the specification's defaults, but quick and exact unless said otherwise. */
export function payload({
  notifications = [notification('n1')],
  timing,
  interaction,
  behavior,
  speed = '300ms',
  appearance,
  rules = DEFAULT_RULES,
  timezone = 'UTC',
}: PayloadParts = {}): Answer {
  const look = { ...DEFAULT_APPEARANCE, animations: { ...DEFAULT_APPEARANCE.animations, speed }, ...appearance };
  const conduct = {
    ...DEFAULT_BEHAVIOR,
    ...behavior,
    timing: { initialDelay: 0, displayDuration: 60, timeBetween: 0.2, randomizeTiming: false, ...timing },
    interaction: { ...DEFAULT_BEHAVIOR.interaction, ...interaction },
  };
  const changes = behaviorChanges(conduct);
  const words = wordsOf(conduct.language, true, true);
  const value: CompactPayload = {
    v: 2,
    token: 'the-token',
    site: { timezone },
    widget: {
      ...(changes && { behavior: changes }),
      ...(rules.conditions.length > 0 && { rules: compileRules(rules) }),
      style: styleOf(look, conduct, notifications),
      ...(words && { words }),
    },
    notifications,
  };
  return { status: 200, body: JSON.stringify(value) };
}
