// Tokens that work once: codes in emailed links, and single sign-on tokens. Only their sha256 is stored.
import { z } from 'zod';
import { hasChanged, rowCodec } from './codecs.ts';
import type { Db } from './open.ts';
import type { Owned } from './owned.ts';
import type { StoredUser } from './users.ts';

const { decode, encode, first } = rowCodec({
  tokenHash: z.string(),
  userId: z.string(),
  purpose: z.enum(['verify', 'reset', 'confirm']),
  /** What it was sent to, as users are looked up; null for tokens older than this column. */
  emailLower: z.string().nullable(),
  expiresAt: z.string(),
  usedAt: z.string().nullable(),
  createdAt: z.string(),
});
export type StoredEmailToken = ReturnType<typeof decode>;
type Purpose = StoredEmailToken['purpose'];

export const insertEmailToken = (db: Db, token: StoredEmailToken) =>
  db.insertInto('email_tokens').values(encode(token)).execute();

export const findEmailToken = (db: Db, tokenHash: string, purpose: Purpose): Promise<StoredEmailToken | undefined> =>
  first(db.selectFrom('email_tokens').selectAll().where('token_hash', '=', tokenHash).where('purpose', '=', purpose));

/** @returns whether this call used the token. */
export const consumeEmailToken = (db: Db, tokenHash: string, now: string): Promise<boolean> =>
  hasChanged(
    db
      .updateTable('email_tokens')
      .set({ used_at: now })
      .where('token_hash', '=', tokenHash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now),
  );

/** @returns the user's newest unused token for a purpose made until `until` (ISO), expired or not. */
export const newestEmailToken = (db: Db, userId: string, purpose: Purpose, until: string) =>
  first(
    db
      .selectFrom('email_tokens')
      .selectAll()
      .where('user_id', '=', userId)
      .where('purpose', '=', purpose)
      .where('used_at', 'is', null)
      .where('created_at', '<=', until)
      .orderBy('created_at', 'desc'),
  );

export const extendEmailToken = (db: Db, { tokenHash }: StoredEmailToken, expiresAt: string) =>
  db.updateTable('email_tokens').set({ expires_at: expiresAt }).where('token_hash', '=', tokenHash).execute();

/** Removes the user's tokens that expired before `before`. */
export const dropExpiredEmailTokens = (db: Db, userId: string, before: string) =>
  db.deleteFrom('email_tokens').where('user_id', '=', userId).where('expires_at', '<=', before).execute();

/** Removes the user's tokens for one purpose, or all: once one has been used, the others are not needed. */
export const dropEmailTokens = (db: Db, user: Owned<StoredUser>, purpose?: Purpose) =>
  db
    .deleteFrom('email_tokens')
    .where('user_id', '=', user.id)
    .$if(purpose !== undefined, (query) => query.where('purpose', '=', purpose as Purpose))
    .execute();

/** Removes all of the user's tokens but one. */
export const dropOtherEmailTokens = (db: Db, user: Owned<StoredUser>, tokenHash: string) =>
  db.deleteFrom('email_tokens').where('user_id', '=', user.id).where('token_hash', '!=', tokenHash).execute();

/** Uses a sign-on token, and deletes expired ones. @returns whether this call is the first to use it. */
export async function useSsoToken(db: Db, idHash: string, expiresAt: string, now: string): Promise<boolean> {
  await db.deleteFrom('sso_tokens').where('expires_at', '<=', now).execute();
  return hasChanged(
    db
      .insertInto('sso_tokens')
      .values({ id_hash: idHash, expires_at: expiresAt })
      .onConflict((conflict) => conflict.column('id_hash').doNothing()),
  );
}
