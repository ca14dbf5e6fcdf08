// The smallest question a database can be asked.
import { sql } from 'kysely';
import type { Db } from './open.ts';

/** @throws whatever keeps the database from answering. */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}
