// Sites: what an owner has, up to the plan's limit. A site comes with its widget.

import { z } from 'zod';
import { type CreateSiteInput, hostnameOf, type Site, type UpdateSiteInput } from '#shared/contract/site.ts';
import { MESSAGES } from '#shared/messages.ts';
import { makeSlug } from '#shared/slug.ts';
import { fromJson, given, toJson } from '../db/codecs.ts';
import { isUniqueViolation } from '../db/constraints.ts';
import {
  deleteSite as deleteRow,
  insertSite,
  listSites as listRows,
  type SiteRow,
  updateSite as updateRow,
} from '../db/sites.ts';
import { lockSiteLimit } from '../db/users.ts';
import { bumpWidgetsOfSite, insertWidget } from '../db/widgets.ts';
import type { Deps } from '../deps.ts';
import { ownSite, type VerifiedActor } from './access.ts';
import { DomainError } from './errors.ts';

/** @returns the site as callers see it. */
export function toSite(row: SiteRow): Site {
  return {
    _id: row.id,
    id: row.id,
    name: row.name,
    slug: row.slug,
    domains: fromJson(z.array(z.string()), row.domains),
    timezone: row.timezone,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** @returns hostnames in the order given, each once. Their form was checked by the contract. */
const cleanDomains = (typed: string[]) => [...new Set(typed.map((value) => hostnameOf(value) ?? value))];

const slugTaken = () =>
  new DomainError('conflict', 'You have another site at this address', {
    fields: [{ field: 'slug', message: 'You have another site at this address' }],
  });

/** @returns the caller's sites, oldest first. */
export const listSites = async (deps: Deps, actor: VerifiedActor): Promise<Site[]> =>
  (await deps.hotReads.sitesOf(actor.userId)).map(toSite);

/** @throws not-found */
export const getSite = async (deps: Deps, actor: VerifiedActor, id: string): Promise<Site> =>
  toSite(await ownSite(deps.db, actor, id));

/**
 * Makes a site and its widget with the defaults.
 * @throws site-limit when the plan's sites are used up; conflict when the slug is taken
 */
export async function createSite(deps: Deps, actor: VerifiedActor, input: CreateSiteInput): Promise<Site> {
  const now = new Date(deps.clock.now()).toISOString();
  const id = deps.ids.next();
  try {
    return await deps.db.transaction().execute(async (db) => {
      // The lock comes first: two creations at once must not both see the last free place.
      const allowed = await lockSiteLimit(db, actor.userId);
      if (allowed === null) throw new DomainError('unauthenticated', MESSAGES.signInToCreateSite);
      const existing = await listRows(db, actor.userId);
      if (existing.length >= allowed) throw new DomainError('site-limit', MESSAGES.siteLimit);
      const row: SiteRow = {
        id,
        owner_id: actor.userId,
        name: input.name,
        slug: input.slug ?? makeSlug(input.name, new Set(existing.map((site) => site.slug))),
        domains: toJson(cleanDomains(input.domains ?? [])),
        timezone: input.timezone ?? 'UTC',
        created_at: now,
        updated_at: now,
      };
      await insertSite(db, row);
      await insertWidget(db, {
        id: deps.ids.next(),
        site_id: id,
        name: input.name,
        type: 'social-proof',
        created_at: now,
        updated_at: now,
      });
      return toSite(row);
    });
  } catch (error) {
    throw isUniqueViolation(error) ? slugTaken() : error;
  }
}

/**
 * Changes what is given and leaves the rest.
 * @throws not-found; conflict when the slug is taken
 */
export async function updateSite(deps: Deps, actor: VerifiedActor, input: UpdateSiteInput): Promise<Site> {
  const now = new Date(deps.clock.now()).toISOString();
  try {
    const site = await deps.db.transaction().execute(async (db) => {
      const owned = await ownSite(db, actor, input.id);
      // Widgets are locked before their site, as everywhere: the other way round two changes could wait for each other.
      await bumpWidgetsOfSite(db, owned.id, now);
      const row = await updateRow(db, owned, {
        ...given({
          name: input.name,
          slug: input.slug,
          domains: input.domains && toJson(cleanDomains(input.domains)),
          timezone: input.timezone,
        }),
        updated_at: now,
      });
      if (!row) throw new DomainError('not-found', MESSAGES.siteNotFound);
      return toSite(row);
    });
    deps.embedChanges.changed(site.id);
    return site;
  } catch (error) {
    throw isUniqueViolation(error) ? slugTaken() : error;
  }
}

/** Removes the site and everything under it. @throws not-found */
export async function deleteSite(deps: Deps, actor: VerifiedActor, id: string): Promise<void> {
  const now = new Date(deps.clock.now()).toISOString();
  await deps.db.transaction().execute(async (db) => {
    const site = await ownSite(db, actor, id);
    // Takes the locks in the order of those who add notices; they then find the widget gone instead of its site.
    await bumpWidgetsOfSite(db, site.id, now);
    await deleteRow(db, site);
  });
  deps.embedChanges.changed(id);
}
