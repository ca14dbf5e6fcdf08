// The embed path on a test's database: a clock that stands still until the test moves it, rows like those made by the
// owner's screens, and log lines for tests that expect some.

import type { Hono } from 'hono';
import pino from 'pino';
import { expect } from 'vitest';
import { toJson } from '#server/db/codecs.ts';
import type { Database, Db } from '#server/db/open.ts';
import type { NotificationsTable } from '#server/db/schema.ts';
import type { Embed } from '#server/embed/embed.ts';
import type { EmbedDeps } from '#server/embed/routes.ts';
import type { HttpEnv } from '#server/http/request-context.ts';
import { mountEmbed } from './embed-parts.ts';

export { TEXTS } from './embed-parts.ts';

/** Ten minutes into a token window, and into an hour everywhere except in half-hour time zones. */
export const NOW = Date.parse('2026-03-10T12:10:00.000Z');
export const SITE = '01890000-0000-7000-8000-00000000000a';
export const WIDGET = '01890000-0000-7000-8000-00000000000b';
/** Another site of the same owner, with its widget. */
export const OTHER = '01890000-0000-7000-8000-0000000000f0';
export const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
/** The connection that requests without a socket appear to use. */
export const CONNECTION = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };
const OWNER = '01890000-0000-7000-8000-00000000000c';

export type TestClock = { now(): number; set(to: number): void; add(ms: number): void };

export function testClock(start = NOW): TestClock {
  let now = start;
  return {
    now: () => now,
    set(to) {
      now = to;
    },
    add(ms) {
      now += ms;
    },
  };
}

/** @returns a logger and its lines, newest last. */
export function memoryLog(): { log: pino.Logger; lines: { level: number; msg: string }[] } {
  const lines: { level: number; msg: string }[] = [];
  return { log: pino({ base: null }, { write: (line: string) => lines.push(JSON.parse(line)) }), lines };
}

export type SiteSeed = { id?: string; widgetId?: string; domains?: string[]; timezone?: string; settings?: object };

/** Stores a site with its widget, and the owner if there is none yet. */
export async function seedSite(db: Db, seed: SiteSeed = {}): Promise<{ siteId: string; widgetId: string }> {
  const at = new Date(NOW).toISOString();
  const dates = { created_at: at, updated_at: at };
  const { id = SITE, widgetId = WIDGET, domains = [], timezone = 'UTC', settings = {} } = seed;
  await db
    .insertInto('users')
    .values({ id: OWNER, email: 'owner@shop.example', email_lower: 'owner@shop.example', ...dates })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  await db
    .insertInto('sites')
    .values({ id, owner_id: OWNER, name: 'Shop', slug: `s-${id}`, domains: toJson(domains), timezone, ...dates })
    .execute();
  await db
    .insertInto('widgets')
    .values({ id: widgetId, site_id: id, name: 'Widget', type: 'social-proof', settings: toJson(settings), ...dates })
    .execute();
  return { siteId: id, widgetId };
}

/** Stores a notification for the site. */
export async function seedNotification(db: Db, id: string, more: Partial<NotificationsTable> = {}): Promise<void> {
  const at = new Date(NOW).toISOString();
  const base = {
    site_id: SITE,
    widget_id: WIDGET,
    type: 'purchase',
    message: `Notification ${id}`,
    status: 'active',
  } as const;
  const rest = { timestamp: at, source: 'manual', metadata: toJson({}), position: 0, created_at: at, updated_at: at };
  await db
    .insertInto('notifications')
    .values({ id, ...base, ...rest, ...more } as never)
    .execute();
}

/**
 * Stores the site with notifications 'a' and 'b', and OTHER (the id of both site and widget) with notification
 * 'foreign'.
 */
export async function seedTwoSites(db: Db): Promise<void> {
  await seedSite(db);
  await seedSite(db, { id: OTHER, widgetId: OTHER });
  for (const id of ['a', 'b']) await seedNotification(db, id);
  await seedNotification(db, 'foreign', { site_id: OTHER, widget_id: OTHER });
}

export type EmbedHarness = {
  app: Hono<HttpEnv>;
  embed: Embed;
  clock: TestClock;
  lines: { level: number; msg: string }[];
  /** A valid token for the site at the clock's time. */
  token(siteId?: string): string;
  /** Sends a body like a visitor's browser, as JSON unless it is already text. */
  post(body: unknown, init?: { siteId?: string; headers?: Record<string, string> }): Promise<Response>;
};

/** Starts the embed path on the database. Stop it before closing the database. */
export function startEmbed(
  database: Database,
  more: { config?: Partial<EmbedDeps['config']>; clock?: TestClock; widgets?: string } = {},
): EmbedHarness {
  const clock = more.clock ?? testClock();
  const { log, lines } = memoryLog();
  const secret = 'a secret key for tests, 32 bytes or more';
  const widgetFolder = more.widgets ?? '/nowhere';
  // Sightings are written when a test says so.
  const config = { interactionRateLimit: 600, tick: 60_000, widgetFolder, ...more.config };
  const { app, embed, tokens } = mountEmbed(database, { secret, clock, log, config });
  return {
    app,
    embed,
    clock,
    lines,
    token: (siteId = SITE) => tokens.signEmbed(siteId, clock.now()),
    async post(body, { siteId = SITE, headers = {} } = {}) {
      const request = {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'text/plain', 'user-agent': BROWSER, ...headers },
      };
      return app.request(`/api/embed/${siteId}/events`, request, CONNECTION);
    },
  };
}

/** Expects a refusal with our error body, readable by any page and uncacheable. */
export async function expectRefusal(answer: Response, status: number, code: string, fields?: string[]): Promise<void> {
  const body = await answer.json();
  expect([answer.status, body.code]).toEqual([status, code]);
  expect(body.requestId).toMatch(/./);
  expect(body.message).toMatch(/./);
  if (fields) expect(body.errors.map((issue: { field: string }) => issue.field)).toEqual(fields);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('cache-control')).toBe('no-store');
}
