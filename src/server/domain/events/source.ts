// Sources of events: their secrets, and which of their events may show, and how.

import { randomBytes } from 'node:crypto';
import { mappingIssues } from '#shared/contract/mapping.ts';
import { hostnameOf } from '#shared/contract/site.ts';
import {
  type CreateSourceInput,
  isMappedKind,
  type NewSource,
  type Source,
  type SourceRef,
  type UpdateSourceInput,
} from '#shared/contract/source.ts';
import { EVENT_MESSAGES } from '#shared/event-messages.ts';
import { keysOf } from '#shared/json-pointer.ts';
import { EVENT_RETENTION_DAYS, PREVIOUS_SECRET_LIFE, SHOP_PATIENCE, SOURCES_MAX } from '#shared/limits.ts';
import { MESSAGES } from '#shared/messages.ts';
import { isOrderAddress } from '#shared/order-address.ts';
import { isHookKind, SOURCE_KIND_FACTS, type SourceKind } from '#shared/source-kinds.ts';
import { isoNow, isoOf } from '#shared/time.ts';
import { overtakeCounts } from '../../db/aggregates.ts';
import { deleteUnread } from '../../db/captures.ts';
import { endConnectionsOf, listConnections, type StoredConnection } from '../../db/connections.ts';
import { deleteNotificationsOfSource } from '../../db/event-notifications.ts';
import type { Db } from '../../db/open.ts';
import type { Owned } from '../../db/owned.ts';
import { insertRemoval } from '../../db/removals.ts';
import { lockSite, type StoredSite } from '../../db/sites.ts';
import {
  listSources as findSources,
  insertSource,
  deleteSource as removeSource,
  type StoredSource,
  updateSource as storeSource,
} from '../../db/sources.ts';
import { bumpWidgetsOfSite } from '../../db/widgets.ts';
import type { Deps } from '../../deps.ts';
import { givenTemplate, ownSite, ownSource, type VerifiedActor } from '../access.ts';
import { DomainError, invalid, refuseIfSiteGone } from '../errors.ts';
import type { Clock, Ids } from '../ports.ts';
import { connectionOf, connectRefusalOf } from './connection-view.ts';
import { privacyOf, rulesOfSource } from './projection.ts';
import { findProblem, statusOf } from './source-health.ts';

/** @param connections of the site. @returns the source as its owner sees it. */
async function toSource(
  deps: Pick<Deps, 'clock' | 'config' | 'db'>,
  source: StoredSource,
  connections: readonly StoredConnection[],
): Promise<Source> {
  const { config } = deps;
  const {
    secret,
    previousSecret: _previous,
    shownUntil: _shown,
    projectedUntil: _projected,
    captureUntil: _until,
    failedAt: _at,
    ...rest
  } = source;
  const isHook = isHookKind(source.kind);
  return {
    ...rest,
    hookUrl: isHook ? `${config.publicUrl}/api/hooks/${source.id}` : null,
    hasSecret: secret !== null,
    status: statusOf(source),
    lastProblem: await findProblem(deps.db, source),
    connection: connectionOf(deps, connections, source.id),
    connectRefusal: connectRefusalOf(deps, source.kind),
    rules: rulesOfSource(source),
    privacy: privacyOf(source),
  };
}

/** @returns a secret as the Standard Webhooks convention writes it; WooCommerce takes any text. */
const makeSecret = (kind: SourceKind): string =>
  kind === 'webhook' ? `whsec_${randomBytes(32).toString('base64')}` : randomBytes(32).toString('base64url');

/** @throws validation for a secret where there is none, or one that no sender could sign with */
function checkSecret(kind: SourceKind, secret: string | undefined): void {
  if (secret === undefined) return;
  if (!isHookKind(kind)) throw invalid('secret', EVENT_MESSAGES.noSecretHere);
  if (kind === 'webhook' && !/^whsec_[A-Za-z0-9+/]{16,}={0,2}$/.test(secret))
    throw invalid('secret', EVENT_MESSAGES.standardSecret);
}

/** @throws validation for a mapping that a source of this kind has no use for, and for an order's own address as a link */
function checkMapping(kind: SourceKind, mapping: UpdateSourceInput['mapping']): void {
  if (!mapping) return;
  if (!isMappedKind(kind)) throw invalid('mapping', EVENT_MESSAGES.noMappingHere);
  const issues = mappingIssues(kind, mapping);
  for (const field of ['url', 'image'] as const) {
    if (mapping.fields[field]?.pointers?.some((pointer) => isOrderAddress(keysOf(pointer))))
      issues.push({ field: `fields.${field}`, message: EVENT_MESSAGES.orderAddress });
  }
  const fields = issues.map(({ field, message }) => ({ field: `mapping.${field}`, message }));
  if (fields[0]) throw new DomainError('validation', fields[0].message, { fields });
}

