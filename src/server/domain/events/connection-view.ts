// A connection as its owner sees it, and whether shops can be connected to this installation at all.
import type { Connection } from '#shared/contract/connection.ts';
import { EVENT_MESSAGES } from '#shared/event-messages.ts';
import { isConnectedKind, type SourceKind } from '#shared/source-kinds.ts';
import { isoNow } from '#shared/time.ts';
import type { StoredConnection } from '../../db/connections.ts';
import type { Deps } from '../../deps.ts';
import { isPublicHost } from './shop.ts';

/** What WordPress delivers to (wp_http_validate_url): of https addresses '' is 443. */
const WORDPRESS_PORTS = ['', '80', '8080'];

/** @returns why shops of this kind can't be connected here; null when they can. */
export function connectRefusalOf({ config }: Pick<Deps, 'config'>, kind: SourceKind): string | null {
  if (!isConnectedKind(kind)) return EVENT_MESSAGES.noConnectHere;
  if (config.isPrivateAllowed) return null;
  const url = new URL(config.publicUrl);
  if (url.protocol !== 'https:' || !isPublicHost(url)) return EVENT_MESSAGES.connectUnreachable;
  return kind === 'woocommerce' && !WORDPRESS_PORTS.includes(url.port) ? EVENT_MESSAGES.connectPort : null;
}

/** @param now ISO. @returns the connection without what opens the shop. */
function toConnection(row: StoredConnection, now: string): Connection {
  const { shop, until, read, total, found, problem, note, notedAt, checkedAt } = row;
  const isLate = row.state === 'waiting' && until !== null && until <= now;
  // Those that are being ended are nobody's any more.
  const state = isLate || row.state === 'leaving' ? 'failed' : row.state;
  return {
    state,
    shop: shop.replace(/\/\?$/, ''),
    until: state === 'waiting' ? until : null,
    ...{ read, total, found, note, notedAt },
    problem: isLate ? EVENT_MESSAGES.consentLate : problem,
    checkedAt: row.readAt === null ? null : checkedAt,
  };
}

/**
 * @param rows of the site.
 * @returns the source's connection: the one in use; where that has failed, the one that the owner is about to make instead.
 */
export function connectionOf(
  { clock }: Pick<Deps, 'clock'>,
  rows: readonly StoredConnection[],
  sourceId: string,
): Connection | null {
  const now = isoNow(clock);
  const own = rows.filter((row) => row.sourceId === sourceId);
  const waiting = own.find(({ state }) => state === 'waiting');
  const used = own.find(({ state }) => state !== 'waiting');
  const isAsked = waiting !== undefined && (waiting.until ?? '') > now;
  const one = used && !(used.state === 'failed' && isAsked) ? used : waiting;
  return one ? toConnection(one, now) : null;
}
