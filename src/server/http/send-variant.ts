// Answers with ready bytes in the encoding the browser likes, or with 304 when it has them.
import type { Context } from 'hono';
import type { Variants } from '../domain/variants.ts';
import { OPEN } from './embed-answers.ts';
import { isNoneMatch, makeNegotiator } from './encoding.ts';

/** @returns a function that answers a request; `vary` is the whole Vary header. */
export function makeVariantSender(
  contentType: string,
): (c: Context, variants: Variants, cacheControl: string, vary: string) => Response {
  const negotiate = makeNegotiator();
  return (c, variants, cacheControl, vary) => {
    const encoding = negotiate(c.req.header('accept-encoding'));
    const { bytes, etag } = variants[encoding];
    const headers: Record<string, string> = { ...OPEN, ETag: etag, 'Cache-Control': cacheControl, Vary: vary };
    if (isNoneMatch(c.req.header('if-none-match'), etag)) return new Response(null, { status: 304, headers });
    headers['Content-Type'] = contentType;
    if (encoding !== 'identity') headers['Content-Encoding'] = encoding;
    // Not by Hono's helpers: they copy the headers into a Headers object, which costs a good part of the throughput.
    return new Response(bytes, { headers });
  };
}
