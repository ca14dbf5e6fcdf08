// A site's saved reports in SQL.
import { z } from 'zod';
import { reportSchema } from '#shared/contract/report.ts';
import { countRows, rowCodec } from './codecs.ts';
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';
import type { StoredSite } from './sites.ts';

const { all, decode, encode, first } = rowCodec({ ...reportSchema.shape, siteId: z.string() });
export type StoredReport = ReturnType<typeof decode>;

/** @returns the site's reports, oldest first. */
export const listReports = (db: Db, site: Owned<StoredSite>): Promise<StoredReport[]> =>
  all(db.selectFrom('reports').selectAll().where('site_id', '=', site.id).orderBy('created_at').orderBy('id'));

export const findReport = (db: Db, site: Owned<StoredSite>, id: string): Promise<StoredReport | undefined> =>
  first(db.selectFrom('reports').selectAll().where('id', '=', id).where('site_id', '=', site.id));

export const countReports = (db: Db, site: Owned<StoredSite>): Promise<number> =>
  countRows(db.selectFrom('reports').where('site_id', '=', site.id));

/** @throws a foreign-key violation when the site is gone. */
export const insertReport = (db: Db, report: StoredReport) => db.insertInto('reports').values(encode(report)).execute();

/** @returns the changed report; undefined when it is gone. */
export const updateReport = (
  db: Db,
  report: Owned<StoredReport>,
  changes: Partial<Pick<StoredReport, 'name' | 'range' | 'from' | 'to' | 'filter'>> & { updatedAt: string },
): Promise<StoredReport | undefined> =>
  first(
    db
      .updateTable('reports')
      .set(encode(changes))
      .where('id', '=', report.id)
      .where('site_id', '=', report.siteId)
      .returningAll(),
  );

export const deleteReport = (db: Db, report: Owned<StoredReport>) =>
  db.deleteFrom('reports').where('id', '=', report.id).where('site_id', '=', report.siteId).execute();
