// Templates in SQL: an owner's own, and the built-in ones, which have no owner.
import { sql } from 'kysely';
import { z } from 'zod';
import { templateSchema } from '#shared/contract/template.ts';
import { rowCodec } from './codecs.ts';
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';
import type { StoredTemplate } from './schema.ts';

export type { StoredTemplate };

const { decode, decodeAll, encode } = rowCodec({
  ...templateSchema.omit({ isBuiltIn: true, usageCount: true }).shape,
  ownerId: z.string().nullable(),
  searchText: z.string(),
});

const readableBy = (db: Db, ownerId: string) =>
  db.selectFrom('templates').where((eb) => eb.or([eb('owner_id', '=', ownerId), eb('owner_id', 'is', null)]));

export async function findTemplate(db: Db, ownerId: string, id: string): Promise<StoredTemplate | undefined> {
  const row = await readableBy(db, ownerId).selectAll().where('id', '=', id).executeTakeFirst();
  return row && decode(row);
}

/**
 * @param filter.search in lower case.
 * @returns one page: the owner's own, newest first, then the built-in ones; and the total number.
 */
export async function listTemplates(
  db: Db,
  ownerId: string,
  filter: Pick<StoredTemplate, 'status'> & {
    category: StoredTemplate['category'] | undefined;
    search: string;
    limit: number;
    offset: number;
  },
): Promise<{ templates: StoredTemplate[]; total: number }> {
  let filtered = readableBy(db, ownerId).where('status', '=', filter.status);
  if (filter.category) filtered = filtered.where('category', '=', filter.category);
  if (filter.search) {
    const pattern = `%${filter.search.replace(/[\\%_]/g, '\\$&')}%`;
    filtered = filtered.where(sql<boolean>`search_text like ${pattern} escape '\\'`);
  }
  const rows = await filtered
    .selectAll()
    .orderBy((eb) => eb.case().when('owner_id', 'is', null).then(1).else(0).end())
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  const { total } = await filtered.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { templates: await decodeAll(rows), total: Number(total) };
}

/** @returns how many of the owner's notifications were made from each of the templates; none is absent. */
export async function countUses(db: Db, ownerId: string, templateIds: string[]): Promise<Map<string, number>> {
  if (templateIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('notifications as n')
    .innerJoin('sites as s', 's.id', 'n.site_id')
    .select((eb) => ['n.template_id', eb.fn.countAll<number>().as('uses')])
    .where('s.owner_id', '=', ownerId)
    .where('n.template_id', 'in', templateIds)
    .where('n.deleted_at', 'is', null)
    .groupBy('n.template_id')
    .execute();
  return new Map(rows.map((row) => [row.template_id ?? '', Number(row.uses)]));
}

export async function countTemplates(db: Db, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('templates')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const insertTemplate = (db: Db, template: StoredTemplate) =>
  db.insertInto('templates').values(encode(template)).execute();

/** @returns whether it still existed. */
export async function deleteTemplate(db: Db, template: Owned<StoredTemplate>): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('templates').where('id', '=', template.id).executeTakeFirst();
  return numDeletedRows > 0n;
}
