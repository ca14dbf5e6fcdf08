// Sites, up to the plan's limit. Each is created together with its widget.
import { type CreateSiteInput, hostnameOf, type Site, type UpdateSiteInput } from '#shared/contract/site.ts';
import { UNUSED_IMAGE_LIFE } from '#shared/limits.ts';
import { MESSAGES } from '#shared/messages.ts';
import { listedDomainOf } from '#shared/registrable.ts';
import { makeSlug } from '#shared/slug.ts';
import { isoNow, isoOf } from '#shared/time.ts';
import { isUniqueViolation } from '../../db/constraints.ts';
import { releaseImages } from '../../db/images.ts';
import { insertRemovalsOfSites } from '../../db/removals.ts';
import {
  listSites as findSites,
  insertSite,
  deleteSite as removeSite,
  type StoredSite,
  updateSite as storeSite,
} from '../../db/sites.ts';
import { lockUser } from '../../db/users.ts';
import { bumpWidgetsOfSite, insertWidget } from '../../db/widgets.ts';
import type { Deps } from '../../deps.ts';
import { ownSite, type VerifiedActor } from '../access.ts';
import { renewEpoch } from '../effect/epochs.ts';
import { DomainError, refusal } from '../errors.ts';
import { addApiSource } from '../events/source.ts';
import { effectivePlan } from '../plan.ts';

/** @returns the site as callers see it. */
export const toSite = ({ ownerId: _owner, ...site }: StoredSite): Site => ({ _id: site.id, ...site });

/** @returns the hostnames in the given order, without duplicates. */
const cleanDomains = async (deps: Pick<Deps, 'isRegistrable'>, typed: string[]): Promise<string[]> => [
  ...new Set(await Promise.all(typed.map((value) => listedDomainOf(hostnameOf(value) ?? value, deps.isRegistrable)))),
];

function refuseIfSlugTaken(error: unknown): never {
  if (!isUniqueViolation(error)) throw error;
  throw refusal('conflict', 'slug', 'You already use this name for another site');
}

/** @returns the caller's sites, oldest first. */
export const listSites = async (deps: Deps, actor: VerifiedActor): Promise<Site[]> =>
  (await deps.hotReads.sitesOf(actor.userId)).map(toSite);

/** @throws not-found */
export const getSite = async (deps: Deps, actor: VerifiedActor, id: string): Promise<Site> =>
  toSite(await ownSite(deps.db, actor, id));

/**
 * Creates a site and its widget with default settings.
 * @throws site-limit when the plan allows no more sites or its payment is overdue; conflict when the slug is taken
 */
export async function createSite(deps: Deps, actor: VerifiedActor, input: CreateSiteInput): Promise<Site> {
  const now = isoNow(deps.clock);
  const id = deps.ids.next();
  const domains = await cleanDomains(deps, input.domains ?? []);
  return deps.db
    .transaction()
    .execute(async (db) => {
      // Lock first, or two concurrent calls could both take the plan's last site.
      const owner = await lockUser(db, actor.userId);
      if (!owner) throw new DomainError('unauthenticated', MESSAGES.signInToCreateSite);
      const existing = await findSites(db, actor.userId);
      const { maxSites, mayCreateBelow } = effectivePlan(owner, deps.config.freeSites);
      if (existing.length >= maxSites) throw new DomainError('site-limit', MESSAGES.siteLimit);
      if (existing.length >= mayCreateBelow) throw new DomainError('site-limit', MESSAGES.siteLimitOverdue);
      const { name, timezone = 'UTC', currency = null } = input;
      const made = { name, createdAt: now, updatedAt: now };
      const slug = input.slug ?? makeSlug(name, new Set(existing.map((site) => site.slug)));
      const site: StoredSite = { ...made, id, ownerId: actor.userId, slug, domains, timezone, currency };
      await insertSite(db, site);
      await insertWidget(db, { ...made, id: deps.ids.next(), siteId: id, type: 'social-proof' });
      await addApiSource(deps, db, id);
      return toSite(site);
    })
    .catch(refuseIfSlugTaken);
}

/**
 * Changes the given fields only.
 * @throws not-found; conflict when the slug is taken
 */
export async function updateSite(deps: Deps, actor: VerifiedActor, input: UpdateSiteInput): Promise<Site> {
  const now = isoNow(deps.clock);
  const { id, domains: typed, ...changes } = input;
  const domains = typed && (await cleanDomains(deps, typed));
  const site = await deps.db
    .transaction()
    .execute(async (db) => {
      const owned = await ownSite(db, actor, id);
      // Lock widgets before their site, as everywhere else, or two changes could deadlock.
      await bumpWidgetsOfSite(db, id, now);
      const changed = await storeSite(db, owned, { ...changes, domains, updatedAt: now });
      if (!changed) throw new DomainError('not-found', MESSAGES.siteNotFound);
      if (changes.currency !== undefined) await renewEpoch(deps, db, await ownSite(db, actor, id));
      return changed;
    })
    .catch(refuseIfSlugTaken);
  deps.embedChanges.changed(id);
  return toSite(site);
}

/** Removes the site and everything under it. @throws not-found */
export async function deleteSite(deps: Deps, actor: VerifiedActor, id: string): Promise<void> {
  const now = isoNow(deps.clock);
  await deps.db.transaction().execute(async (db) => {
    const site = await ownSite(db, actor, id);
    // Same lock order as adding a notification, which then finds its widget gone.
    await bumpWidgetsOfSite(db, site.id, now);
    await insertRemovalsOfSites(db, [site.id], now);
    await releaseImages(db, site.ownerId, now, isoOf(deps.clock.now() - UNUSED_IMAGE_LIFE));
    await removeSite(db, site);
  });
  deps.removals.wake();
  deps.embedChanges.changed(id);
}
