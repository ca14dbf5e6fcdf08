// A site's saved reports in SQL.
import { z } from 'zod';
import { reportSchema } from '#shared/contract/report.ts';
import { rowCodec } from './codecs.ts';
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';
import type { StoredReport } from './schema.ts';
import type { StoredSite } from './sites.ts';

export type { StoredReport };

const { decode, encode } = rowCodec({ ...reportSchema.shape, siteId: z.string() });

/** @returns the site's reports, oldest first. */
export async function listReports(db: Db, site: Owned<StoredSite>): Promise<StoredReport[]> {
  const rows = await db
    .selectFrom('reports')
    .selectAll()
    .where('site_id', '=', site.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(decode);
}

export async function findReport(db: Db, site: Owned<StoredSite>, id: string): Promise<StoredReport | undefined> {
  const row = await db
    .selectFrom('reports')
    .selectAll()
    .where('id', '=', id)
    .where('site_id', '=', site.id)
    .executeTakeFirst();
  return row && decode(row);
}

export async function countReports(db: Db, site: Owned<StoredSite>): Promise<number> {
  const { count } = await db
    .selectFrom('reports')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('site_id', '=', site.id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** @throws a foreign-key violation when the site is gone. */
export const insertReport = (db: Db, report: StoredReport) => db.insertInto('reports').values(encode(report)).execute();

/** @returns the changed report; undefined when it is gone. */
export async function updateReport(
  db: Db,
  report: Owned<StoredReport>,
  changes: Partial<Pick<StoredReport, 'name' | 'range' | 'from' | 'to' | 'filter'>> & { updatedAt: string },
): Promise<StoredReport | undefined> {
  const row = await db
    .updateTable('reports')
    .set(encode(changes))
    .where('id', '=', report.id)
    .where('site_id', '=', report.siteId)
    .returningAll()
    .executeTakeFirst();
  return row && decode(row);
}

export const deleteReport = (db: Db, report: Owned<StoredReport>) =>
  db.deleteFrom('reports').where('id', '=', report.id).where('site_id', '=', report.siteId).execute();
