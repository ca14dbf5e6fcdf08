// JSON and CSV answers of the REST surface. Headers are a plain record wherever possible: a Headers object costs the
// adapter a real Response, a tenth of the throughput of a short answer.
import type { Context as HonoContext } from 'hono';
import type { AnswerHeaders, HttpEnv } from './request-context.ts';

/** Headers that a procedure asked for while it ran. */
export type CollectedHeaders = AnswerHeaders & { entries: [name: string, value: string][] };

export function collectHeaders(): CollectedHeaders {
  const entries: CollectedHeaders['entries'] = [];
  return { entries, append: (name, value) => void entries.push([name, value]) };
}

/** On every answer, whatever its body. */
const common = (c: HonoContext<HttpEnv>) => ({
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-request-id': c.get('requestId') ?? '',
});

/** @param body to be sent as JSON; undefined for an answer without a body. */
export function jsonAnswer(
  c: HonoContext<HttpEnv>,
  status: number,
  body: unknown,
  collected: CollectedHeaders['entries'] = [],
): Response {
  const record: Record<string, string> = {
    ...common(c),
    ...(body !== undefined && { 'content-type': 'application/json; charset=UTF-8' }),
  };
  const text = body === undefined ? null : JSON.stringify(body);
  return new Response(text, { status, headers: collected.length === 0 ? record : withCollected(record, collected) });
}

/** @param file to be saved rather than shown; its name has only letters, digits, `-` and `.`. */
export function csvAnswer(
  c: HonoContext<HttpEnv>,
  file: { fileName: string; csv: string },
  collected: CollectedHeaders['entries'],
): Response {
  const record = {
    ...common(c),
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${file.fileName}"`,
  };
  return new Response(file.csv, { headers: withCollected(record, collected) });
}

/** Appends, never sets: of two cookies the first would be lost. */
function withCollected(record: Record<string, string>, collected: CollectedHeaders['entries']): Headers {
  const headers = new Headers(record);
  for (const [name, value] of collected) headers.append(name, value);
  return headers;
}
