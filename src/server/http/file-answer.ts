// CSV files of the REST surface, to be saved rather than shown.
import type { Context as HonoContext } from 'hono';
import type { CollectedHeaders } from './json-answer.ts';
import type { HttpEnv } from './request-context.ts';

/** @param file its name has no characters but letters, digits, `-` and `.`. */
export function csvAnswer(
  c: HonoContext<HttpEnv>,
  file: { fileName: string; csv: string },
  collected: CollectedHeaders['entries'],
): Response {
  const headers = new Headers({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': c.get('requestId') ?? '',
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${file.fileName}"`,
  });
  for (const [name, value] of collected) headers.append(name, value);
  return new Response(file.csv, { headers });
}
