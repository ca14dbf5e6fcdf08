// One file in every encoding that browsers support: compressed once, kept in memory, and sent in the browser's
// preferred encoding, or not at all when the browser already has it.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Asked } from '../http/door.ts';
import { type Encoding, isNoneMatch, makeNegotiator } from '../http/encoding.ts';
import { OPEN } from './cors.ts';

/** The bytes in one encoding, with their own ETag. */
type Variant = { bytes: Uint8Array<ArrayBuffer>; etag: string };
export type Variants = Record<Encoding, Variant>;
/** In UTF-8, if it is already bytes. */
type Text = string | Uint8Array<ArrayBuffer>;

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/**
 * @param tag identifies the text, without quotes; each encoding's ETag is derived from it.
 * @param copies of the text, already compressed.
 */
export const toVariants = (text: Text, tag: string, copies: { br: Buffer; gzip: Buffer }): Variants => ({
  br: { bytes: new Uint8Array(copies.br), etag: `"${tag}-br"` },
  gzip: { bytes: new Uint8Array(copies.gzip), etag: `"${tag}-gz"` },
  identity: { bytes: typeof text === 'string' ? Buffer.from(text) : text, etag: `"${tag}"` },
});

/**
 * @param tag as above.
 * @param quality brotli's, 0 to 11; gzip is cheap and always uses its default.
 */
export async function makeVariants(text: Text, tag: string, quality: number): Promise<Variants> {
  const [br, gz] = await Promise.all([
    brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    deflate(text),
  ]);
  return toVariants(text, tag, { br, gzip: gz });
}

/** @returns how many bytes they take in memory. */
export const sizeOfVariants = (variants: Variants): number =>
  Object.values(variants).reduce((sum, { bytes }) => sum + bytes.byteLength, 0);

/** @returns a function that responds with the best variant, or 304; `vary` is the whole Vary header. */
export function makeVariantSender(
  contentType: string,
): (c: Pick<Asked, 'body' | 'req'>, variants: Variants, cacheControl: string, vary: string) => Response {
  const negotiate = makeNegotiator();
  return (c, variants, cacheControl, vary) => {
    const encoding = negotiate(c.req.header('accept-encoding'));
    const { bytes, etag } = variants[encoding];
    const headers: Record<string, string> = { ...OPEN, ETag: etag, 'Cache-Control': cacheControl, Vary: vary };
    if (isNoneMatch(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers);
    headers['Content-Type'] = contentType;
    if (encoding !== 'identity') headers['Content-Encoding'] = encoding;
    return c.body(bytes, 200, headers);
  };
}
