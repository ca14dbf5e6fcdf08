// Chooses a content encoding by the Accept-Encoding header (RFC 9110, 12.5.3), among those that are ready.
import { remembered } from '../domain/remembered.ts';
import type { Encoding } from '../domain/variants.ts';

/** Ours first: where a client likes two equally, the smaller wins. */
const PREFERENCE: readonly Encoding[] = ['br', 'gzip', 'identity'];

/**
 * @param header the Accept-Encoding header; without one the bytes go as they are.
 * @returns the encoding to send. When the client forbids everything it gets identity, which any client can read.
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
  // Unnamed, identity is allowed, but what the client named comes first.
  const weightOf = (name: Encoding) => weights.get(name) ?? any ?? (name === 'identity' ? Number.MIN_VALUE : 0);
  const best = PREFERENCE.reduce((a, b) => (weightOf(b) > weightOf(a) ? b : a));
  return weightOf(best) > 0 ? best : 'identity';
}

/** Distinct headers remembered; browsers send a handful. */
const REMEMBERED = 200;

/** @returns `negotiateEncoding` that remembers its answers, for hot paths. */
export function makeNegotiator(): (header: string | undefined) => Encoding {
  const negotiate = remembered(REMEMBERED, negotiateEncoding);
  return (header) => (header ? negotiate(header) : 'identity');
}

/** @returns whether an If-None-Match header names `etag`, compared weakly: proxies that recompress mark tags as weak. */
export function isNoneMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