/** @throws validation for a source whose bodies are all read, or that gets none */
function checkUnread(kind: SourceKind, isUnreadKept: boolean | undefined): void {
  if (isUnreadKept && kind !== 'webhook') throw invalid('isUnreadKept', EVENT_MESSAGES.nothingUnreadHere);
}

/** @returns hostnames without duplicates. */
const cleanHosts = (typed: string[]): string[] => [...new Set(typed.flatMap((host) => hostnameOf(host) ?? []))];

type SourceDeps = { clock: Clock; ids: Ids };
const emptySource = ({ clock, ids }: SourceDeps, siteId: string, kind: SourceKind): StoredSource => ({
  id: ids.secret(16),
  siteId,
  kind,
  name: SOURCE_KIND_FACTS[kind].label,
  secret: null,
  previousSecret: null,
  previousSecretUntil: null,
  templateId: null,
  rules: {},
  privacy: {},
  mapping: null,
  hosts: kind === 'shopify' ? ['cdn.shopify.com'] : [],
  retentionDays: EVENT_RETENTION_DAYS,
  lastDeliveryAt: null,
  reachedAt: null,
  refusedAt: null,
  refusedCount: 0,
  isUnreadKept: false,
  failures: 0,
  failedAt: null,
  shownUntil: null,
  projectedUntil: null,
  captureUntil: null,
  createdAt: isoNow(clock),
  updatedAt: isoNow(clock),
});

/** Gives a site the source that its API calls belong to. Two that do so at the same moment add one: its id is the site's. */
export const addApiSource = (deps: SourceDeps, db: Db, siteId: string) =>
  insertSource(db, { ...emptySource(deps, siteId, 'api'), id: `api-${siteId}` });

/** @returns a site's sources, oldest first. A site that an older version made beside this one gets its API source now. */
async function sourcesOf(deps: Deps, site: Owned<StoredSite>): Promise<StoredSource[]> {
  const sources = await findSources(deps.db, site.id);
  if (sources.some(({ kind }) => kind === 'api')) return sources;
  await addApiSource(deps, deps.db, site.id).catch(refuseIfSiteGone);
  return findSources(deps.db, site.id);
}

/** @returns the source that a site's API calls belong to: its oldest of that kind. @throws not-found */
export async function apiSourceOf(deps: Deps, site: Owned<StoredSite>): Promise<StoredSource> {
  const source = (await sourcesOf(deps, site)).find(({ kind }) => kind === 'api');
  if (!source) throw new DomainError('not-found', EVENT_MESSAGES.sourceNotFound);
  return source;
}

/** @returns a site's sources, oldest first. @throws not-found */
export async function listSources(deps: Deps, actor: VerifiedActor, siteId: string): Promise<Source[]> {
  const site = await ownSite(deps.db, actor, siteId);
  const [sources, connections] = [await sourcesOf(deps, site), await listConnections(deps.db, site.id)];
  return Promise.all(sources.map((source) => toSource(deps, source, connections)));
}

/** @throws not-found */
export async function getSource(deps: Deps, actor: VerifiedActor, { siteId, sourceId }: SourceRef): Promise<Source> {
  const site = await ownSite(deps.db, actor, siteId);
  return toSource(deps, await ownSource(deps.db, site, sourceId), await listConnections(deps.db, site.id));
}

/** Locks the site, so that two calls can't both take the last place. @throws not-found when it is gone meanwhile */
async function lockSitesSources(db: Db, site: Owned<StoredSite>): Promise<StoredSource[]> {
  if (!(await lockSite(db, site))) throw new DomainError('not-found', MESSAGES.siteNotFound);
  return findSources(db, site.id);
}

/** @throws validation when there is no such template, or it tells a number of many events; conflict when it is inactive */
async function checkTemplate({ db }: Pick<Deps, 'db'>, actor: VerifiedActor, id: string): Promise<void> {
  const { settings } = await givenTemplate(db, actor, id);
  if (settings.aggregate) throw invalid('templateId', EVENT_MESSAGES.templateOfMany);
}

/**
 * Adds a source, ready for its first delivery.
 * @returns it with the secret that was made for it; a given one is never answered.
 * @throws not-found; validation; conflict when the site has too many, or the template is inactive
 */
