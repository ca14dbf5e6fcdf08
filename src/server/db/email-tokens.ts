// One-use tokens that travel by mail; only their sha256 is here.
import type { Db } from './open.ts';
import type { EmailTokensTable } from './schema.ts';

export const insertEmailToken = (db: Db, row: EmailTokensTable) => db.insertInto('email_tokens').values(row).execute();

export const findEmailToken = (
  db: Db,
  tokenHash: string,
  purpose: EmailTokensTable['purpose'],
): Promise<EmailTokensTable | undefined> =>
  db
    .selectFrom('email_tokens')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .executeTakeFirst();

/** @returns whether this call was the one that used the token. */
export async function consumeEmailToken(db: Db, tokenHash: string, now: string): Promise<boolean> {
  const result = await db
    .updateTable('email_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export const dropExpiredEmailTokens = (db: Db, userId: string, now: string) =>
  db.deleteFrom('email_tokens').where('user_id', '=', userId).where('expires_at', '<=', now).execute();

/** Forgets the user's tokens of a purpose: whoever has used one needs no other. */
export const dropEmailTokens = (db: Db, userId: string, purpose?: EmailTokensTable['purpose']) =>
  db
    .deleteFrom('email_tokens')
    .where('user_id', '=', userId)
    .$if(purpose !== undefined, (query) => query.where('purpose', '=', purpose as EmailTokensTable['purpose']))
    .execute();
