// Imports a CSV file of events while it is uploaded: some rows at a time, each in a transaction of its own, so that a long
// file needs no more memory than a short one, and nobody waits for it. If the rest of a file can't be imported, its first
// rows stay. An import can be undone, and sending the file again adds nothing twice.

import type { Import } from '#shared/contract/import.ts';
import type { SourceRef } from '#shared/contract/source.ts';
import { type Layout, layoutOf, withProvenOrder } from '#shared/csv-columns.ts';
import { EVENT_MESSAGES } from '#shared/event-messages.ts';
import { MESSAGES } from '#shared/messages.ts';
import { isHookKind, SOURCE_KIND_FACTS } from '#shared/source-kinds.ts';
import { isoNow } from '#shared/time.ts';
import type { StoredEvent } from '../../db/events.ts';
import { deleteImport, findImport, hasImport, insertImport, lockImport, updateImport } from '../../db/imports.ts';
import type { Db } from '../../db/open.ts';
import type { Owned } from '../../db/owned.ts';
import { lockSite } from '../../db/sites.ts';
import { findSource, lockEventsOf, type StoredSource } from '../../db/sources.ts';
import type { Deps } from '../../deps.ts';
import { makePieces, makeTurns } from '../../turns.ts';
import { ownSite, ownSource, type VerifiedActor } from '../access.ts';
import { DomainError, invalid, isUnavailable } from '../errors.ts';
import type { CsvRow } from '../ports.ts';
import { type Counts, endOrders, eventsOf, type FullRow, type Running } from './import-rows.ts';
import { keepAlive, stopImport, undoImport } from './imports.ts';
import { recordsOf } from './storage.ts';
import { storedOf } from './stored-event.ts';
import { LEAST_AT_ONCE, noteDelivery, ROWS_AT_ONCE, takeRows } from './take.ts';

/** Rows that are read and counted before they are stored. */
const BATCH = 1_000;
/** Rows in one transaction: a commit costs as much as some hundred of them. Visitors have their turns in between. */
export const ROWS_A_COMMIT = 250;

const PROBLEMS: Record<Extract<CsvRow, { problem: unknown }>['problem'], string> = {
  encoding: EVENT_MESSAGES.csvEncoding,
  quotes: EVENT_MESSAGES.csvQuotes,
  columns: EVENT_MESSAGES.csvTooManyColumns,
};

/** Why reading ended: the file's end (null), or what is wrong with the rest; the error if the file isn't to blame. */
type End = { reason: string | null; error?: DomainError };
type Rows = AsyncGenerator<CsvRow, void, undefined>;

/** @returns the next row, or why reading ended. @throws errors of the upload, except that it broke off */
async function nextOf(rows: Rows): Promise<FullRow | End> {
  const next = await rows.next().catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'validation') return null;
    throw error;
  });
  if (next === null) return { reason: EVENT_MESSAGES.csvCut };
  if (next.done || !next.value) return { reason: null };
  const row = next.value;
  if ('cells' in row) return row;
  return { reason: `Line ${new Intl.NumberFormat('en').format(row.line)}: ${PROBLEMS[row.problem]}` };
}

/** @returns the error of a file without any imported row. */
const nothingTaken = ({ reason, error }: End): DomainError =>
  error ??
  invalid('body', reason === EVENT_MESSAGES.csvCut ? MESSAGES.incomplete : (reason ?? EVENT_MESSAGES.csvEmpty));

/** @returns what the columns mean. @throws validation */
function readHeader(first: FullRow | End, source: StoredSource): Layout {
  if (!('cells' in first)) throw nothingTaken(first);
  const layout = layoutOf(first.cells, source.mapping);
  if (Array.isArray(layout)) throw new DomainError('validation', EVENT_MESSAGES.csvColumns, { fields: layout });
  return layout;
}

/**
 * Stores the events of the rows, some at a time, with turns for others in between.
 * @throws conflict when the import was undone, not-found when its source is gone; rate-limited, and then stores nothing
 */
