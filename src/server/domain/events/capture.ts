// The last body of a webhook while its owner maps its fields, or that could not be read, where the owner wants that kept:
// encrypted, for an hour at most. It may contain anything that
// the sender sends, so that keys that may only read never get it, and no log and no export has it.
import type { Capture } from '#shared/contract/delivery.ts';
import type { SourceRef } from '#shared/contract/source.ts';
import { EVENT_MESSAGES } from '#shared/event-messages.ts';
import { CAPTURE_LIFE, CAPTURE_MAX_BYTES } from '#shared/limits.ts';
import { MESSAGES } from '#shared/messages.ts';
import { isoNow, isoOf, SECOND } from '#shared/time.ts';
import { closeCapture as close, findCapture, keepCapture, keepUnread, openCapture as open } from '../../db/captures.ts';
import type { Owned } from '../../db/owned.ts';
import { lockSite } from '../../db/sites.ts';
import type { StoredSource } from '../../db/sources.ts';
import type { Deps } from '../../deps.ts';
import { mayReadPersonal, ownSite, ownSource, type VerifiedActor } from '../access.ts';
import { DomainError } from '../errors.ts';

/** @returns the source's capture; null without one. */
async function captureOf({ db, clock, sealedTexts }: Deps, source: Owned<StoredSource>): Promise<Capture | null> {
  const found = await findCapture(db, source);
  const unreadUntil = found?.is_unread ? isoOf(Date.parse(found.at) + CAPTURE_LIFE) : null;
  const until = [source.captureUntil, unreadUntil].find((one) => one !== null && one > isoNow(clock));
  if (!until) return null;
  return {
    until,
    receivedAt: found?.at ?? null,
    body: found?.body ? await sealedTexts.openOnce(found.body) : null,
  };
}

/**
 * Keeps the last body from now on, for an hour. Open already, the hour begins anew.
 * @returns the last one, if there is one already. @throws not-found; conflict for other kinds of sources
 */
export async function openCapture(deps: Deps, actor: VerifiedActor, { siteId, sourceId }: SourceRef): Promise<Capture> {
  const now = deps.clock.now();
  const until = isoOf(now + CAPTURE_LIFE);
  const site = await ownSite(deps.db, actor, siteId);
  const source = await deps.db.transaction().execute(async (db) => {
    await lockSite(db, site);
    const own = await ownSource(db, site, sourceId);
    if (own.kind !== 'webhook') throw new DomainError('conflict', EVENT_MESSAGES.noMappingHere);
    await open(db, own, until, isoOf(now));
    return own;
  });
  return (await captureOf(deps, { ...source, captureUntil: until })) ?? { until, receivedAt: null, body: null };
}

/** @returns the last body; null while none is kept. @throws not-found; forbidden for keys that may only read */
export async function readCapture(
  deps: Deps,
  actor: VerifiedActor,
  { siteId, sourceId }: SourceRef,
): Promise<Capture | null> {
  const source = await ownSource(deps.db, await ownSite(deps.db, actor, siteId), sourceId);
  if (!mayReadPersonal(actor)) throw new DomainError('forbidden', MESSAGES.keyReadOnly);
  return captureOf(deps, source);
}

/** Ends capturing, and deletes the last body. @throws not-found */
export async function closeCapture(deps: Deps, actor: VerifiedActor, { siteId, sourceId }: SourceRef): Promise<void> {
  const site = await ownSite(deps.db, actor, siteId);
  await deps.db.transaction().execute(async (db) => {
    await lockSite(db, site);
    await close(db, await ownSource(db, site, sourceId));
  });
}

/**
 * Keeps the body of a correctly signed delivery, if its owner is mapping fields, or it could not be read and its owner
 * wants to see why: one a second at most.
 */
export async function keepBody(
  { clock, db, sealedTexts }: Deps,
  { id, captureUntil, isUnreadKept }: StoredSource,
  body: Uint8Array,
  isUnread: boolean,
): Promise<void> {
  const at = isoNow(clock);
  const isMapped = captureUntil !== null && captureUntil > at;
  if (!isMapped && !(isUnread && isUnreadKept)) return;
  const isTooLarge = body.length > CAPTURE_MAX_BYTES;
  const sealed = isTooLarge ? null : await sealedTexts.seal(new TextDecoder().decode(body));
  const keep = isMapped ? keepCapture : keepUnread;
  await keep(db, id, { at, body: sealed }, isoOf(clock.now() - SECOND));
}
