// Numbers that stand for the ids of sites, sources and imports in events: each row and its indexes would repeat 36
// characters for each of them otherwise. Nothing outside of server/db knows them.
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from './open.ts';
import type { Schema } from './schema.ts';

/** Gives an id its number, unless it has one: in the transaction that stores what it is the id of. */
export const insertNumber = (db: Db, id: string) =>
  db
    .insertInto('id_numbers')
    .values({ id })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();

/** Forgets numbers: of what has no events any more, or none that anybody is still told of. */
export const deleteNumbers = (db: Db, ids: readonly string[] | SelectQueryBuilder<Schema, 'imports', { id: string }>) =>
  db.deleteFrom('id_numbers').where('id', 'in', ids).execute();

/** @param id or a column of ids. @returns its number, in SQL; null without one. */
export const numberOf = (id: string | RawBuilder<string>) =>
  sql<number>`(select id_numbers.number from id_numbers where id_numbers.id = ${id})`;

/** @returns the ids' numbers, in SQL, for `in`. */
export const numbersOf = (ids: readonly string[]) =>
  sql<number>`(select id_numbers.number from id_numbers where id_numbers.id in (${sql.join(ids)}))`;

/** @param column of numbers. @returns the id, in SQL; null without one. */
export const idOf = (column: string) =>
  sql<string>`(select id_numbers.id from id_numbers where id_numbers.number = ${sql.ref(column)})`;
