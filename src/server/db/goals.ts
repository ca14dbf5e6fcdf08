// Goals in SQL, by site.
import { z } from 'zod';
import { goalSchema } from '#shared/contract/goal.ts';
import { type Flag, hasChanged, rowCodec } from './codecs.ts';
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';
import type { StoredSite } from './sites.ts';

const { all, decode, encode, first } = rowCodec({
  ...goalSchema.shape,
  siteId: z.string(),
  /** Since when it means what it means: epochs that had ended by then keep what it came to. */
  meantSince: z.string(),
});
export type StoredGoal = ReturnType<typeof decode>;

/** @returns the site's goals, the oldest first. */
export const listGoals = (db: Db, siteId: string): Promise<StoredGoal[]> =>
  all(db.selectFrom('goals').selectAll().where('site_id', '=', siteId).orderBy('created_at').orderBy('id'));

export const findGoal = (db: Db, site: Owned<StoredSite>, id: string): Promise<StoredGoal | undefined> =>
  first(db.selectFrom('goals').selectAll().where('site_id', '=', site.id).where('id', '=', id));

/** @throws a unique violation when the site has a goal of this key. */
export const insertGoal = (db: Db, goal: StoredGoal) => db.insertInto('goals').values(encode(goal)).execute();

/** @throws a unique violation when the site has another goal of this key. @returns whether it is there. */
export const updateGoal = (
  db: Db,
  site: Owned<StoredSite>,
  { id, ...goal }: Omit<StoredGoal, 'createdAt' | 'siteId'>,
) => hasChanged(db.updateTable('goals').set(encode(goal)).where('site_id', '=', site.id).where('id', '=', id));

export const deleteGoal = (db: Db, site: Owned<StoredSite>, id: string): Promise<boolean> =>
  hasChanged(db.deleteFrom('goals').where('site_id', '=', site.id).where('id', '=', id));

/** Makes a goal of the site its only main one. */
export const setMainGoal = (db: Db, siteId: string, id: string) =>
  db
    .updateTable('goals')
    .set((eb) => ({ is_main: eb.case().when('id', '=', id).then(1).else(0).end().$castTo<Flag>() }))
    .where('site_id', '=', siteId)
    .execute();
