// The client's address behind as many proxies as the operator trusts, and the bucket that rate limits count it in.
// Beyond those proxies X-Forwarded-For is not trusted, because anyone can send it.
import { isIPv4, isIPv6 } from 'node:net';
import { readUrl } from '#shared/embed/read-url.ts';
import type { Deps } from '../deps.ts';
import type { Asked } from './door.ts';

/** @returns the address without port, brackets and zone, mapped IPv4 as plain IPv4; null when it isn't an address. */
function normalize(text: string): string | null {
  if (isIPv4(text)) return text;
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? (/^[\d.]+:\d+$/.test(text) ? text.split(':')[0] : text);
  const address = (bare ?? '').split('%', 1).join().toLowerCase();
  const mapped = address.startsWith('::ffff:') ? address.slice(7) : '';
  if (isIPv4(mapped)) return mapped;
  return isIPv4(address) || isIPv6(address) ? address : null;
}

/**
 * @param forwardedFor the X-Forwarded-For header, its lines joined by commas.
 * @param socketAddress the other end of the connection.
 * @param hops proxies in front. Each appends the address that called it, so the client's is `hops` entries from the
 * right. With fewer entries than that, a proxy wrote the leftmost one, too.
 * @returns the client's address; the socket's when the header has none there; 'unknown' without either.
 */
export function clientAddress(
  forwardedFor: string | undefined,
  socketAddress: string | undefined,
  hops: number,
): string {
  const own = normalize(socketAddress ?? '') ?? 'unknown';
  if (hops === 0 || !forwardedFor) return own;
  const places = forwardedFor.split(',').map((place) => place.trim());
  return normalize(places[Math.max(0, places.length - hops)] ?? '') ?? own;
}

/** @returns the bucket for rate limits: the IPv4 address, or the /64 network that one IPv6 customer gets. */
export function addressBucket(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const last = tail === '' ? [] : tail.split(':');
    // A trailing IPv4 fills two groups.
    const width = last.length + (tail.includes('.') ? 1 : 0);
    while (groups.length + width < 8) groups.push('0');
    groups.push(...last);
  }
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

const isLoopback = (address: string) => address === '::1' || /^127\.\d+\.\d+\.\d+$/.test(address);
const LOOPBACK_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i;
/** A private address: a container's gateway or a computer nearby, never one on the internet. */
const isPrivate = (address: string) =>
  /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|f[cd][\da-f]{2}:|fe[89ab][\da-f]:)/.test(address);

/** What proxies add. */
const isFromProxy = (header: string) => /^(?:forwarded|x-forwarded-.*|x-real-ip|via)$/i.test(header);

/**
 * Whether a request comes from a page of the host that it asks: its browser says so, by an Origin or in so many words, and
 * nothing that it says contradicts. What says nothing is no browser, or comes through something that removes headers.
 */
function isOfOwnPage(headers: Headers): boolean {
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  const isOwn = origin !== null && readUrl(origin)?.host === headers.get('host')?.toLowerCase();
  return (isOwn || (origin === null && site === 'same-origin')) && (site === null || site === 'same-origin');
}

/**
 * @returns whether a request certainly comes from a browser on the server's own machine, with no proxy in between that adds
 * or changes anything. One that passes on bytes can't be seen, but it passes on what the browser says of its page, too.
 */
export function isFromThisMachine(headers: Headers, socketAddress: string | undefined, hops: number): boolean {
  return (
    hops === 0 &&
    isLoopback(normalize(socketAddress ?? '') ?? '') &&
    LOOPBACK_HOST.test(headers.get('host') ?? '') &&
    isOfOwnPage(headers) &&
    ![...headers.keys()].some(isFromProxy)
  );
}

/**
 * @returns whether a request may come from a browser on the server's own machine, which names the server as those do, on
 * any port. Anybody can send such a Host, and careless proxies do: whoever visibly is elsewhere isn't meant.
 */
export function mayBeLocal(headers: Headers, socketAddress: string | undefined, hops: number): boolean {
  const address = clientAddress(headers.get('x-forwarded-for') ?? undefined, socketAddress, hops);
  const origin = headers.get('origin');
  return (
    LOOPBACK_HOST.test(headers.get('host') ?? '') &&
    (isLoopback(address) || isPrivate(address)) &&
    // Pages that send no referrer, as ours do, hide their origin when they send a form.
    (origin === null || origin === 'null' || LOOPBACK_HOST.test(readUrl(origin)?.host ?? '')) &&
    (hops > 0 || ![...headers.keys()].some(isFromProxy))
  );
}

/** @returns a function that reads a request's client address, and warns once about an unconfigured proxy. */
export function makeClientAddress({
  config,
  log,
}: Pick<Deps, 'config' | 'log'>): (c: Pick<Asked, 'env' | 'req'>) => string {
  let isWatching = config.trustProxy === 0;
  return (c) => {
    const forwardedFor = c.req.header('x-forwarded-for');
    if (isWatching && forwardedFor !== undefined) {
      isWatching = false;
      log.warn('X-Forwarded-For arrived while TRUST_PROXY is 0: limits count everybody behind the proxy as one');
    }
    return clientAddress(forwardedFor, c.env.incoming.socket.remoteAddress, config.trustProxy);
  };
}
