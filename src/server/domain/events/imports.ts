// The files that a source was given: listed with what became of them, and taken back.
import type { Import, ImportList, ImportListInput, ImportRef } from '#shared/contract/import.ts';
import { pageOf } from '#shared/contract/text.ts';
import { EVENT_MESSAGES } from '#shared/event-messages.ts';
import { isoNow, MINUTE } from '#shared/time.ts';
import {
  deleteImport,
  deleteNotificationsOfImport,
  eventsOfImport,
  findImport,
  listImports as findImports,
  listLeftImports,
  startUndoing,
  updateImport,
} from '../../db/imports.ts';
import { deleteAll } from '../../db/removals.ts';
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

/** @returns an import with its refused rows. @throws not-found */
export async function getImport(
  { db }: Deps,
  actor: VerifiedActor,
  { siteId, sourceId, importId }: ImportRef,
): Promise<Import> {
  const source = await ownSource(db, await ownSite(db, actor, siteId), sourceId);
  const found = await findImport(db, source, importId);
  if (!found) throw new DomainError('not-found', EVENT_MESSAGES.importNotFound);
  return found;
}

/** Deletes the events of an import that shows no longer, a few at a time, and then the import. */
async function deleteEvents({ db }: Pick<Deps, 'db'>, id: string, stopping: AbortSignal): Promise<void> {
  await deleteAll(db, 'events', eventsOfImport(db, id), stopping);
  if (!stopping.aborted) await deleteImport(db, id);
}

/** Somebody waits for it, and a stop cuts them off. */
const NEVER = new AbortController().signal;

/**
 * Takes an import back: the events that came in it, and their notifications. One that is running ends.
 * @throws not-found
 */
export async function undoImport(deps: Deps, actor: VerifiedActor, ref: ImportRef): Promise<void> {
  const { clock, db, embedChanges, projector } = deps;
  const { id } = await getImport(deps, actor, ref);
  // What shows goes at once, all of it together; the events behind it may be many.
  await db.transaction().execute(async (tx) => {
    await bumpWidgetsOfSite(tx, ref.siteId, isoNow(clock));
    await startUndoing(tx, id, isoNow(clock));
    await deleteNotificationsOfImport(tx, ref.siteId, id);
  });
  embedChanges.changed(ref.siteId);
  await deleteEvents(deps, id, NEVER);
  await projector.changed(ref.siteId, true);
}

/** Nobody takes so long for some rows: whoever did it is gone. */
const LEFT_AFTER = 2 * MINUTE;

/** Ends what a process left in the middle when it died: imports stop where they were, undone ones are undone. */
export async function endLeftImports({ clock, db }: Pick<Deps, 'clock' | 'db'>, stopping: AbortSignal): Promise<void> {
  const left = await listLeftImports(db, new Date(clock.now() - LEFT_AFTER).toISOString());
  for (const { id, state } of left) {
    const now = isoNow(clock);
    if (state === 'undoing') await deleteEvents({ db }, id, stopping);
    else {
      const reason = EVENT_MESSAGES.csvLeft;
      await updateImport(db, id, { state: 'stopped', reason, finishedAt: now, touchedAt: now });
    }
  }
}
