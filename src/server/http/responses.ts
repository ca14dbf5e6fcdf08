// JSON and CSV responses of the REST surface. Headers are a plain record wherever possible: with a Headers object the
// adapter has to create a real Response, which costs short responses a tenth of their throughput.
import type { Context as HonoContext } from 'hono';
import { nextTurn } from '../turns.ts';
import type { HttpEnv, ResponseHeaders } from './request-context.ts';

/** Headers that a procedure set while it ran. */
export type CollectedHeaders = ResponseHeaders & { entries: [name: string, value: string][] };

export function collectHeaders(): CollectedHeaders {
  const entries: CollectedHeaders['entries'] = [];
  return { entries, append: (name, value) => void entries.push([name, value]) };
}

/** On every response, whatever its body. */
const common = (c: HonoContext<HttpEnv>) => ({
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-request-id': c.get('requestId') ?? '',
});

/** Items of a list that become text in one turn: with as much in them as there may be, half a megabyte. */
const SLICE = 50;

const isLong = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > SLICE;

/** @returns an answer's JSON; a long list becomes text in turns, if it is the answer or one of its fields. */
export async function toJson(body: unknown): Promise<string> {
  if (isLong(body)) {
    const pieces: string[] = [];
    for (let at = 0; at < body.length; at += SLICE) {
      pieces.push(JSON.stringify(body.slice(at, at + SLICE)).slice(1, -1));
      await nextTurn();
    }
    return `[${pieces.join()}]`;
  }
  const fields = Object.entries(Array.isArray(body) ? {} : (body ?? {}));
  if (!fields.some(([, value]) => isLong(value))) return JSON.stringify(body);
  const texts: string[] = [];
  for (const [key, value] of fields) {
    if (value !== undefined) texts.push(`${JSON.stringify(key)}:${await toJson(value)}`);
  }
  return `{${texts.join()}}`;
}

/** @param body to send as JSON; undefined for a response without a body. */
export const jsonResponse = (
  c: HonoContext<HttpEnv>,
  status: number,
  body: unknown,
  collected: CollectedHeaders['entries'] = [],
): Response => textResponse(c, status, body === undefined ? undefined : JSON.stringify(body), collected);

/** The same with the JSON as text. */
export function textResponse(
  c: HonoContext<HttpEnv>,
  status: number,
  text: string | undefined,
  collected: CollectedHeaders['entries'] = [],
): Response {
  const record: Record<string, string> = {
    ...common(c),
    ...(text !== undefined && { 'content-type': 'application/json; charset=UTF-8' }),
  };
  return new Response(text ?? null, {
    status,
    headers: collected.length === 0 ? record : withCollected(record, collected),
  });
}

/** @param file to download rather than show; its name has only letters, digits, `-` and `.`. */
export function csvResponse(
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

/** Appends, because setting a second cookie would discard the first. */
function withCollected(record: Record<string, string>, collected: CollectedHeaders['entries']): Headers {
  const headers = new Headers(record);
  for (const [name, value] of collected) headers.append(name, value);
  return headers;
}
