// Everything that is stored of an account as one document for its owner to keep, with the names and shapes that the same
// things have elsewhere in the API.
import {
  type AccountExport,
  EXPORTED_LISTS,
  type ExportedListInput,
  type ExportedListPage,
} from '#shared/contract/account.ts';
import { isoNow } from '#shared/time.ts';
import { readAccountData, readListPage, type SiteData } from '../../db/account-data.ts';
import type { Db } from '../../db/open.ts';
import type { StoredUser } from '../../db/users.ts';
import type { Deps } from '../../deps.ts';
import { accountNotFound, type Confirmed, ownSiteOf, ownSourceOf, ownUser } from '../access.ts';
import { invalid } from '../errors.ts';
import { toSite } from '../site/site.ts';
import { toUser } from '../user.ts';
import { limitExports } from './limits.ts';

/** @returns the account as callers see it, and whatever else is stored in its row; without hash and lookup key. */
function toAccount(deps: Deps, user: StoredUser) {
  const { id: _id, emailLower: _key, passwordHash: _hash, photoUrl: _photo, ...rest } = user;
  const { subscriptionType: _type, subscriptionStatus: _status, ...others } = rest;
  return { ...others, ...toUser(deps, user) };
}

function toSiteEntry({ site, widgets, sightings, setup, weeklyEmail, weeks, goals, holdOut }: SiteData) {
  const seen = (kind: 'seen' | 'refused' | 'other-id') =>
    sightings
      .filter((sighting) => sighting.kind === kind)
      .map(({ siteId: _site, kind: _kind, askedId, ...sighting }) => ({
        ...(kind === 'other-id' && { id: askedId }),
        ...sighting,
      }));
  return {
    ...toSite(site),
    // What the owner changed; where nothing is said, defaults hold.
    widgets: widgets.map(({ revision, settings, ...widget }) => ({ ...widget, settings: { ...settings, revision } })),
    installation: { hosts: seen('seen'), refused: seen('refused'), otherIds: seen('other-id') },
    setup: setup
      ? {
          seen: setup.seenHost === null ? null : { host: setup.seenHost, at: setup.seenAt },
          firstDisplayAt: setup.firstDisplayAt,
          displayedNotification: setup.displayedId === null ? null : { id: setup.displayedId },
          firstClickAt: setup.firstClickAt,
          isCelebrated: setup.celebratedAt !== null,
          celebratedAt: setup.celebratedAt,
        }
      : null,
    weeklyEmail: {
      isOn: weeklyEmail !== undefined,
      switchedOnAt: weeklyEmail?.switchedOnAt ?? null,
      lastSentAt:
        weeks
          .flatMap(({ queuedAt }) => queuedAt ?? [])
          .toSorted()
          .at(-1) ?? null,
      weeks: weeks.map(({ week, queuedAt }) => ({ week, queuedAt })),
    },
    goals,
    holdOut: holdOut ?? null,
  };
}

/**
 * @returns what is stored of the caller's account at one moment; without hashes, keys and whatever else could open it,
 * and without hourly counts (days have their own), drafts and waiting emails. Its lists are exported apart (exportList).
 * @throws rate-limited
 */
export async function exportAccount(deps: Deps, actor: Confirmed): Promise<AccountExport> {
  await limitExports(deps, actor.userId);
  return deps.readers.read(actor.userId, async (db) => {
    const user = await ownUser(db, actor);
    const { sites, ...others } = await readAccountData(db, user);
    return { exportedAt: isoNow(deps.clock), account: toAccount(deps, user), ...others, sites: sites.map(toSiteEntry) };
  });
}

/** @returns the caller's account, site or source that has such a list. @throws not-found */
async function ownerOf(db: Db, actor: Confirmed, { id, list }: ExportedListInput): Promise<{ id: string }> {
  const isOf = (lists: readonly string[]) => lists.includes(list);
  if (isOf(EXPORTED_LISTS.source)) return ownSourceOf(db, actor, id);
  if (isOf(EXPORTED_LISTS.site)) return ownSiteOf(db, actor, id);
  if (id !== actor.userId) throw accountNotFound();
  return { id };
}

/** @returns one page of a list, of which there may be a million. @throws not-found; validation naming `after` */
export async function exportList(deps: Deps, actor: Confirmed, input: ExportedListInput): Promise<ExportedListPage> {
  const page = await deps.readers.read(actor.userId, async (db) => {
    const owner = await ownerOf(db, actor, input);
    return readListPage(db, input.list, owner.id, input.after);
  });
  if (!page) throw invalid('after', 'Not the `next` of a page of this list');
  return page;
}
