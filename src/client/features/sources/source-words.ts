// What a source's state is called, and whether its vendor can reach this installation. Pure.

import { agoOf, dateOf, timeOf } from '#client/format/dates.ts';
import { GIVING_UP } from '#client/format/giving-up.ts';
import { count } from '#client/format/numbers.ts';
import type { Source } from '#shared/contract/source.ts';
import { SOURCE_KIND_FACTS, type SourceKind } from '#shared/source-kinds.ts';

/** Kinds that something is set up for, somewhere else, which then sends by itself. */
export type SenderKind = Exclude<SourceKind, 'csv'>;

/** How a sender is called where it acts by itself. */
const senderOf = (kind: SourceKind): string =>
  SOURCE_KIND_FACTS[kind].isVendor ? SOURCE_KIND_FACTS[kind].label : 'It';

/** @returns the state in words, 'Working · last delivery 2 minutes ago'. @param now ms */
export function statusOf({ status, kind, lastDeliveryAt, refusedAt, lastProblem }: Source, now: number): string {
  const word = kind === 'csv' ? 'file' : kind === 'api' ? 'event' : 'delivery';
  if (status === 'needs-secret')
    return refusedAt ? `${senderOf(kind)} sent a delivery: add the secret` : 'Not finished';
  if (status === 'off') return `${senderOf(kind)} has probably switched its webhooks off`;
  if (lastProblem && lastProblem.at >= (refusedAt ?? ''))
    return `Couldn't read the last delivery, ${agoOf(lastProblem.at, now)}: ${lastProblem.reason}`;
  if (status === 'refused' && refusedAt) return `Wrong signature ${agoOf(refusedAt, now)}: check the secret`;
  if (kind === 'csv' && lastDeliveryAt === null) return 'No file yet';
  if (status === 'waiting' || lastDeliveryAt === null) return `Waiting for the first ${word}`;
  return `Working · last ${word} ${agoOf(lastDeliveryAt, now)}`;
}

/** @returns what was refused of a source whose last delivery was, and what to do about it; null for all others. */
export function refusalOf({ kind, status, refusedAt, refusedCount, lastProblem }: Source): Obstacle | null {
  if (status !== 'refused' || refusedAt === null) return null;
  if (lastProblem && lastProblem.at >= refusedAt)
    return {
      title: 'The last delivery was refused',
      text: `It arrived on ${dateOf(refusedAt)} at ${timeOf(refusedAt)}, with the right secret. ${lastProblem.reason}. Set the clock that is wrong: by NTP, it stays right.`,
    };
  const proof = kind === 'webhook' ? 'signature or secret' : 'signature';
  return {
    title: 'The last delivery was refused',
    // A time rather than an age: alerts are read out whenever their text changes.
    text: [
      `It arrived on ${dateOf(refusedAt)} at ${timeOf(refusedAt)}.`,
      `Its ${proof} was missing, too old or made with another secret.`,
      refusedCount > 1 && `${count(refusedCount)} deliveries have been refused in all.`,
      SOURCE_KIND_FACTS[kind].secret === 'ours'
        ? 'Check that the sender has the secret of this source, or make a new one and give it to the sender.'
        : `Copy the secret from ${senderOf(kind)} again, and replace the one here.`,
      GIVING_UP[kind],
    ]
      .filter(Boolean)
      .join(' '),
  };
}

const LOCAL_NAMES = /(?:^|\.)(?:localhost|local|internal|lan|home\.arpa|test|invalid)$/;
const PRIVATE_IPV4 =
  /^(?:0|10|127)\.|^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|^169\.254\.|^172\.(?:1[6-9]|2\d|3[01])\.|^192\.168\./;
const PRIVATE_IPV6 = /^\[(?:::1?\]|f[cd]|fe[89ab])/;

/** @returns whether computers elsewhere can't reach the host: a loopback or private address, or a name without a domain. */
function isPrivateHost(host: string): boolean {
  if (host.startsWith('[')) return PRIVATE_IPV6.test(host);
  return !host.includes('.') || LOCAL_NAMES.test(host) || PRIVATE_IPV4.test(host);
}

/** The only ones WooCommerce delivers to (wp_http_validate_url). */
const WORDPRESS_PORTS = ['', '80', '443', '8080'];

export type Obstacle = { title: string; text: string };

/** @returns why nobody can deliver to that address; null when nothing in it says so. */
export function obstacleOf(kind: SourceKind, hookUrl: string | null): Obstacle | null {
  if (hookUrl === null) return null;
  const { hostname, port, protocol } = new URL(hookUrl);
  const mend = "Set PUBLIC_URL to this installation's public address and restart it.";
  if (isPrivateHost(hostname)) {
    return {
      title: `Nobody outside can reach ${hostname}`,
      text: `This installation calls itself ${hostname}, which only this computer or network knows. ${mend}`,
    };
  }
  if (kind === 'woocommerce' && !WORDPRESS_PORTS.includes(port)) {
    return {
      title: `WooCommerce doesn't deliver to port ${port}`,
      text: `WordPress only sends to ports 80, 443 and 8080. Serve this installation on one of them. ${mend}`,
    };
  }
  if ((kind === 'shopify' || kind === 'stripe') && protocol === 'http:') {
    return {
      title: `${kind === 'shopify' ? 'Shopify' : 'Stripe'} only delivers over https`,
      text: `The delivery URL starts with http. Serve it over https. ${mend}`,
    };
  }
  return null;
}

/** @param random 32 bytes. @returns a secret as the server makes them: Standard Webhooks has a form of its own. */
export function secretOf(kind: 'woocommerce' | 'webhook', random: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...random));
  if (kind === 'webhook') return `whsec_${base64}`;
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
