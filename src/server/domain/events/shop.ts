// The port to shops' own APIs (adapters/shops): what is asked of each vendor's, which addresses may be called, and what goes
// wrong, told apart by what can be done about it.
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import type { ConnectedKind } from '#shared/source-kinds.ts';
import type { Reading } from './delivery.ts';

/**
 * unavailable: it may work later; denied: the keys aren't good, or not any more; forbidden: nothing may be asked there, such
 * as a private network's own address; refused: the shop doesn't do what was asked; garbage: it answered something else.
 */
type ShopFault = 'unavailable' | 'denied' | 'forbidden' | 'refused' | 'garbage';

/** Its message is for the owner and for the log: one sentence, without anything from a body or a key. */
export class ShopError extends Error {
  readonly kind: ShopFault;
  /** Whole seconds that the shop asks us to wait. */
  readonly retryAfter: number | undefined;

  constructor(kind: ShopFault, message: string, retryAfter?: number) {
    super(message);
    this.name = 'ShopError';
    this.kind = kind;
    this.retryAfter = retryAfter;
  }
}

/** What opens a shop, as its vendor has it. Only sealed in the database. */
export type ShopKeys = Record<string, string>;
/** A shop and what opens it. */
export type Shop = { address: string; keys: ShopKeys };
type ShopPage = {
  readings: Reading[];
  /** How many of these are orders that no page before told of; all, if it isn't said. */
  orders?: number;
  /** How many orders there are in all, or at most; null where the vendor doesn't say. */
  total: number | null;
  /** Where the next page begins, and where it goes on once enough purchases were read; null for nowhere. */
  next: string | null;
  rest: string | null;
};

/** What is asked of a vendor's API. All throw ShopError. */
export type ShopApi = {
  /**
   * @param typed by the owner; undefined where they gave none. @param keys as they gave them; none where the shop sends them.
   * @returns the shop's address, as it is called.
   */
  find(typed: string | undefined, keys: ShopKeys): Promise<string>;
  /** @returns where the owner agrees, in the shop. Only of kinds that ask there. */
  consentUrl?(address: string, asked: { state: string; returnUrl: string; callbackUrl: string }): string;
  /** Tries the keys. @returns them as they work: with what was found out about them. */
  open(shop: Shop): Promise<ShopKeys>;
  /**
   * Has the shop deliver its orders to `url`: makes what is missing, and switches on what is off.
   * @param secret that they are signed with; null where the vendor makes it.
   * @returns how many were off or missing, and the secret if the vendor has just made one.
   */
  deliver(shop: Shop, url: string, secret: string | null): Promise<{ repaired: number; secret: string | null }>;
  /** Ends that. */
  leave(shop: Shop, url: string): Promise<void>;
  /** @param since, until ISO. @returns one page of the orders from `since` to `until`, the newest first, as readers have them. */
  read(shop: Shop, page: { since: string; until: string; from: string | null }): Promise<ShopPage>;
};
export type Shops = Record<ConnectedKind, ShopApi>;

/** @param nets with their bits, as `10.0.0.0/8`. */
function blockOf(family: 'ipv4' | 'ipv6', nets: string): BlockList {
  const list = new BlockList();
  for (const one of nets.split(/\s+/)) {
    const [net = '', bits] = one.split('/');
    list.addSubnet(net, Number(bits), family);
  }
  return list;
}
const CLOSED_4 = blockOf(
  'ipv4',
  `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24
  192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`,
);
/** All that is given out to anybody, and what of it isn't the internet's: tunnels lead to any IPv4 address. */
const GIVEN_OUT = blockOf('ipv6', '2000::/3');
const CLOSED_6 = blockOf('ipv6', '2001::/23 2001:db8::/32 2002::/16 3fff::/20');

/**
 * @param address of a network, not a name.
 * @returns whether it is one of the internet: no loopback, private, link-local, shared, multicast or reserved one
 * (https://www.iana.org/assignments/iana-ipv4-special-registry, iana-ipv6-special-registry).
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !CLOSED_4.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  return GIVEN_OUT.check(address, 'ipv6') && !CLOSED_6.check(address, 'ipv6');
}

/** Names that no public server has (RFC 6761, 6762, 8375, and ICANN's .internal). */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal|lan|test|home\.arpa)$/;

/** @returns whether a URL's host may be one that anybody can reach, as far as it says so itself. */
export function isPublicHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIPv4(host) || isIPv6(host)) return isPublicAddress(host);
  return host.includes('.') && !PRIVATE_NAME.test(host);
}
