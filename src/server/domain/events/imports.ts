// The files that a source was given: listed with what became of them, and undone.
import { setTimeout as pause } from 'node:timers/promises';
import type { Import, ImportList, ImportListInput, ImportRef } from '#shared/contract/import.ts';
import { pageOf } from '#shared/contract/text.ts';
import { EVENT_MESSAGES } from '#shared/event-messages.ts';
import { isoNow, MINUTE, SECOND } from '#shared/time.ts';
import { overtakeCounts } from '../../db/aggregates.ts';
import {
  deleteEventsOfImport,
  deleteImport,
  deleteNotificationsOfImport,
  findImport,
  listImports as findImports,
  hasImport,
  listUndoing,
  startUndoing,
  stopLeftImports,
} from '../../db/imports.ts';
import type { Db } from '../../db/open.ts';
import { lockSite } from '../../db/sites.ts';
import { bumpWidgetsOfSite } from '../../db/widgets.ts';
import type { Deps } from '../../deps.ts';
import { ownSite, ownSource, type VerifiedActor } from '../access.ts';
import { DomainError } from '../errors.ts';

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

/** How long somebody who undoes an import waits for its last event to be gone: of most files it is by then. */
const PATIENCE = 5 * SECOND;

/**
 * Undoes an import: deletes the events that came in it and were not delivered since, and their notifications. One that is
 * running ends. Nothing of it shows or counts any more when this returns; the last events of a large file are deleted a
 * little later.
 * @throws not-found; conflict while another file is imported to the source: what both tell of came in the first only, and
 * would be gone
 */
export async function undoImport(deps: Deps, actor: VerifiedActor, ref: ImportRef): Promise<void> {
  const { clock, database, db, embedChanges, projector, removals } = deps;
  const { site, source, found } = await ownImport(db, actor, ref);
  const { id } = found;
  await db.transaction().execute(async (tx) => {
    // Widgets before their site and the notifications below them, as everywhere else.
    await bumpWidgetsOfSite(tx, ref.siteId, isoNow(clock));
    await lockSite(tx, site);
    if (await hasImport(tx, source, 'running', id)) throw new DomainError('conflict', EVENT_MESSAGES.csvRunning);
    await startUndoing(tx, id, isoNow(clock));
    await deleteNotificationsOfImport(tx, ref.siteId, id);
    await overtakeCounts(database, tx, ref.siteId);
  });
  embedChanges.changed(ref.siteId);
  await projector.changed(ref.siteId, true);
  const waiting = new AbortController();
  const patience = pause(PATIENCE, undefined, { ref: false, signal: waiting.signal }).catch(() => {});
  await Promise.race([removals.finish(), patience]);
  waiting.abort();
}

/** Whoever takes a file says so more often, however slowly it comes (import-file.ts): who didn't is gone. */
const LEFT_AFTER = 2 * MINUTE;

/** For the start of a server: on SQLite it is the only one, so whatever seems to run has ended with the one before. */
export async function stopImportsOfLastRun({
  clock,
  db,
  database,
}: Pick<Deps, 'clock' | 'db' | 'database'>): Promise<void> {
  const now = isoNow(clock);
  if (database.dialect === 'sqlite') await stopLeftImports(db, null, EVENT_MESSAGES.csvLeft, now);
}

/** Deletes the events of imports that are being undone, a few at a time, and ends those that a process left when it died. */
export async function endImports(
  { clock, db, projector }: Pick<Deps, 'clock' | 'db' | 'projector'>,
  stopping: AbortSignal,
): Promise<void> {
  const now = isoNow(clock);
  for (const { id, siteId } of await listUndoing(db)) {
    await deleteEventsOfImport(db, id, stopping);
    if (stopping.aborted) return;
    await deleteImport(db, id);
    // A place may be named no longer, now that fewer events came from it.
    void projector.changed(siteId, true);
  }
  await stopLeftImports(db, new Date(clock.now() - LEFT_AFTER).toISOString(), EVENT_MESSAGES.csvLeft, now);
}