export async function createSource(deps: Deps, actor: VerifiedActor, input: CreateSourceInput): Promise<NewSource> {
  const { siteId, kind, secret: given, hosts, ...settings } = input;
  checkSecret(kind, given);
  checkMapping(kind, settings.mapping);
  checkUnread(kind, settings.isUnreadKept);
  const site = await ownSite(deps.db, actor, siteId);
  if (settings.templateId) await checkTemplate(deps, actor, settings.templateId);
  const made = given === undefined && SOURCE_KIND_FACTS[kind].secret === 'ours' ? makeSecret(kind) : null;
  const secret = given ?? made;
  const empty = emptySource(deps, site.id, kind);
  const source: StoredSource = {
    ...empty,
    name: settings.name ?? empty.name,
    templateId: settings.templateId ?? null,
    rules: settings.rules ?? {},
    privacy: settings.privacy ?? {},
    mapping: settings.mapping ?? null,
    hosts: hosts ? cleanHosts(hosts) : empty.hosts,
    isUnreadKept: settings.isUnreadKept ?? false,
    retentionDays: settings.retentionDays ?? empty.retentionDays,
    secret: secret === null ? null : await deps.sealedTexts.seal(secret),
  };
  await deps.db.transaction().execute(async (db) => {
    if ((await lockSitesSources(db, site)).length >= SOURCES_MAX)
      throw new DomainError('conflict', EVENT_MESSAGES.tooManySources);
    await insertSource(db, source);
  });
  // Payloads of a site with sources are kept for a shorter time.
  deps.embedChanges.changed(site.id);
  return { ...(await toSource(deps, source, [])), secret: made };
}

/**
 * Changes the given fields only; given rules and privacy settings replace those of the same name. A replaced secret is
 * accepted for another day.
 * @throws not-found; validation; conflict when the template is inactive
 */
export async function updateSource(deps: Deps, actor: VerifiedActor, input: UpdateSourceInput): Promise<Source> {
  const { siteId, sourceId, secret, rules, privacy, hosts, ...changes } = input;
  const site = await ownSite(deps.db, actor, siteId);
  if (changes.templateId) await checkTemplate(deps, actor, changes.templateId);
  const sealed = secret === undefined ? null : await deps.sealedTexts.seal(secret);
  const isHeld = async ({ secret: held }: StoredSource) =>
    held !== null && (await deps.sealedTexts.open(held)) === secret;
  const changed = await deps.db.transaction().execute(async (db) => {
    await lockSitesSources(db, site);
    const source = await ownSource(db, site, sourceId);
    checkSecret(source.kind, secret);
    checkMapping(source.kind, changes.mapping);
    checkUnread(source.kind, changes.isUnreadKept);
    if (changes.isUnreadKept === false) await deleteUnread(db, source);
    return storeSource(db, source, {
      ...changes,
      ...(rules && { rules: { ...source.rules, ...rules } }),
      ...(privacy && { privacy: { ...source.privacy, ...privacy } }),
      ...(hosts && { hosts: cleanHosts(hosts) }),
      // Given once more, it replaces none: the one before it stays good until its day is over.
      ...(sealed !== null &&
        !(await isHeld(source)) && {
          secret: sealed,
          previousSecret: source.secret,
          previousSecretUntil: source.secret === null ? null : isoOf(deps.clock.now() + PREVIOUS_SECRET_LIFE),
        }),
      // Should the projection below fail, the next minute's look makes up for it.
      shownUntil: isoNow(deps.clock),
      updatedAt: isoNow(deps.clock),
    });
  });
  if (!changed) throw new DomainError('not-found', EVENT_MESSAGES.sourceNotFound);
  await deps.projector.changed(site.id);
  return toSource(deps, changed, await listConnections(deps.db, site.id));
}

/** Removes a source with its events and their notifications. @throws not-found; conflict for the last one of kind api */
export async function deleteSource(deps: Deps, actor: VerifiedActor, { siteId, sourceId }: SourceRef): Promise<void> {
  const site = await ownSite(deps.db, actor, siteId);
  const now = isoNow(deps.clock);
  await deps.db.transaction().execute(async (db) => {
    // Widgets before their site and the notifications below them, as everywhere else.
    await bumpWidgetsOfSite(db, site.id, now);
    const all = await lockSitesSources(db, site);
    const source = await ownSource(db, site, sourceId);
    if (source.kind === 'api' && all.filter(({ kind }) => kind === 'api').length === 1)
      throw new DomainError('conflict', EVENT_MESSAGES.lastApiSource);
    await endConnectionsOf(db, source, now, isoOf(deps.clock.now() + SHOP_PATIENCE));
    await removeSource(db, source);
    // Once nothing can come to it any more.
    await deleteNotificationsOfSource(db, source);
    await insertRemoval(db, source, now);
    await overtakeCounts(db, site.id);
  });
  deps.removals.wake();
  deps.jobs.wake();
  deps.embedChanges.changed(site.id);
  await deps.projector.changed(site.id, true);
}
