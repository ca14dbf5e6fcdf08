// What is said of a source's connection to its shop: how far it is, what a disconnection takes along, and what is still to be
// done at the shop. Pure.
import { count } from '#client/format/numbers.ts';
import type { Connection } from '#shared/contract/connection.ts';
import type { Source, SourceStatus } from '#shared/contract/source.ts';
import { type ConnectedKind, isConnectedKind, SOURCE_KIND_FACTS, type SourceKind } from '#shared/source-kinds.ts';

/** @returns a shop's address as people say it: without `https://` and the slash at its end; of Stripe, the account. */
export const shopName = (shop: string): string =>
  shop
    .replace(/^https?:\/\//i, '')
    .replace(/^api\.stripe\.com\//, 'Stripe account ')
    .replace(/\/$/, '');

/** @returns whether two addresses, as they may be typed, lead to the same shop. */
export const isSameShop = (one: string, other: string): boolean => plainShop(one) === plainShop(other);
const plainShop = (shop: string) =>
  shopName(shop.trim())
    .replace(/^www\./i, '')
    .toLowerCase();

/** @returns how far the past orders of a shop are read. */
export const progressText = ({ read, total }: Connection): string =>
  total === null ? 'Reading past orders …' : `Reading past orders: ${count(read)} of ${count(total)}`;

const ordersOf = (amount: number) => `${count(amount)} ${amount === 1 ? 'order' : 'orders'}`;
const purchasesOf = (amount: number) => `${count(amount)} ${amount === 1 ? 'was a purchase' : 'were purchases'}`;

/** @param reach how far back what the source shows may lie, '7 days'. @returns what the past orders brought. */
export function resultText({ read, found }: Connection, reach: string): string {
  if (read === 0) return 'The shop has no orders from the last 30 days. New ones arrive by themselves.';
  const all = `Of ${ordersOf(read)} from the last 30 days, `;
  if (found === 0) return `${all}none was a purchase. New orders arrive by themselves.`;
  return `${all}${purchasesOf(found)}. Those from the last ${reach} can show.`;
}

/**
 * @returns whether nothing was done yet of what a source was added for: it isn't connected, has no secret of its sender's, and
 * nothing has arrived.
 */
export function isUntouched({ kind, connection, lastDeliveryAt, refusedAt, hasSecret }: Source): boolean {
  const isPasted = SOURCE_KIND_FACTS[kind].secret === 'theirs' && hasSecret;
  return connection === null && lastDeliveryAt === null && refusedAt === null && !isPasted;
}

/** @returns the source of that kind that somebody added and left as it was; one with a name of its own is meant for something. */
export const unfinishedOf = (sources: readonly Source[], kind: SourceKind): Source | undefined =>
  sources.find((one) => one.kind === kind && one.name === SOURCE_KIND_FACTS[kind].label && isUntouched(one));

/** @returns how a connection stands, and as what it is drawn, where that says more than the deliveries do; else null. */
export function connectionStatus(source: Source): { text: string; look: SourceStatus } | null {
  const { connection, connectRefusal, status } = source;
  if (connection === null)
    return isConnectedKind(source.kind) && connectRefusal === null && isUntouched(source)
      ? { text: 'Not connected yet', look: 'waiting' }
      : null;
  switch (connection.state) {
    case 'waiting':
      return { text: 'Waiting for your approval in the shop', look: 'waiting' };
    case 'reading':
      return { text: progressText(connection), look: 'waiting' };
    case 'failed':
      return { text: 'Not connected', look: 'refused' };
    case 'connected':
      return status === 'waiting' ? { text: 'Connected · no new order yet', look: 'working' } : null;
  }
}

/** Where the owner takes back what only they can. */
const LEFT_BEHIND: Record<ConnectedKind, string> = {
  woocommerce:
    'Only you can remove the key itself: in WordPress, under WooCommerce → Settings → Advanced → REST API. Its name begins with Proofbell.',
  stripe: 'Only you can delete the key itself: in the Stripe Dashboard, under Developers → API keys.',
  shopify: 'Only you can uninstall the app itself: in your Shopify admin, under Settings → Apps.',
};

/** @returns what goes with a connection, what stays, and what is left to be done at the shop. */
export const disconnectText = (kind: ConnectedKind): string =>
  `New orders stop arriving: Proofbell removes its webhooks from the shop and deletes the keys. Events and notifications that are here stay. ${LEFT_BEHIND[kind]}`;
