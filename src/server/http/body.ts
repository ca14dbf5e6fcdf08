// Bodies under /api: bounded, and read as one JSON object.
import type { Context as HonoContext, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { BODY_MAX_BYTES } from '#shared/limits.ts';
import { MESSAGES } from '#shared/messages.ts';
import type { Deps } from '../deps.ts';
import { DomainError, invalid } from '../domain/errors.ts';
import { drainBody } from './drain-body.ts';
import { refuse } from './error-response.ts';
import type { HttpEnv } from './request-context.ts';

/** Deeper nesting than any of our shapes has; a limit, because recursive readers run out of stack. */
const MAX_DEPTH = 32;
/** An answer is worth waiting for so many bytes; past that the connection is cut. */
const DRAIN_MAX_BYTES = 16 * 1024 * 1024;

/** Refuses bodies over 256 KiB with a 413 that the client can read. */
export function limitBody(deps: Deps): MiddlewareHandler<HttpEnv> {
  const limited = bodyLimit({
    maxSize: BODY_MAX_BYTES,
    async onError(c) {
      const { body } = c.req.raw;
      // When the client went away, nobody waits for the answer.
      if (body && !body.locked) await drainBody(body, DRAIN_MAX_BYTES).catch(() => {});
      return refuse(c as HonoContext<HttpEnv>, deps.log, 'too-large', MESSAGES.tooLarge);
    },
  });
  // Without a body there is nothing to measure, and asking for one makes the adapter build a whole Request.
  return (c, next) => (c.req.method === 'GET' || c.req.method === 'HEAD' ? next() : limited(c, next));
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (inString) {
      if (char === 92) i++;
      else if (char === 34) inString = false;
    } else if (char === 34) inString = true;
    else if (char === 123 || char === 91) deepest = Math.max(deepest, ++depth);
    else if (char === 125 || char === 93) depth--;
  }
  return deepest;
}

/**
 * @returns the request's JSON object; an empty body counts as `{}`.
 * @throws unsupported-type, validation naming `body`
 */
export async function readJsonObject(c: HonoContext<HttpEnv>): Promise<Record<string, unknown>> {
  const text = await c.req.text().catch(() => {
    // The client went away. Said here, because its ECONNRESET would pass for the database's: logged, and a 503.
    throw invalid('body', 'The request was not sent completely');
  });
  if (text.trim() === '') return {};
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(c.req.header('content-type') ?? '')) {
    throw new DomainError('unsupported-type', MESSAGES.unsupportedType);
  }
  return parseJsonObject(text);
}

/** @throws validation naming `body` */
export function parseJsonObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('body', 'Not valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid('body', 'Must be a JSON object');
  if (depthOf(text) > MAX_DEPTH) throw invalid('body', `Nested more than ${MAX_DEPTH} levels deep`);
  return value as Record<string, unknown>;
}
