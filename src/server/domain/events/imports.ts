// A source's imports: listed with their results, and undone.
import { setTimeout as pause } from 'node:timers/promises';
import type { Import, ImportList, ImportListInput, ImportRef } from '#shared/contract/import.ts';
import { pageOf } from '#shared/contract/text.ts';
import { EVENT_MESSAGES } from '#shared/event-messages.ts';
import { isoNow, isoOf, MINUTE, SECOND } from '#shared/time.ts';
import { overtakeCounts } from '../../db/aggregates.ts';
import { deleteNotificationsOfSource } from '../../db/event-notifications.ts';
import {
  deleteEventsOfImport,
  deleteImport,
  findImport,
  listImports as findImports,
  hasImport,
  listUndoing,
  startUndoing,
  stopLeftImports,
  updateImport,
} from '../../db/imports.ts';
import type { Db } from '../../db/open.ts';
import { lockSite } from '../../db/sites.ts';
import { bumpWidgetsOfSite } from '../../db/widgets.ts';
import type { Deps } from '../../deps.ts';
import { ownSite, ownSource, type VerifiedActor } from '../access.ts';
import { DomainError, describeError, ignoreIfUnavailable } from '../errors.ts';

/** @returns one page of a source's imports, the last first. @throws not-found */
export async function listImports(
  { db }: Deps,
  actor: VerifiedActor,
  { siteId, sourceId, ...paging }: ImportListInput,
): Promise<ImportList> {
  const { page, limit, offset } = pageOf(paging);
  const source = await ownSource(db, await ownSite(db, actor, siteId), sourceId);
  return { ...(await findImports(db, source, { limit, offset })), page, limit };
}

/** @throws not-found */
async function ownImport(db: Db, actor: VerifiedActor, { siteId, sourceId, importId }: ImportRef) {
  const site = await ownSite(db, actor, siteId);
  const source = await ownSource(db, site, sourceId);
  const found = await findImport(db, source, importId);
  if (!found) throw new DomainError('not-found', EVENT_MESSAGES.importNotFound);
  return { site, source, found };
}

/** @returns an import with its refused rows. @throws not-found */
export const getImport = async ({ db }: Deps, actor: VerifiedActor, ref: ImportRef): Promise<Import> =>
  (await ownImport(db, actor, ref)).found;

/** How long undoing waits until the last event is deleted, which is enough for most files. */
const PATIENCE = 5 * SECOND;

/**
 * Undoes an import: deletes the events that came in it and were not delivered since, and their notifications. One that is
 * running ends. Nothing of it shows or counts any more when this returns; the last events of a large file are deleted a
 * little later.
 * @throws not-found; conflict while another file is imported to the source: events of both files belong to the first import,
 * and would be deleted
 */
export async function undoImport(deps: Deps, actor: VerifiedActor, ref: ImportRef): Promise<void> {
  const { clock, db, embedChanges, projector, removals } = deps;
  const { site, source, found } = await ownImport(db, actor, ref);
  const { id } = found;
  await db.transaction().execute(async (tx) => {
    // Widgets before their site and the notifications below them, as everywhere else.
    await bumpWidgetsOfSite(tx, ref.siteId, isoNow(clock));
    await lockSite(tx, site);
    if (await hasImport(tx, source, 'running', id)) throw new DomainError('conflict', EVENT_MESSAGES.csvRunning);
    await startUndoing(tx, id, isoNow(clock));
    await deleteNotificationsOfSource(tx, source, id);
    await overtakeCounts(tx, ref.siteId);
  });
  embedChanges.changed(ref.siteId);
  await projector.changed(ref.siteId, true);
  const waiting = new AbortController();
  const patience = pause(PATIENCE, undefined, { ref: false, signal: waiting.signal }).catch(() => {});
  await Promise.race([removals.finish(), patience]);
  waiting.abort();
}

/** An import without a sign of life for this long is abandoned. */
const LEFT_AFTER = 2 * MINUTE;

/** How often a running import gives a sign of life, however slowly its file arrives. */
const SIGN_OF_LIFE = 30 * SECOND;

/** Gives signs of life for an import. @returns a function that ends them. */
export function keepAlive({ clock, db, log }: Deps, id: string): () => void {
  const touch = () =>
    updateImport(db, id, { touchedAt: isoNow(clock) }).catch((error: unknown) =>
      log.warn(describeError(error), 'import not touched'),
    );
  const timer = setInterval(touch, SIGN_OF_LIFE).unref();
  return () => clearInterval(timer);
}

/** Marks an import as stopped; if the database is unavailable, the minute's sweep does it. */
export async function stopImport(deps: Pick<Deps, 'clock' | 'db'>, id: string, reason: string): Promise<void> {
  const now = isoNow(deps.clock);
  const change = { state: 'stopped', reason, finishedAt: now, touchedAt: now } as const;
  await updateImport(deps.db, id, change).catch(ignoreIfUnavailable);
}

/**
 * Ends the imports of processes that died, and deletes the events of imports that are being undone, a few at a time.
 * @param since imports without a sign of life since then (ISO) are abandoned: '' where other processes may be running.
 */
export async function endImports(
  { clock, db, projector }: Pick<Deps, 'clock' | 'db' | 'projector'>,
  since: string,
  stopping: AbortSignal,
): Promise<void> {
  const now = isoNow(clock);
  const silent = isoOf(clock.now() - LEFT_AFTER);
  await stopLeftImports(db, silent > since ? silent : since, EVENT_MESSAGES.csvLeft, now);
  for (const { id, siteId } of await listUndoing(db)) {
    await deleteEventsOfImport(db, id, stopping);
    if (stopping.aborted) return;
    await deleteImport(db, id);
    // With fewer events, a place may be too rare to be named.
    void projector.changed(siteId, true);
  }
}
