// Settings that inspection links carry, until they expire. All instances find them, whichever made the link.
import { z } from 'zod';
import { DRAFTS_PER_SITE } from '#shared/limits.ts';
import { fromJson, toJson } from './codecs.ts';
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';
import { deleteDue } from './removals.ts';
import type { StoredDraft } from './schema.ts';
import type { StoredSite } from './sites.ts';

/** When drafts end that are still in use, as ISO text: after `after`, and not after `until`. */
export type DraftEnds = { after: string; until: string };

/** Stores a draft of the site. Beyond DRAFTS_PER_SITE the oldest ones are deleted. */
export async function insertDraft(
  db: Db,
  site: Owned<StoredSite>,
  draft: Omit<StoredDraft, 'siteId'>,
  { until }: DraftEnds,
): Promise<void> {
  const { tokenHash, settings, expiresAt } = draft;
  await db
    .insertInto('draft_settings')
    .values({ token_hash: tokenHash, site_id: site.id, settings: toJson(settings), expires_at: expiresAt })
    .execute();
  const latest = db
    .selectFrom('draft_settings')
    .select('token_hash')
    .where('site_id', '=', site.id)
    .where('expires_at', '<=', until)
    .orderBy('expires_at', 'desc')
    .orderBy('token_hash')
    .limit(DRAFTS_PER_SITE);
  await db.deleteFrom('draft_settings').where('site_id', '=', site.id).where('token_hash', 'not in', latest).execute();
}

/** @returns the settings as stored, perhaps by another version; undefined once they are deleted. */
export async function findDraft(db: Db, siteId: string, tokenHash: string): Promise<unknown> {
  const row = await db
    .selectFrom('draft_settings')
    .select('settings')
    .where('token_hash', '=', tokenHash)
    .where('site_id', '=', siteId)
    .executeTakeFirst();
  return row && fromJson(z.unknown(), row.settings);
}

export const deleteOldDrafts = (db: Db, { after, until }: DraftEnds, stopping?: AbortSignal): Promise<void> =>
  deleteDue(
    db,
    'draft_settings',
    ['token_hash'],
    db.selectFrom('draft_settings').where((eb) => eb.or([eb('expires_at', '<=', after), eb('expires_at', '>', until)])),
    stopping,
  );
