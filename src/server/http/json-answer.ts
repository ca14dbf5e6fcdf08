// JSON answers of the REST surface. Headers are given as a plain record wherever possible: a Headers object costs the
// adapter a real Response, a tenth of the throughput of a short answer.
import type { Context as HonoContext } from 'hono';
import type { AnswerHeaders } from '../trpc/context.ts';
import type { HttpEnv } from './request-context.ts';

/** Headers that a procedure asked for while it ran. */
export type CollectedHeaders = AnswerHeaders & { entries: [name: string, value: string][] };

export function collectHeaders(): CollectedHeaders {
  const entries: CollectedHeaders['entries'] = [];
  return { entries, append: (name, value) => void entries.push([name, value]) };
}

/** @param body what JSON is made of; undefined is an answer without a body. */
export function jsonAnswer(
  c: HonoContext<HttpEnv>,
  status: number,
  body: unknown,
  collected: CollectedHeaders['entries'] = [],
): Response {
  const record: Record<string, string> = {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': c.get('requestId') ?? '',
    ...(body !== undefined && { 'content-type': 'application/json; charset=UTF-8' }),
  };
  const text = body === undefined ? null : JSON.stringify(body);
  if (collected.length === 0) return new Response(text, { status, headers: record });
  const headers = new Headers(record);
  // Appended, never set: of two cookies the first would be lost.
  for (const [name, value] of collected) headers.append(name, value);
  return new Response(text, { status, headers });
}
