// Deliveries to a source's own address. One with the source's signature is believed, and answered once it is stored. An
// unreadable one is answered 200, too, and logged: senders switch off an address that refuses too often.
import type { EventInput } from '#shared/contract/event.ts';
import { isStorable } from '#shared/contract/text.ts';
import { EVENT_MESSAGES } from '#shared/event-messages.ts';
import { HOOK_REFUSALS_MAX } from '#shared/limits.ts';
import { MESSAGES } from '#shared/messages.ts';
import { type HookKind, isHookKind } from '#shared/source-kinds.ts';
import { DAY, HOUR, isoNow, isoOf, MINUTE, SECOND } from '#shared/time.ts';
import { insertDelivery, type StoredDelivery } from '../../db/deliveries.ts';
import { isStanding } from '../../db/holds.ts';
import type { Db } from '../../db/open.ts';
import type { StoredSite } from '../../db/sites.ts';
import { clearFailures, recordReached, recordRefusal, type StoredSource } from '../../db/sources.ts';
import type { Deps } from '../../deps.ts';
import { makeTurns, nextTurn } from '../../turns.ts';
import { DomainError } from '../errors.ts';
import type { RawDelivery } from '../ports.ts';
import { take } from '../rate-limit.ts';
import { keepBody } from './capture.ts';
import type { Reading, Retraction } from './delivery.ts';
import { startRetracting } from './retract.ts';
import { recordsOf } from './storage.ts';
import { storedOf } from './stored-event.ts';
import { issuesOf, NOTHING, noteDelivery, type Taken, takeDelivery, withoutForeignLinks } from './take.ts';
import type { Retracting } from './unfinished-retractions.ts';

/** @returns the secrets that are accepted now, as they were entered. */
async function secretsOf({ clock, sealedTexts }: Deps, source: StoredSource): Promise<string[]> {
  const { secret, previousSecret, previousSecretUntil } = source;
  const isPreviousGood = previousSecretUntil !== null && Date.parse(previousSecretUntil) > clock.now();
  const sealed = [secret, isPreviousGood ? previousSecret : null].filter((one) => one !== null);
  const opened = await Promise.all(sealed.map((one) => sealedTexts.open(one)));
  return opened.filter((one) => one !== null);
}

/** @param now ms. @returns how the delivery proves where it comes from. */
function checkOf({ vendors }: Deps, kind: HookKind, secrets: readonly string[], raw: RawDelivery, now: number) {
  const checks = secrets.map((secret) => vendors.check(kind, raw, secret, now));
  return checks.find((check) => check !== 'none') ?? 'none';
}

/** @throws rate-limited after too many deliveries that were refused for their signature */
const countRefused = (deps: Deps, { id }: StoredSource) =>
  take(deps, `hook:${id}`, HOOK_REFUSALS_MAX, MINUTE / SECOND, EVENT_MESSAGES.hookFlooded);

/** Counts an unsigned delivery. @throws unauthenticated; rate-limited after too many */
async function refuseUnsigned(deps: Deps, source: StoredSource): Promise<never> {
  await countRefused(deps, source);
  await recordRefusal(deps.db, source.id, isoNow(deps.clock));
  throw new DomainError('unauthenticated', EVENT_MESSAGES.hookUnsigned);
}

const COUNTED = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
] as const;

/** @returns a length of time in words, in a unit of which there are two or more. */
function roughly(ms: number): string {
  const [unit, one] = COUNTED.find(([, length]) => ms >= 2 * length) ?? ['minute', MINUTE];
  return new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format(Math.round(ms / one));
}

/** @returns how far a delivery's time is from ours, ms, if that alone is wrong with it; null otherwise. */
function distanceOf({ clock, vendors }: Deps, kind: HookKind, secrets: readonly string[], raw: RawDelivery) {
  const found = secrets.map((secret) => vendors.clockDistance(kind, raw, secret, clock.now()));
  return found.find((distance) => distance !== null) ?? null;
}

/** Notes, to the minute, that the sender tried the address. Such a ping is unsigned: anybody can send it. */
async function noteReached({ clock, db }: Deps, { id, reachedAt }: StoredSource): Promise<void> {
  const before = isoOf(clock.now() - MINUTE);
  if (reachedAt === null || reachedAt < before) await recordReached(db, id, isoNow(clock), before);
}

/** Notes that a delivery is stored, and ends a run of failures. */
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

/** A delivery whose body is yet to come. */
type ComingDelivery = Pick<RawDelivery, 'field'> & {
  /**
   * @param ownerId whose source it is for. @param mayProve whether what came before it can prove who sent it.
   * @returns null for a body that is too large to be held without a proof.
   */
  readBody(ownerId: string, mayProve: boolean): Promise<Uint8Array | null>;
};

/** Counts the delivery itself, too. One with retractions counts as erasing. @throws rate-limited */
async function countStored({ storage }: Deps, { ownerId }: StoredSite, reading: Reading): Promise<void> {
  if (reading.verdict !== 'read') return storage.take(ownerId, 'stored', 1);
  const { events, retractions } = reading;
  await storage.take(ownerId, retractions.length > 0 ? 'erased' : 'stored', 1 + recordsOf([...events, ...retractions]));
}

/** @returns the sum of two parts of a delivery. */
const sumOf = (before: Taken, more: Taken): Taken => ({
  accepted: before.accepted + more.accepted,
  duplicates: before.duplicates + more.duplicates,
  completed: before.completed + more.completed,
  retracted: before.retracted + more.retracted,
  eventKey: before.eventKey ?? more.eventKey,
  untied: before.untied ?? more.untied,
});

