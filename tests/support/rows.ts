// Everything that belongs to owners, as stored: what a refused call must leave unchanged.
import type { Db } from '#server/db/open.ts';

/** @returns all accounts, sites, widgets and notifications, in a fixed order. */
export const ownersRows = async (db: Db) => ({
  users: await db.selectFrom('users').selectAll().orderBy('id').execute(),
  sites: await db.selectFrom('sites').selectAll().orderBy('id').execute(),
  widgets: await db.selectFrom('widgets').selectAll().orderBy('id').execute(),
  notifications: await db.selectFrom('notifications').selectAll().orderBy('id').execute(),
});
