// Rows of the REST surface that aren't procedures, because they return more than JSON or must be fast. Mounting,
// OpenAPI and the contract test are all derived from them.
import type { Handler, Hono } from 'hono';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { readHealth } from '../domain/health.ts';
import { csrfToken } from './csrf.ts';
import type { HttpEnv } from './request-context.ts';
import type { Method } from './rest-row.ts';
import { receiveWebhook } from './webhooks.ts';

/** A handler and where it is mounted, in Hono's notation. */
export type Route<D> = {
  method: Method | 'OPTIONS';
  paths: string[];
  /** Called once, when the route is mounted. */
  handler: (deps: D) => Handler<HttpEnv>;
};

export type PlainRow<D = Deps> = {
  method: Method;
  /** Below /api, with `{name}` for parameters. */
  path: string;
  summary: string;
  /** Query parameters, all text. */
  query?: string[];
  request?: z.ZodType;
  /** The type of the request's body; text/plain unless given. */
  accepts?: string;
  /** Only for owners and their keys; public unless given. */
  isForOwners?: true;
  /** The shape of the body on success; none for 204 and redirects. */
  response?: z.ZodType;
  /** Of the response; JSON unless given. */
  contentType?: string;
  /** 200 unless given. */
  status?: 201 | 204 | 302;
  /** Called once, when the row is mounted. */
  handler: (deps: D) => Handler<HttpEnv>;
};

type HonoPath<S extends string> = S extends `${infer Head}{${infer Name}}${infer Rest}`
  ? `${Head}:${Name}${HonoPath<Rest>}`
  : S;

/** Types a row: its handler may read only the parameters in its path. */
export function plainRow<const S extends string, D>(
  row: Omit<PlainRow<D>, 'path' | 'handler'> & { path: S; handler: (deps: D) => Handler<HttpEnv, HonoPath<S>> },
): PlainRow<D> {
  return row as PlainRow<D>;
}

/** @returns a row's path in Hono's notation. */
export const honoPath = (path: string): string => `/api${path.replace(/\{(\w+)\}/g, ':$1')}`;

/** @param rows with their paths below /api. @returns whether a path is one of theirs, for any method, or a procedure's. */
export function makePathTest(rows: readonly { path: string }[]): (path: string) => boolean {
  const patterns = rows.map(({ path }) => new RegExp(`^/api${path.replace(/\{\w+\}/g, '[^/]+')}$`));
  return (path) => path.startsWith('/api/trpc/') || patterns.some((pattern) => pattern.test(path));
}

export function mountRoutes<D>(app: Hono<HttpEnv>, deps: D, routes: readonly Route<D>[]): void {
  for (const { method, paths, handler } of routes) app.on(method, paths, handler(deps));
}

export function mountPlainRows<D>(app: Hono<HttpEnv>, deps: D, rows: readonly PlainRow<D>[]): void {
  for (const { method, path, handler } of rows) app.on(method, honoPath(path), handler(deps));
}

export const PLAIN_ROWS: readonly PlainRow[] = [
  plainRow({
    method: 'GET',
    path: '/csrf-token',
    summary: 'A token for the X-CSRF-Token header, bound to the cookies sent with it',
    response: z.object({ csrfToken: z.string() }),
    handler: (deps: Deps) => (c) => csrfToken(c, deps),
  }),
  plainRow({
    method: 'GET',
    path: '/health',
    summary: 'Whether the service and its database respond (503 if not)',
    response: z.object({
      status: z.enum(['ok', 'degraded']),
      version: z.string(),
      database: z.enum(['ok', 'unavailable']),
      reason: z.string().optional(),
    }),
    handler: (deps: Deps) => async (c) => {
      const { status, ...health } = await readHealth(deps);
      const body = { status, version: deps.config.version, ...health };
      return c.json(body, status === 'ok' ? 200 : 503, { 'cache-control': 'no-store' });
    },
  }),
  plainRow({
    method: 'POST',
    path: '/webhooks/stripe',
    summary: 'For the payment provider: an event, signed in the Stripe-Signature header. Each is handled once',
    request: z.looseObject({ id: z.string(), type: z.string() }),
    response: z.object({ received: z.literal(true) }),
    handler: receiveWebhook,
  }),
  plainRow({
    method: 'GET',
    path: '/auth/verify-email',
    summary: 'For verification links of earlier versions; redirects to the page that asks to confirm',
    query: ['code'],
    status: 302,
    // Until a day after the update, when the last of those links has expired.
    handler: () => (c) => {
      c.header('cache-control', 'no-store');
      c.header('referrer-policy', 'no-referrer');
      return c.redirect(`/verify-email?${new URLSearchParams({ code: c.req.query('code') ?? '' })}`);
    },
  }),
];
