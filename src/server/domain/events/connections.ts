// Connects sources to their shops' own APIs, and ends that. The keys come from the owner, or from the shop itself once the
// owner has agreed there; they are tried at the address that the owner typed before anything is kept. What follows is
// work in the background (connection-jobs.ts).
import type { ConnectInput, ConsentInput } from '#shared/contract/connection.ts';
import type { Connected, Source, SourceRef } from '#shared/contract/source.ts';
import { isStorable } from '#shared/contract/text.ts';
import { EVENT_MESSAGES } from '#shared/event-messages.ts';
import { CONSENT_LIFE, SHOP_PATIENCE } from '#shared/limits.ts';
import { MESSAGES } from '#shared/messages.ts';
import { type ConnectedKind, isConnectedKind } from '#shared/source-kinds.ts';
import { HOUR, isoNow, isoOf, SECOND } from '#shared/time.ts';
import {
  deleteConnection,
  deleteWaiting,
  endConnection,
  endConnectionsOf,
  insertConnection,
  isShopTaken,
  listConnections,
  type StoredConnection,
  takeWaiting,
} from '../../db/connections.ts';
import { hashOf } from '../../db/hash.ts';
import { requestJob } from '../../db/jobs.ts';
import { lockSite } from '../../db/sites.ts';
import type { Deps } from '../../deps.ts';
import { ownSite, ownSource, siteAndWidget, type VerifiedActor } from '../access.ts';
import { DomainError, invalid } from '../errors.ts';
import { take } from '../rate-limit.ts';
import { connectRefusalOf } from './connection-view.ts';
import { ShopError, type ShopKeys } from './shop.ts';
import { getSource, updateSource } from './source.ts';

/** Calls an hour and account that make us call a shop. */
const CALLS_PER_HOUR = 60;
const limitCalls = (deps: Deps, ownerId: string) =>
  take(deps, `connect:${ownerId}`, CALLS_PER_HOUR, HOUR / SECOND, EVENT_MESSAGES.connectedTooOften);

/** @returns a function that tells the owner which field led to what went wrong at the shop. */
const saidOf = (field: string) => (error: unknown) => {
  throw error instanceof ShopError ? invalid(field, error.message) : error;
};

/** @returns the keys that the owner gives. @throws validation for one that is missing */
function givenKeys(
  kind: ConnectedKind,
  { apiKey, clientId, token, secret }: ConnectInput,
): { keys: ShopKeys; field: string } {
  if (kind === 'stripe') {
    if (!apiKey) throw invalid('apiKey', EVENT_MESSAGES.keyMissing);
    return { keys: { apiKey }, field: 'apiKey' };
  }
  if (!secret) throw invalid('secret', EVENT_MESSAGES.secretMissing);
  if (token) return { keys: { token }, field: 'token' };
  if (!clientId) throw invalid('clientId', EVENT_MESSAGES.appMissing);
  return { keys: { clientId, secret }, field: 'clientId' };
}

type Of = Pick<StoredConnection, 'siteId' | 'sourceId' | 'kind' | 'shop'>;

const emptyConnection = ({ clock, ids }: Deps, of: Of): StoredConnection => ({
  id: ids.next(),
  ...of,
  state: 'reading',
  stateHash: null,
  until: null,
  keys: null,
  since: isoNow(clock),
  cursor: null,
  read: 0,
  total: null,
  found: 0,
  readAt: null,
  problem: null,
  note: null,
  notedAt: null,
  checkedAt: isoNow(clock),
  createdAt: isoNow(clock),
});

/**
 * Keeps a connection in place of the source's last one, and ends that where it is of another shop.
 * @throws not-found when the source is gone; conflict when another source of the site has the shop
 */
async function keepConnection(deps: Deps, connection: StoredConnection): Promise<void> {
  const { siteId, sourceId, shop, keys } = connection;
  const [now, until] = [isoNow(deps.clock), isoOf(deps.clock.now() + SHOP_PATIENCE)];
  await deps.db.transaction().execute(async (db) => {
    const site = (await siteAndWidget(db, siteId))?.site;
    if (!site || !(await lockSite(db, site))) throw new DomainError('not-found', MESSAGES.siteNotFound);
    const source = await ownSource(db, site, sourceId);
    if (keys !== null && (await isShopTaken(db, site, connection)))
      throw new DomainError('conflict', EVENT_MESSAGES.shopTaken);
    await deleteWaiting(db, source);
    for (const one of await listConnections(db, siteId)) {
      if (one.sourceId !== sourceId) continue;
      // What is in use stays so when somebody else's keys were refused.
      if (keys === null && one.keys !== null) return;
      if (one.shop === shop || one.keys === null) await deleteConnection(db, one.id);
      else await endConnection(db, one.id, now, until);
    }
    await insertConnection(db, connection);
    if (keys !== null) await requestJob(db, 'read-shop', connection.id, now);
  });
  deps.jobs.wake();
}

const sealed = ({ sealedTexts }: Deps, keys: ShopKeys) => sealedTexts.seal(JSON.stringify(keys));

/**
 * Connects a source to its shop: by keys at once, else by sending the owner to the shop. A connection that there is stays
 * until then.
 * @throws not-found; validation when there is no such shop or it doesn't take the keys; conflict where none can be connected,
 * or another source of the site has this one; rate-limited
 */
