// Which of the two databases a connection or a transaction is of.
import { PostgresAdapter, sql } from 'kysely';
import type { Db } from './open.ts';

/** @returns whether it is PostgreSQL, where several write at the same time: SQLite has one writer. */
export const isPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** @param column of ISO text. @returns it in milliseconds since 1970, in SQL; 0 where it is null. */
export const sqlMsOf = (db: Db, column: string) =>
  isPostgres(db)
    ? sql<number>`coalesce((extract(epoch from ${sql.ref(column)}::timestamptz) * 1000)::bigint, 0)`
    : sql<number>`coalesce(cast(round(unixepoch(${sql.ref(column)}, 'subsec') * 1000) as integer), 0)`;
