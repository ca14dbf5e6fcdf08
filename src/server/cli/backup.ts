// `npm run backup -- FILE`: copies the SQLite database while the server runs.
import { backUpSqlite } from '../db/backup.ts';
import type { Env } from '../env.ts';
import { readArguments } from './arguments.ts';

/** @throws an error that says what prevents the backup. */
export async function backup(env: Env, args: string[]): Promise<void> {
  const [file = ''] = readArguments('backup', args, {}, ['FILE']).positionals;
  if (!env.DATABASE_URL.startsWith('file:')) {
    throw new Error('This installation runs on PostgreSQL: back it up with pg_dump');
  }
  const pages = await backUpSqlite(env.DATABASE_URL, file);
  console.log(
    `Backed up ${pages} pages to ${file}. Keep a copy of ${env.DATA_DIR}/secret.key, too: without it, unsubscribe links in emails already sent stop working.`,
  );
}
