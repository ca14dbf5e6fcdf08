// How a source stands, and which of a site's have a problem that their owner can solve: a pure rule, which readSourceHealth()
// feeds.
import type { AttentionItem } from '#shared/contract/installation.ts';
import type { Source, SourceStatus } from '#shared/contract/source.ts';
import { FAILURES_UNTIL_OFF } from '#shared/limits.ts';
import { isHookKind } from '#shared/source-kinds.ts';
import { DAY, isoOf } from '#shared/time.ts';
import { listConnections, type StoredConnection } from '../../db/connections.ts';
import { findLastDelivery } from '../../db/deliveries.ts';
import { hasEventBetween } from '../../db/events.ts';
import type { Db } from '../../db/open.ts';
import type { Owned } from '../../db/owned.ts';
import type { StoredSite } from '../../db/sites.ts';
import { listSources, type StoredSource } from '../../db/sources.ts';

/**
 * @returns whether the shop has probably switched its webhook off. As soon as somebody saves the webhook there again, the
 * shop calls its address here.
 */
const isProbablyOff = ({
  kind,
  failures,
  failedAt,
  reachedAt,
}: Pick<StoredSource, 'kind' | 'failures' | 'failedAt' | 'reachedAt'>): boolean =>
  kind === 'woocommerce' && failures >= FAILURES_UNTIL_OFF && (reachedAt === null || reachedAt <= (failedAt ?? ''));

/** @returns how it stands with what is delivered to a source. */
export function statusOf(source: StoredSource): SourceStatus {
  const { kind, secret, lastDeliveryAt, refusedAt } = source;
  if (isHookKind(kind) && secret === null) return 'needs-secret';
  if (isProbablyOff(source)) return 'off';
  if (refusedAt !== null && (lastDeliveryAt === null || lastDeliveryAt < refusedAt)) return 'refused';
  return lastDeliveryAt === null ? 'waiting' : 'working';
}

/** @returns why a source's last delivery could not be used; null when it could, or none is on record. */
export async function findProblem(db: Db, { id, kind }: StoredSource): Promise<Source['lastProblem']> {
  const last = isHookKind(kind) ? await findLastDelivery(db, id) : null;
  return last?.verdict === 'refused' && last.reason !== null ? { at: last.at, reason: last.reason } : null;
}

/** How long a refusal is worth mentioning. */
const REFUSED_FOR = 7 * DAY;
/** A weekend is no silence. */
const SILENT_FOR = 3 * DAY;
/** A source tells something almost every day when it did so on this many of the last seven. */
const WEEK = 7;
const BUSY_DAYS = 5;

type Health = StoredSource & {
  /** The last one under a right secret, as the log has it; null when it is no longer there. */
  lastDelivery: Awaited<ReturnType<typeof findLastDelivery>>;
  /** On how many of the seven days up to the last delivery something came. */
  busyDays: number;
  /** Why its connection failed; null when it hasn't. */
  failure: string | null;
};

/** @returns a source's first problem to solve; null without one. @param now ms */
function sourceIssue(source: Health, now: number): AttentionItem | null {
  const { id, kind, name, secret, lastDeliveryAt, refusedAt, lastDelivery, busyDays, failures, failure } = source;
  const which = { sourceId: id, sourceKind: kind, name };
  const isRecent = (iso: string) => now - Date.parse(iso) < REFUSED_FOR;
  if (failure !== null) return { kind: 'source-disconnected', ...which, problem: failure };
  if (isHookKind(kind) && secret === null) return { kind: 'source-needs-secret', ...which, refusedAt };
  if (isProbablyOff(source)) return { kind: 'source-off', ...which, failures };
  if (refusedAt !== null && isRecent(refusedAt) && (lastDeliveryAt ?? '') < refusedAt) {
    // Only what had a right secret is on record.
    const isRecorded = lastDelivery?.verdict === 'refused' && lastDelivery.at >= refusedAt;
    return { kind: 'source-refused', ...which, refusedAt, reason: isRecorded ? lastDelivery.reason : null };
  }
  if (lastDelivery?.verdict === 'refused' && isRecent(lastDelivery.at))
    return { kind: 'source-refused', ...which, refusedAt: lastDelivery.at, reason: lastDelivery.reason };
  if (isSilent(lastDeliveryAt, now) && busyDays >= BUSY_DAYS)
    return { kind: 'source-silent', ...which, lastDeliveryAt };
  return null;
}

const isSilent = (lastDeliveryAt: string | null, now: number): lastDeliveryAt is string =>
  lastDeliveryAt !== null && now - Date.parse(lastDeliveryAt) >= SILENT_FOR;

/** @returns on how many of the seven days up to `last` (ISO) an event came from the source. */
async function countBusyDays(db: Db, source: StoredSource, last: string): Promise<number> {
  // What was noted a moment before it was stored belongs to it.
  const end = Date.parse(last) + DAY / 24;
  let busy = 0;
  for (let day = 0; day < WEEK; day++) {
    const [from, until] = [end - (day + 1) * DAY, end - day * DAY].map(isoOf);
    if (from && until && (await hasEventBetween(db, source, from, until))) busy++;
  }
  return busy;
}

/** @returns why a connection of the source that worked has failed; null when none has, or a new one is being made. */
function failureOf(connections: readonly StoredConnection[], id: string, now: number): string | null {
  const own = connections.filter(({ sourceId }) => sourceId === id);
  if (own.some(({ state, until }) => state === 'waiting' && (until ?? '') > isoOf(now))) return null;
  return own.find(({ state, keys }) => state === 'failed' && keys !== null)?.problem ?? null;
}

/** @returns the source's first problem that its own row and connections tell, without its log and its events. @param now ms */
export const plainIssue = (source: StoredSource, connections: readonly StoredConnection[], now: number) =>
  sourceIssue({ ...source, lastDelivery: null, busyDays: 0, failure: failureOf(connections, source.id, now) }, now);

/** @returns what needs attention of a site's sources, oldest first. @param now ms */
export async function readSourceHealth(db: Db, site: Owned<StoredSite>, now: number): Promise<AttentionItem[]> {
  const issues: AttentionItem[] = [];
  const connections = await listConnections(db, site.id);
  for (const source of await listSources(db, site.id)) {
    const { id, kind, lastDeliveryAt } = source;
    const lastDelivery = isHookKind(kind) ? await findLastDelivery(db, id) : null;
    const busyDays = isSilent(lastDeliveryAt, now) ? await countBusyDays(db, source, lastDeliveryAt) : 0;
    const issue = sourceIssue({ ...source, lastDelivery, busyDays, failure: failureOf(connections, id, now) }, now);
    if (issue) issues.push(issue);
  }
  return issues;
}
