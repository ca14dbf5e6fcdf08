// The same bytes in every encoding a browser may ask for, compressed once and kept ready.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

/** The bytes of one encoding with the ETag that is theirs alone. */
export type Variant = { bytes: Uint8Array<ArrayBuffer>; etag: string };
export type Variants = Record<Encoding, Variant>;

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/**
 * @param tag what tells these bytes from others, without quotes; each encoding's ETag is made from it.
 * @param quality brotli's, 0 to 11; gzip is cheap and always at its default.
 */
export async function makeVariants(text: string, tag: string, quality: number): Promise<Variants> {
  const plain = Buffer.from(text);
  const [br, gz] = await Promise.all([
    brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    deflate(plain),
  ]);
  return {
    br: { bytes: br, etag: `"${tag}-br"` },
    gzip: { bytes: gz, etag: `"${tag}-gz"` },
    identity: { bytes: plain, etag: `"${tag}"` },
  };
}
