// Chooses among the available content encodings by the Accept-Encoding header (RFC 9110, 12.5.3). Not with
// hono/accepts: of equal weights it takes the client's first (gzip from `gzip, deflate, br`), it supports neither `*`
// nor x-gzip, and it takes `br;q=nonsense` and `br, br;q=0` for acceptance of brotli.
import { memoize } from './memoize.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Smallest first: it wins when a client has no preference. */
const PREFERENCE: readonly Encoding[] = ['br', 'gzip', 'identity'];

/**
 * @param header the Accept-Encoding header; without one nothing is compressed.
 * @returns the encoding to send; identity, which every client can read, when the client rejects all of them.
 */
export function negotiateEncoding(header: string | undefined): Encoding {
  if (!header) return 'identity';
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const q = parameters.find((parameter) => /^q\s*=/.test(parameter));
    const weight = q === undefined ? 1 : Number(q.slice(q.indexOf('=') + 1));
    weights.set(name === 'x-gzip' ? 'gzip' : name, weight >= 0 && weight <= 1 ? weight : 0);
  }
  const any = weights.get('*');
  // Identity is acceptable without being named, but named encodings come first.
  const weightOf = (name: Encoding) => weights.get(name) ?? any ?? (name === 'identity' ? Number.MIN_VALUE : 0);
  const best = PREFERENCE.reduce((a, b) => (weightOf(b) > weightOf(a) ? b : a));
  return weightOf(best) > 0 ? best : 'identity';
}

/** @returns a memoized `negotiateEncoding`, for hot paths. */
export function makeNegotiator(): (header: string | undefined) => Encoding {
  const negotiate = memoize(negotiateEncoding);
  return (header) => (header ? negotiate(header) : 'identity');
}

/**
 * @returns whether an If-None-Match header names `etag`. Compares weakly, because recompressing proxies weaken tags.
 */
export function isNoneMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