/** @returns what the log says of a word about payments alone that changed nothing: most orders are unpaid before they are paid. */
function idleReason(retractions: readonly Retraction[], { accepted, duplicates, completed, retracted }: Taken) {
  const [first] = retractions;
  if (!first || accepted + duplicates + completed + retracted > 0) return null;
  // A dispute that is told again is one.
  if (!retractions.every(({ because }) => isStanding(because) && because !== 'in-dispute')) return null;
  return first.because === 'paid' ? 'Nothing of it is on hold' : 'The order is not paid yet';
}

/** What a sender is told of a delivery that is dealt with. */
export type HookAnswer = {
  /** How many of its events are stored, whether or not they were before. */
  events: number;
  /** Why nothing, or not all of it, could be used, without any value of its body; undefined when nothing is wrong with it. */
  problem?: string;
};

/**
 * Takes one delivery. Once this returns, what it says is durable; the notifications follow within a second or so.
 * @throws not-found for an address that no source has, or no longer; unauthenticated for what was not signed; rate-limited
 * after many of those, and when its account has stored too much; whatever the database throws: then nothing of it is
 * stored, but for what it had retracted already. The sender delivers again, and what is retracted stays so
 */
export async function takeHook(deps: Deps, sourceId: string, { field, readBody }: ComingDelivery): Promise<HookAnswer> {
  const { clock, db, hotReads, ids, vendors } = deps;
  const source = isStorable(sourceId) ? await hotReads.sourceById(sourceId) : undefined;
  const site = source && (await hotReads.siteById(source.siteId));
  if (!site || !isHookKind(source.kind)) throw new DomainError('not-found', MESSAGES.notFound);
  const { kind } = source;
  const secrets = await secretsOf(deps, source);
  const mayProve = secrets.some((secret) => vendors.mayProve(kind, field, secret, clock.now()));
  // Not before: an unknown address holds no body in memory.
  const body = await readBody(site.ownerId, mayProve);
  if (!body) return refuseUnsigned(deps, source);
  const raw = { field, body };
  if (vendors.isPing(kind, raw)) {
    await noteReached(deps, source);
    return { events: 0 };
  }
  const check = checkOf(deps, kind, secrets, raw, clock.now());
  const distance = check === 'none' ? distanceOf(deps, kind, secrets, raw) : null;
  if (check === 'none' && distance === null) return refuseUnsigned(deps, source);
  const isSigned = check !== 'bearer';
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
  if (distance !== null) {
    // Its sender has the secret: the owner reads it, and doesn't look for another.
    await countRefused(deps, source);
    await deps.storage.take(site.ownerId, 'stored', 1);
    const reason = `Its clock or ours is off by ${roughly(distance)}`;
    await recordRefusal(db, source.id, isoNow(clock));
    await insertDelivery(db, log('refused', reason, NOTHING));
    throw new DomainError('unauthenticated', `${EVENT_MESSAGES.hookUntimely}. ${reason}`);
  }
  const reading = vendors.read(kind, raw, clock.now(), source.mapping);
  await countStored(deps, site, reading).catch(async (error: unknown) => {
    // Once an hour, so that its owner reads why nothing comes any more.
    const note = { key: `stored-note:${source.id}`, limit: 1, seconds: HOUR / SECOND };
    if (error instanceof DomainError && (await deps.limiter.take(note)) === 0)
      await insertDelivery(db, log('refused', error.message, NOTHING));
    throw error;
  });
  await keepBody(deps, source, raw.body, reading.verdict === 'refused');
  if (reading.verdict !== 'read') {
    await insertDelivery(db, log(reading.verdict, reading.verdict === 'test' ? null : reading.reason, NOTHING));
    await noteStored(deps, source);
    return { events: 0, ...(reading.verdict === 'refused' && { problem: reading.reason }) };
  }
  const { events, reason } = checked(deps, reading.events, site, source);
  const isNothing = events.length + reading.retractions.length === 0;
  let told = await storedOf(deps, events, source, isSigned);
  let left: Retracting[] = [];
  const turn = makeTurns();
  for (const one of reading.retractions) {
    await turn();
    left.push(await startRetracting(deps, source.siteId, source.id, one, deliveryId));
  }
  let taken = NOTHING;
  let problem: string | null = null;
  const store = async (tx: Db) => {
    const part = await takeDelivery(deps, tx, source, told, left);
    const all = sumOf(taken, part.taken);
    const isRefused = isNothing || all.untied !== null;
    const idle = isRefused ? null : idleReason(reading.retractions, all);
    const verdict = isRefused ? 'refused' : idle ? 'ignored' : 'taken';
    problem = all.untied ?? reason ?? reading.note ?? null;
    if (part.left.length === 0) await insertDelivery(tx, log(verdict, problem ?? idle, all));
    return { all, left: part.left };
  };
  try {
    do {
      // Others come first.
      if (taken !== NOTHING) await nextTurn();
      // By itself: a retraction may be of many events, and would make a commit with others long.
      const part =
        reading.retractions.length > 0
          ? await db.transaction().execute(store)
          : await deps.groupCommit.run(source.id, events.length, store);
      [taken, left, told] = [part.all, part.left, []];
      // Nothing of what is left shows any more, however long it takes.
      if (left.length > 0) void deps.projector.changed(source.siteId, true);
    } while (left.length > 0);
    await noteStored(deps, source);
  } finally {
    // Not awaited: the sender wants its answer, and the events are stored.
    if (taken.accepted + taken.completed + taken.retracted > 0)
      void deps.projector.changed(source.siteId, taken.retracted > 0);
  }
  return { events: taken.accepted + taken.duplicates, ...(problem !== null && { problem }) };
}