export async function connectShop(deps: Deps, actor: VerifiedActor, input: ConnectInput): Promise<Connected> {
  const { siteId, sourceId } = input;
  const site = await ownSite(deps.db, actor, siteId);
  const source = await ownSource(deps.db, site, sourceId);
  const { kind } = source;
  const refusal = connectRefusalOf(deps, kind);
  if (!isConnectedKind(kind) || refusal !== null)
    throw new DomainError('conflict', refusal ?? EVENT_MESSAGES.noConnectHere);
  const api = deps.shops[kind];
  const { consentUrl } = api;
  if (kind !== 'stripe' && !input.shop) throw invalid('shop', EVENT_MESSAGES.shopMissing);
  const given = consentUrl ? null : givenKeys(kind, input);
  await limitCalls(deps, site.ownerId);
  const shop = await api.find(input.shop, given?.keys ?? {}).catch(saidOf(kind === 'stripe' ? 'apiKey' : 'shop'));
  const of: Of = { siteId, sourceId, kind, shop };
  if (await isShopTaken(deps.db, site, of)) throw new DomainError('conflict', EVENT_MESSAGES.shopTaken);
  if (given) {
    const keys = await api.open({ address: shop, keys: given.keys }).catch(saidOf(given.field));
    // What signs its deliveries.
    if (input.secret && kind === 'shopify') await updateSource(deps, actor, { siteId, sourceId, secret: input.secret });
    await keepConnection(deps, { ...emptyConnection(deps, of), keys: await sealed(deps, keys) });
    return { source: await getSource(deps, actor, input), consentUrl: null };
  }
  const state = deps.ids.secret(32);
  const waiting: StoredConnection = {
    ...emptyConnection(deps, of),
    state: 'waiting',
    stateHash: hashOf(state),
    until: isoOf(deps.clock.now() + CONSENT_LIFE),
  };
  await deps.db.transaction().execute(async (db) => {
    await lockSite(db, site);
    await deleteWaiting(db, await ownSource(db, site, sourceId));
    await insertConnection(db, waiting);
  });
  const { publicUrl } = deps.config;
  const url = consentUrl?.(shop, {
    state,
    returnUrl: `${publicUrl}/${site.slug}/sources/${sourceId}`,
    callbackUrl: `${publicUrl}/api/hooks/${sourceId}/consent`,
  });
  return { source: await getSource(deps, actor, input), consentUrl: url ?? null };
}

/**
 * Takes the keys that a shop sends once its owner has agreed there. Once this returns they are kept; the shop deletes them
 * otherwise.
 * @throws not-found when nobody waits for them, validation when they don't open the shop that the owner typed
 */
export async function takeConsent(deps: Deps, sourceId: string, given: ConsentInput): Promise<void> {
  const { user_id: state, consumer_key: consumerKey, consumer_secret: consumerSecret } = given;
  // Whatever becomes of it, it counts once.
  const waiting = isStorable(sourceId)
    ? await takeWaiting(deps.db, { sourceId, stateHash: hashOf(state) }, isoNow(deps.clock))
    : undefined;
  if (!waiting || !isConnectedKind(waiting.kind)) throw new DomainError('not-found', EVENT_MESSAGES.consentUnknown);
  const { siteId, kind, shop } = waiting;
  const connection = emptyConnection(deps, { siteId, sourceId, kind, shop });
  try {
    if (given.key_permissions !== 'read_write') throw new ShopError('denied', EVENT_MESSAGES.keysReadOnly);
    const keys = await deps.shops[waiting.kind].open({ address: shop, keys: { consumerKey, consumerSecret } });
    connection.keys = await sealed(deps, keys);
  } catch (error) {
    if (error instanceof ShopError)
      await keepConnection(deps, { ...connection, state: 'failed', problem: error.message });
    return saidOf('consumer_key')(error);
  }
  await keepConnection(deps, connection);
}

/** Looks at once whether the shop delivers, and goes on reading its past orders. @throws not-found; conflict without one */
export async function checkConnection(deps: Deps, actor: VerifiedActor, ref: SourceRef): Promise<Source> {
  const site = await ownSite(deps.db, actor, ref.siteId);
  const source = await ownSource(deps.db, site, ref.sourceId);
  const all = await listConnections(deps.db, site.id);
  const used = all.find(({ sourceId, keys }) => sourceId === source.id && keys !== null);
  if (!used) throw new DomainError('conflict', EVENT_MESSAGES.notConnected);
  await limitCalls(deps, site.ownerId);
  await requestJob(deps.db, used.state === 'reading' ? 'read-shop' : 'check-shop', used.id, isoNow(deps.clock));
  deps.jobs.wake();
  return getSource(deps, actor, ref);
}

/**
 * Ends a source's connection: its keys are forgotten once what was made at the shop is removed, or that was tried for days.
 * What came until now stays. @throws not-found
 */
export async function disconnectShop(deps: Deps, actor: VerifiedActor, ref: SourceRef): Promise<void> {
  const site = await ownSite(deps.db, actor, ref.siteId);
  const until = isoOf(deps.clock.now() + SHOP_PATIENCE);
  await deps.db.transaction().execute(async (db) => {
    await lockSite(db, site);
    const source = await ownSource(db, site, ref.sourceId);
    await endConnectionsOf(db, source, isoNow(deps.clock), until);
  });
  deps.jobs.wake();
}
