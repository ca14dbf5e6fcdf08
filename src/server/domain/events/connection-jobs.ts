// What is done at connected shops in the background: their past orders are read, a page at a time, it is looked each day
// whether they still deliver, and what was made there is removed when the connection ends.
import { EVENT_MESSAGES } from '#shared/event-messages.ts';
import {
  ORDERS_LOOKED_THROUGH,
  PAST_ORDERS_LIFE,
  PAST_ORDERS_MAX,
  PREVIOUS_SECRET_LIFE,
  SHOP_CHECK,
  SHOP_PATIENCE,
} from '#shared/limits.ts';
import { type ConnectedKind, isConnectedKind } from '#shared/source-kinds.ts';
import { isoNow, isoOf, SECOND } from '#shared/time.ts';
import {
  deleteConnection,
  deleteOldWaiting,
  findConnection,
  listConnections,
  listUnchecked,
  type StoredConnection,
  updateConnection,
} from '../../db/connections.ts';
import { ensureJob, type JobKind, requestJob } from '../../db/jobs.ts';
import type { Db } from '../../db/open.ts';
import type { Owned } from '../../db/owned.ts';
import type { StoredSite } from '../../db/sites.ts';
import { findSource, type StoredSource, updateSource } from '../../db/sources.ts';
import type { Deps } from '../../deps.ts';
import { nextTurn } from '../../turns.ts';
import { siteAndWidget } from '../access.ts';
import { DomainError } from '../errors.ts';
import type { JobHandler, NotYet } from '../queue.ts';
import type { Reading } from './delivery.ts';
import type { RetractDeps } from './earlier-words.ts';
import { startRetracting } from './retract.ts';
import { type Shop, type ShopApi, ShopError } from './shop.ts';
import { recordsOf } from './storage.ts';
import { storedOf } from './stored-event.ts';
import { issuesOf, takeDelivery, withoutForeignLinks } from './take.ts';
import type { Retracting } from './unfinished-retractions.ts';

export type ConnectionJobDeps = RetractDeps &
  Pick<Deps, 'config' | 'db' | 'projector' | 'sealedTexts' | 'shops' | 'storage'>;

type Work = {
  connection: StoredConnection;
  api: ShopApi;
  shop: Shop;
  hookUrl: string;
};
type OwnWork = Work & { site: Owned<StoredSite>; source: Owned<StoredSource> };

/** @returns the connection with its keys opened; undefined when there is none any more. @throws ShopError */
async function findWork(deps: ConnectionJobDeps, id: string): Promise<Work | undefined> {
  const connection = await findConnection(deps.db, id);
  if (!connection?.keys || !isConnectedKind(connection.kind)) return undefined;
  const opened = await deps.sealedTexts.openOnce(connection.keys);
  const keys = opened === null ? {} : JSON.parse(opened);
  const api = deps.shops[connection.kind as ConnectedKind];
  const hookUrl = `${deps.config.publicUrl}/api/hooks/${connection.sourceId}`;
  if (opened === null && connection.state !== 'leaving') await fail(deps, connection, EVENT_MESSAGES.keysLost);
  return opened === null ? undefined : { connection, api, shop: { address: connection.shop, keys }, hookUrl };
}

/** The same with the source it is of. */
async function findOwnWork(deps: ConnectionJobDeps, id: string): Promise<OwnWork | undefined> {
  const work = await findWork(deps, id);
  const site = work && (await siteAndWidget(deps.db, work.connection.siteId))?.site;
  const source = site && (await findSource(deps.db, site, work.connection.sourceId));
  return source && { ...work, site, source: source as Owned<StoredSource> };
}

/** Notes that nothing more is done until the owner does something. */
const fail = ({ clock, db }: ConnectionJobDeps, connection: StoredConnection, problem: string) =>
  updateConnection(db, connection, { state: 'failed', problem, checkedAt: isoNow(clock) });

/** Notes what went wrong; nothing when the source is gone. @throws what another attempt may help: it is tried again, for days */
async function noteFault(deps: ConnectionJobDeps, { connection }: Work, error: unknown): Promise<NotYet | undefined> {
  if (error instanceof DomainError && error.code === 'not-found') return undefined;
  if (error instanceof DomainError && error.code === 'rate-limited') {
    await updateConnection(deps.db, connection, { problem: error.message });
    return { again: (error.retryAfter ?? 0) * SECOND };
  }
  if (!(error instanceof ShopError)) throw error;
  if (error.kind === 'denied' || error.kind === 'forbidden' || error.kind === 'refused') {
    await fail(deps, connection, error.message);
    return undefined;
  }
  const isOver = deps.clock.now() - Date.parse(connection.checkedAt ?? connection.since) >= SHOP_PATIENCE;
  if (isOver) {
    await fail(deps, connection, EVENT_MESSAGES.shopSilent);
    return undefined;
  }
  await updateConnection(deps.db, connection, { problem: error.message });
  throw error;
}

/** Has the shop deliver to the source. @returns how much of that was off or missing. */
async function deliver(deps: ConnectionJobDeps, { api, shop, hookUrl, source }: OwnWork): Promise<number> {
  const held = source.secret === null ? null : await deps.sealedTexts.open(source.secret);
  const { repaired, secret } = await api.deliver(shop, hookUrl, held);
  if (secret !== null)
    await updateSource(deps.db, source, {
      secret: await deps.sealedTexts.seal(secret),
      previousSecret: source.secret,
      previousSecretUntil: source.secret === null ? null : isoOf(deps.clock.now() + PREVIOUS_SECRET_LIFE),
    });
  return repaired;
}