async function takeBatch(deps: Deps, running: Running, rows: readonly FullRow[]): Promise<undefined> {
  const { site, source } = running;
  const refusedBefore = running.refusals.length;
  running.layout = withProvenOrder(running.layout, rows);
  const { events, ended } = await eventsOf(deps, running, rows);
  await deps.storage.take(site.ownerId, 'stored', Math.max(rows.length, recordsOf(events)));
  const hasRefused = running.refusals.length > refusedBefore;
  const told = await storedOf(deps, events, source, false);
  // Also for a batch without events: its counts are stored.
  for (let at = 0; at === 0 || at < told.length; at += ROWS_A_COMMIT) {
    await running.turn();
    const some = told.slice(at, at + ROWS_A_COMMIT);
    const part = { left: told.length - at - some.length, hasRefused: hasRefused && at === 0 };
    await takeEvents(deps, running, some, part);
  }
  if (ended.length > 0) await endOrders(deps, running, ended);
  // A shop's light tells whether the shop itself delivers.
  if (!isHookKind(source.kind)) await noteDelivery(deps, source);
}

type Part = {
  /** How many events of the counted rows are still to be stored. */
  left: number;
  hasRefused: boolean;
};

/** Stores events in a transaction. @throws as takeBatch */
async function takeEvents(
  deps: Deps,
  running: Running,
  events: readonly StoredEvent[],
  { left, hasRefused }: Part,
): Promise<void> {
  const { id, site, source, counts, pieces } = running;
  const taken = await deps.db.transaction().execute(async (db) => {
    if (!(await lockEventsOf(db, site.id, source.id))) return null;
    if (!(await lockImport(db, id))) return null;
    const more = { accepted: 0, duplicates: 0, retracted: 0 };
    for (let at = 0; at < events.length; ) {
      const some = events.slice(at, at + pieces.size());
      const start = performance.now();
      const part = await takeRows(deps, db, source, id, some);
      pieces.took(performance.now() - start, some.length);
      for (const name of ['accepted', 'duplicates', 'retracted'] as const) more[name] += part[name];
      at += some.length;
    }
    await updateImport(db, id, {
      ...counts,
      rows: counts.rows - left,
      accepted: counts.accepted + more.accepted,
      duplicates: counts.duplicates + more.duplicates,
      ...(hasRefused && { refusals: running.refusals }),
      touchedAt: isoNow(deps.clock),
    });
    return more;
  });
  if (!taken) throw await goneError(deps, running);
  counts.accepted += taken.accepted;
  counts.duplicates += taken.duplicates;
  if (taken.retracted > 0) void deps.projector.changed(site.id, true);
}

/** @returns why no more rows can be taken. */
async function goneError({ db }: Deps, { id, site, source }: Running): Promise<DomainError> {
  if (!(await findSource(db, site, source.id))) return new DomainError('not-found', EVENT_MESSAGES.sourceNotFound);
  // Another server may have ended it, because it looked abandoned.
  const found = await findImport(db, source, id);
  return new DomainError('conflict', found?.reason ?? EVENT_MESSAGES.csvUndone);
}

/** @returns the end of a file for which its account has stored too much. @throws any other error */
function endBy(error: unknown): End {
  if (!(error instanceof DomainError) || error.code !== 'rate-limited') throw error;
  return { reason: EVENT_MESSAGES.csvStoredTooMuch, error };
}

/** Takes all rows. @returns what ended the file. */
async function takeAll(deps: Deps, running: Running, rows: Rows): Promise<End> {
  for (;;) {
    const batch: FullRow[] = [];
    let end: End | null = null;
    while (!end && batch.length < BATCH) {
      await running.turn();
      const next = await nextOf(rows);
      if ('cells' in next) batch.push(next);
      else end = next;
    }
    if (batch.length > 0) end = (await takeBatch(deps, running, batch).catch(endBy)) ?? end;
    if (end) return end;
  }
}

/** @throws conflict while an import is being undone: its rows would count as duplicates, and then be deleted */
async function checkUndoing(db: Db, source: Owned<StoredSource>): Promise<void> {
  if (await hasImport(db, source, 'undoing')) throw new DomainError('conflict', EVENT_MESSAGES.csvUndoing);
}

