// Who is asking: the address of the client, through as many proxies as the operator said to trust, and the bucket that
// limits count it by. X-Forwarded-For is believed no further than that, since anybody may send it.
import { isIPv4, isIPv6 } from 'node:net';
import type { Context } from 'hono';
import type { Deps } from '../deps.ts';

/** @returns an address without port, brackets and zone, IPv4 in its own form; null when it is none. */
function normalise(text: string): string | null {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? (/^[\d.]+:\d+$/.test(text) ? text.split(':')[0] : text);
  const address = (bare ?? '').replace(/%.*$/, '').toLowerCase();
  const mapped = address.startsWith('::ffff:') ? address.slice(7) : '';
  if (isIPv4(mapped)) return mapped;
  return isIPv4(address) || isIPv6(address) ? address : null;
}

/**
 * @param forwardedFor the X-Forwarded-For header, all of its lines joined by commas.
 * @param socketAddress who holds the other end of the connection.
 * @param hops proxies in front: each appends the address it was called from, so the client's stands `hops` places from
 * the right. With fewer places than that the leftmost was written by a proxy too.
 * @returns the client's address; the socket's when the header holds none at that place, 'unknown' without either.
 */
export function clientAddress(
  forwardedFor: string | undefined,
  socketAddress: string | undefined,
  hops: number,
): string {
  const own = normalise(socketAddress ?? '') ?? 'unknown';
  if (hops === 0 || !forwardedFor) return own;
  const places = forwardedFor.split(',').map((place) => place.trim());
  return normalise(places[Math.max(0, places.length - hops)] ?? '') ?? own;
}

/** @returns what limits count an address by: IPv4 by itself, IPv6 by its /64, which is what one customer is given. */
export function addressBucket(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const last = tail === '' ? [] : tail.split(':');
    // An IPv4 written at the end fills two groups.
    const width = last.length + (tail.includes('.') ? 1 : 0);
    while (groups.length + width < 8) groups.push('0');
    groups.push(...last);
  }
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** What @hono/node-server puts into `c.env`; absent when a test calls the app without a socket. */
type NodeEnv = { incoming?: { socket?: { remoteAddress?: string | undefined } } } | undefined;

/** @returns a function that reads a request's client address; it warns once of a proxy that nobody accounted for. */
export function makeClientAddress({ config, log }: Pick<Deps, 'config' | 'log'>): (c: Context) => string {
  let isWatching = config.trustProxy === 0;
  return (c) => {
    const forwardedFor = c.req.header('x-forwarded-for');
    if (isWatching && forwardedFor !== undefined) {
      isWatching = false;
      log.warn('X-Forwarded-For arrived while TRUST_PROXY is 0: limits count everybody behind the proxy as one');
    }
    const socket = (c.env as NodeEnv)?.incoming?.socket;
    return clientAddress(forwardedFor, socket?.remoteAddress, config.trustProxy);
  };
}
