// Single sign-on tokens that were used.
import type { Db } from './open.ts';
import type { SsoTokensTable } from './schema.ts';

/** @returns whether this call is the first to use the token; those that have ended are forgotten on the way. */
export async function useSsoToken(db: Db, row: SsoTokensTable, now: string): Promise<boolean> {
  await db.deleteFrom('sso_tokens').where('expires_at', '<=', now).execute();
  const result = await db
    .insertInto('sso_tokens')
    .values(row)
    .onConflict((conflict) => conflict.column('id_hash').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}