/**
 * Imports a file.
 * @param parts of the file, as they arrive; a validation error says that the upload broke off.
 * @returns what became of it: with state 'stopped' when only the rows before some line could be taken.
 * @throws not-found; conflict for a source that takes no files, or when it is undone meanwhile; validation when no row
 * could be taken; rate-limited when the account has stored too much for even one; whatever `parts` throws that is a
 * DomainError: then nothing is kept, unless another file is being imported to the source
 */
export async function importFile(
  deps: Deps,
  actor: VerifiedActor,
  { siteId, sourceId }: SourceRef,
  parts: AsyncIterable<Uint8Array>,
): Promise<Import> {
  const { clock, db, ids } = deps;
  const site = await ownSite(db, actor, siteId);
  const source = await ownSource(db, site, sourceId);
  if (!SOURCE_KIND_FACTS[source.kind].takesFiles) throw new DomainError('conflict', EVENT_MESSAGES.noFilesHere);
  await checkUndoing(db, source);
  // Of the import itself.
  await deps.storage.take(site.ownerId, 'stored', 1);
  const rows = deps.csv.read(parts);
  try {
    const layout = readHeader(await nextOf(rows), source);
    const counts: Counts = { rows: 0, accepted: 0, duplicates: 0, skipped: 0, refused: 0 };
    const pieces = makePieces(ROWS_AT_ONCE, deps.database.dialect === 'sqlite' ? LEAST_AT_ONCE : ROWS_AT_ONCE);
    const atFirst = { refusals: [], incomplete: 0, before: null, turn: makeTurns(), pieces };
    const running: Running = { id: ids.next(), site, source, layout, counts, ...atFirst };
    const { id, refusals } = running;
    const startedAt = isoNow(clock);
    const start = { siteId: site.id, sourceId: source.id, state: 'running', reason: null, finishedAt: null } as const;
    await db.transaction().execute(async (tx) => {
      // Undoing an import locks the site, too: neither begins while the other has begun.
      if (!(await lockSite(tx, site)) || !(await findSource(tx, site, source.id)))
        throw new DomainError('not-found', EVENT_MESSAGES.sourceNotFound);
      await checkUndoing(tx, source);
      await insertImport(tx, { id, ...start, ...counts, refusals, startedAt, touchedAt: startedAt });
    });
    return await finish(deps, actor, running, rows);
  } finally {
    await rows.return();
  }
}

/** Imports the rows, and stores how the import ended. */
async function finish(deps: Deps, actor: VerifiedActor, running: Running, rows: Rows): Promise<Import> {
  const { db, clock, projector } = deps;
  const { id, site, source, counts } = running;
  const letGo = keepAlive(deps, id);
  try {
    const end = await takeAll(deps, running, rows);
    const { reason } = end;
    if (reason !== null && counts.accepted + counts.duplicates === 0) {
      await deleteImport(db, id);
      throw nothingTaken(end);
    }
    const now = isoNow(clock);
    const state = reason === null ? 'done' : 'stopped';
    await updateImport(db, id, { state, reason, finishedAt: now, touchedAt: now });
  } catch (error) {
    if (error instanceof DomainError && error.code === 'too-large') {
      const ref = { siteId: site.id, sourceId: source.id, importId: id };
      await undoImport(deps, actor, ref).catch(async (refusal: unknown) => {
        if (!(refusal instanceof DomainError) || refusal.code !== 'conflict') throw refusal;
        await stopImport(deps, id, EVENT_MESSAGES.csvTooLarge);
        throw new DomainError('too-large', EVENT_MESSAGES.csvTooLarge);
      });
    } else if (!(error instanceof DomainError))
      await stopImport(deps, id, isUnavailable(error) ? EVENT_MESSAGES.csvStored : EVENT_MESSAGES.csvFailed);
    throw error;
  } finally {
    letGo();
    if (counts.accepted > 0) await projector.changed(site.id);
  }
  const found = await findImport(db, source, id);
  if (!found) throw await goneError(deps, running);
  return found;
}
