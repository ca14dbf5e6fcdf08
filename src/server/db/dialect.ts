// Which of the two databases a connection or a transaction is of.
import { PostgresAdapter } from 'kysely';
import type { Db } from './open.ts';

/** @returns whether it is PostgreSQL, where several write at the same time: SQLite has one writer. */
export const isPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter;