type Progress = Parameters<typeof updateConnection>[2];

/**
 * Stores what a page of orders says as a delivery's is, and how far the connection is in the same transaction.
 * @returns false when the source or its connection has ended meanwhile.
 */
async function storePage(deps: ConnectionJobDeps, work: OwnWork, readings: Reading[], progress: Progress) {
  const { connection, site, source } = work;
  const read = readings.filter((one) => one.verdict === 'read');
  const events = read
    .flatMap((one) => one.events)
    .map((event) => withoutForeignLinks(event, site, source))
    .filter((event) => issuesOf(event, site, source, deps.clock.now()).length === 0);
  await deps.storage.take(site.ownerId, 'stored', recordsOf(events));
  let told = await storedOf(deps, events, source, false, true);
  let left: Retracting[] = [];
  for (const one of read.flatMap(({ retractions }) => retractions))
    left.push(await startRetracting(deps, site.id, source.id, one, null));
  const store = async (db: Db) => {
    const part = await takeDelivery(deps, db, source, told, left);
    const isGoingOn = part.left.length > 0 || (await updateConnection(db, connection, progress));
    return { ...part, isGoingOn };
  };
  for (;;) {
    const part = await deps.db.transaction().execute(store);
    [told, left] = [[], part.left];
    const { accepted, completed, retracted } = part.taken;
    if (accepted + completed + retracted > 0) void deps.projector.changed(site.id, retracted > 0);
    if (left.length === 0) return part.isGoingOn;
    await nextTurn();
  }
}

export const CONNECTION_JOBS = {
  /** Has the shop deliver, and reads one page of its past orders. What happens meanwhile is delivered already. */
  async 'read-shop'(deps, id) {
    const work = await findOwnWork(deps, id);
    if (work?.connection.state !== 'reading') return undefined;
    const { connection, api, shop } = work;
    try {
      if (connection.cursor === null) await deliver(deps, work);
      const { since: until, cursor: from } = connection;
      const since = isoOf(Date.parse(until) - PAST_ORDERS_LIFE);
      const page = await api.read(shop, { since, until, from });
      const found =
        connection.found + page.readings.filter((one) => one.verdict === 'read' && one.events.length > 0).length;
      const read = connection.read + (page.orders ?? page.readings.length);
      const isEnough = found >= PAST_ORDERS_MAX || read >= ORDERS_LOOKED_THROUGH;
      const cursor = isEnough ? page.rest : page.next;
      const isDone = cursor === null;
      const now = isoNow(deps.clock);
      const isGoingOn = await storePage(deps, work, page.readings, {
        ...{ read, found, cursor, problem: null, checkedAt: now },
        total: page.total === null ? connection.total : Math.min(page.total, ORDERS_LOOKED_THROUGH),
        ...(isDone && { state: 'connected', readAt: now }),
      });
      return isDone || !isGoingOn ? undefined : { again: 0 };
    } catch (error) {
      return noteFault(deps, work, error);
    }
  },

  /** Switches on again what the shop has switched off, and tells the owner. */
  async 'check-shop'(deps, id) {
    const work = await findOwnWork(deps, id);
    if (!work || !['connected', 'failed'].includes(work.connection.state)) return undefined;
    try {
      const repaired = await deliver(deps, work);
      const now = isoNow(deps.clock);
      const isRead = work.connection.readAt !== null;
      await deps.db.transaction().execute(async (db) => {
        await updateConnection(db, work.connection, {
          state: isRead ? 'connected' : 'reading',
          ...{ problem: null, checkedAt: now },
          ...(repaired > 0 && { note: EVENT_MESSAGES.hooksRepaired, notedAt: now }),
        });
        if (!isRead) await requestJob(db, 'read-shop', id, now);
      });
      return undefined;
    } catch (error) {
      return noteFault(deps, work, error);
    }
  },

  /** Removes what was made at the shop, and then the keys. A shop that is gone, or takes them no longer, is left as it is. */
  async 'leave-shop'(deps, id) {
    if ((await findConnection(deps.db, id))?.state !== 'leaving') return undefined;
    const work = await findWork(deps, id);
    if (work && !(await isUsedAgain(deps.db, work.connection))) {
      const isOver = isoNow(deps.clock) >= (work.connection.until ?? '');
      await work.api.leave(work.shop, work.hookUrl).catch((error: unknown) => {
        if (!(error instanceof ShopError) || (error.kind === 'unavailable' && !isOver)) throw error;
      });
    }
    await deleteConnection(deps.db, id);
    return undefined;
  },
} satisfies Partial<Record<JobKind, JobHandler<ConnectionJobDeps>>>;

/** @returns whether the source was connected to the same shop again: what is there is needed. */
async function isUsedAgain(db: Db, { siteId, sourceId, shop }: StoredConnection): Promise<boolean> {
  const all = await listConnections(db, siteId);
  return all.some((one) => one.sourceId === sourceId && one.shop === shop && one.keys !== null);
}

/** Queues the daily look at each shop, and forgets the consents that never came. */
export async function queueChecks({ clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  const now = clock.now();
  await deleteOldWaiting(db, isoOf(now - SHOP_CHECK));
  for (const id of await listUnchecked(db, isoOf(now - SHOP_CHECK))) await ensureJob(db, 'check-shop', id, isoOf(now));
}
