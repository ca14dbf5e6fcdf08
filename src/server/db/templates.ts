// Templates in SQL: an owner's own, and the built-in ones, which have no owner.
import { sql } from 'kysely';
import { z } from 'zod';
import { templateSchema } from '#shared/contract/template.ts';
import { countRows, hasChanged, rowCodec } from './codecs.ts';
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';

const { decode, decodeAll, encode, first } = rowCodec({
  ...templateSchema.omit({ isBuiltIn: true, usageCount: true }).shape,
  /** Built-in ones have no owner. */
  ownerId: z.string().nullable(),
  /** Name and message in lower case, for searching: databases disagree about the case of letters. */
  searchText: z.string(),
});
export type StoredTemplate = ReturnType<typeof decode>;

const readableBy = (db: Db, ownerId: string) =>
  db.selectFrom('templates').where((eb) => eb.or([eb('owner_id', '=', ownerId), eb('owner_id', 'is', null)]));

export const findTemplate = (db: Db, ownerId: string, id: string): Promise<StoredTemplate | undefined> =>
  first(readableBy(db, ownerId).selectAll().where('id', '=', id));

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
  return { templates: await decodeAll(rows), total: await countRows(filtered) };
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

export const countTemplates = (db: Db, ownerId: string): Promise<number> =>
  countRows(db.selectFrom('templates').where('owner_id', '=', ownerId));

export const insertTemplate = (db: Db, template: StoredTemplate) =>
  db.insertInto('templates').values(encode(template)).execute();

/** @returns whether it still existed. */
export const deleteTemplate = (db: Db, template: Owned<StoredTemplate>): Promise<boolean> =>
  hasChanged(db.deleteFrom('templates').where('id', '=', template.id));
