// Deliveries to a source's own address: whoever signed one with the source's secret is believed, and told at once that it
// is stored. What can't be read is answered 200, too, and logged: senders switch off an address that refuses too often.
import type { EventInput } from '#shared/contract/event.ts';
import { bodyMappingOf, type HookKind, isHookKind } from '#shared/contract/source.ts';
import { isStorable } from '#shared/contract/text.ts';
import { EVENT_MESSAGES } from '#shared/event-messages.ts';
import { HOOK_REFUSALS_MAX } from '#shared/limits.ts';
import { MESSAGES } from '#shared/messages.ts';
import { isoNow, MINUTE, SECOND } from '#shared/time.ts';
import { insertDelivery } from '../../db/deliveries.ts';
import type { StoredDelivery } from '../../db/events-schema.ts';
import type { Db } from '../../db/open.ts';
import type { StoredSite } from '../../db/sites.ts';
import { clearFailures, recordReached, recordRefusal, type StoredSource } from '../../db/sources.ts';
import type { Deps } from '../../deps.ts';
import { DomainError } from '../errors.ts';
import type { RawDelivery } from '../ports.ts';
import { keepBody } from './capture.ts';
import { issuesOf, noteDelivery, type Taken, takeDelivery, takeTogether, withoutForeignLinks } from './take.ts';

const NOTHING: Taken = { accepted: 0, duplicates: 0, completed: 0, retracted: 0, eventKey: null, untied: null };

/** @returns the secrets that are accepted now, as they were entered. */
async function secretsOf({ clock, sealedTexts }: Deps, source: StoredSource): Promise<string[]> {
  const { secret, previousSecret, previousSecretUntil } = source;
  const isPreviousGood = previousSecretUntil !== null && Date.parse(previousSecretUntil) > clock.now();
  const sealed = [secret, isPreviousGood ? previousSecret : null].filter((one) => one !== null);
  const opened = await Promise.all(sealed.map((one) => sealedTexts.open(one)));
  return opened.filter((one) => one !== null);
}

/** @returns how the delivery proves where it comes from. */
async function checkOf(deps: Deps, kind: HookKind, source: StoredSource, raw: RawDelivery) {
  for (const secret of await secretsOf(deps, source)) {
    const check = await deps.vendors.check(kind, raw, secret, deps.clock.now());
    if (check !== 'none') return check;
  }
  return 'none';
}

/** Counts what was not signed. @throws unauthenticated, or rate-limited when there is too much of it */
async function refuseUnsigned({ clock, db, limiter }: Deps, { id }: StoredSource): Promise<never> {
  const rule = { key: `hook:${id}`, limit: HOOK_REFUSALS_MAX, seconds: MINUTE / SECOND };
  const retryAfter = await limiter.take(rule);
  if (retryAfter > 0) throw new DomainError('rate-limited', EVENT_MESSAGES.hookFlooded, { retryAfter });
  await recordRefusal(db, id, isoNow(clock));
  throw new DomainError('unauthenticated', EVENT_MESSAGES.hookUnsigned);
}

/** Notes, to the minute, that the sender tried out the address. Nobody signs that, and anybody can send it. */
async function noteReached({ clock, db }: Deps, { id, reachedAt }: StoredSource): Promise<void> {
  const before = new Date(clock.now() - MINUTE).toISOString();
  if (reachedAt === null || reachedAt < before) await recordReached(db, id, isoNow(clock), before);
}

/** Notes that a delivery is stored, and ends a row of failures, if there was one. */
async function noteStored(deps: Deps, source: StoredSource): Promise<void> {
  await noteDelivery(deps, source);
  if (source.failures > 0) await clearFailures(deps.db, source.id);
}

/** @returns the events that can be stored, and what is wrong with the first that can't. */
function checked(deps: Deps, given: readonly EventInput[], site: StoredSite, source: StoredSource) {
  const events = given.map((event) => withoutForeignLinks(event, site, source));
  const issues = events.map((event) => issuesOf(event, site, source, deps.clock.now()));
  const wrong = issues.find(({ length }) => length > 0)?.[0];
  return {
    events: events.filter((_, index) => issues[index]?.length === 0),
    reason: wrong ? `${wrong.field}: ${wrong.message}` : null,
  };
}

/**
 * Takes one delivery. Once this returns, what it says is durable; the notifications follow within a second or so.
 * @throws not-found for an address that no source has, or no longer; unauthenticated for what was not signed, and after
 * many of those rate-limited; whatever the database throws: then nothing of it is stored
 */
export async function takeHook(deps: Deps, sourceId: string, raw: RawDelivery): Promise<void> {
  const { clock, db, hotReads, ids, vendors } = deps;
  const source = isStorable(sourceId) ? await hotReads.sourceById(sourceId) : undefined;
  const site = source && (await hotReads.siteById(source.siteId));
  if (!site || !isHookKind(source.kind)) throw new DomainError('not-found', MESSAGES.notFound);
  const { kind } = source;
  if (vendors.isPing(kind, raw)) {
    await noteReached(deps, source);
    return;
  }
  const check = await checkOf(deps, kind, source, raw);
  if (check === 'none') return refuseUnsigned(deps, source);
  const reading = vendors.read(kind, raw, clock.now(), bodyMappingOf(source));
  await keepBody(deps, source, raw.body);
  const isSigned = check === 'signed';
  const deliveryId = ids.next();
  const log = (
    verdict: StoredDelivery['verdict'],
    reason: string | null,
    { completed: _completed, untied: _untied, ...taken }: Taken,
  ): StoredDelivery => ({
    id: deliveryId,
    siteId: source.siteId,
    sourceId: source.id,
    at: isoNow(clock),
    verdict,
    reason,
    isSigned,
    ...taken,
  });
  if (reading.verdict !== 'read') {
    await insertDelivery(db, log(reading.verdict, reading.verdict === 'test' ? null : reading.reason, NOTHING));
    await noteStored(deps, source);
    return;
  }
  const { events, reason } = checked(deps, reading.events, site, source);
  const isNothing = events.length + reading.retractions.length === 0;
  const take = async (tx: Db, isAlone: boolean) => {
    const told = { by: deliveryId, isSigned, isAlone };
    const counts = await takeDelivery(deps, tx, source, events, reading.retractions, told);
    const isRefused = isNothing || counts.untied !== null;
    await insertDelivery(tx, log(isRefused ? 'refused' : 'taken', counts.untied ?? reason, counts));
    return counts;
  };
  const taken = await takeTogether(reading.retractions.length > 0, (isAlone) =>
    isAlone
      ? db.transaction().execute((tx) => take(tx, true))
      : deps.groupCommit.run(source.id, events[0]?.id ?? '', (tx) => take(tx, false)),
  );
  await noteStored(deps, source);
  // Nobody waits for it: the sender wants its answer, and what is stored is stored.
  if (taken.accepted + taken.completed + taken.retracted > 0)
    void deps.projector.changed(source.siteId, taken.retracted > 0);
}
