// API keys in SQL; only their sha256 is stored.
import { z } from 'zod';
import { apiKeySchema } from '#shared/contract/api-key.ts';
import { type Columns, countRows, hasChanged, rowCodec } from './codecs.ts';
import type { Database, Db } from './open.ts';
import type { Owned } from './owned.ts';
import type { SessionUser } from './sessions.ts';
import type { StoredUser } from './users.ts';

const { all, decode, encode, first } = rowCodec({
  ...apiKeySchema.shape,
  userId: z.string(),
  /** sha256 (hex) of the key. */
  keyHash: z.string(),
});
export type StoredApiKey = ReturnType<typeof decode>;

export const insertApiKey = (db: Db, key: StoredApiKey) => db.insertInto('api_keys').values(encode(key)).execute();

/** @returns the user's keys, newest first. */
export const listApiKeys = (db: Db, userId: string): Promise<StoredApiKey[]> =>
  all(
    db
      .selectFrom('api_keys')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc'),
  );

export const countApiKeys = (db: Db, userId: string): Promise<number> =>
  countRows(db.selectFrom('api_keys').where('user_id', '=', userId));

export const findApiKey = (db: Db, userId: string, id: string): Promise<StoredApiKey | undefined> =>
  first(db.selectFrom('api_keys').selectAll().where('user_id', '=', userId).where('id', '=', id));

/** @returns whether this call deleted the key. */
export const deleteApiKey = (db: Db, key: Owned<StoredApiKey>): Promise<boolean> =>
  hasChanged(db.deleteFrom('api_keys').where('id', '=', key.id));

export const deleteApiKeysOf = (db: Db, user: Owned<StoredUser>) =>
  db.deleteFrom('api_keys').where('user_id', '=', user.id).execute();

/** Records that the key was used at `now`, unless its last recorded use is after `before` (both ISO). */
export const recordApiKeyUse = (db: Db, id: string, now: string, before: string) =>
  db
    .updateTable('api_keys')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', before)]))
    .execute();

/** What a request made with a key needs to know about its caller. */
export type ApiKeyUser = SessionUser & Pick<StoredApiKey, 'scope' | 'lastUsedAt'> & { keyId: string };

type KeyRow = Pick<Columns<StoredApiKey>, 'id' | 'scope' | 'last_used_at' | 'user_id'>;
type KeyUser = Pick<Columns<StoredUser>, 'email' | 'email_verified' | 'role'>;
const toApiKeyUser = (key: KeyRow, user: KeyUser): ApiKeyUser => ({
  keyId: key.id,
  scope: key.scope,
  lastUsedAt: key.last_used_at,
  userId: key.user_id,
  email: user.email,
  isVerified: user.email_verified === 1,
  role: user.role,
});

/**
 * Prepares the lookup of a key and its user by the key's hash, which every call with a key makes. On SQLite it is two
 * reads, which together take half the time of a join.
 */
export function prepareApiKeyRead(database: Database): (keyHash: string) => Promise<ApiKeyUser | null> {
  if (database.dialect === 'sqlite') {
    const keys = database.reader.prepare<[string], KeyRow>(
      'select id, scope, last_used_at, user_id from api_keys where key_hash = ?',
    );
    const users = database.reader.prepare<[string], KeyUser>(
      'select email, email_verified, role from users where id = ?',
    );
    return async (keyHash) => {
      const key = keys.get(keyHash);
      const user = key && users.get(key.user_id);
      return user ? toApiKeyUser(key, user) : null;
    };
  }
  return async (keyHash) => {
    const row = await database.db
      .selectFrom('api_keys as k')
      .innerJoin('users as u', 'u.id', 'k.user_id')
      .select(['k.id', 'k.scope', 'k.last_used_at', 'k.user_id', 'u.email', 'u.email_verified', 'u.role'])
      .where('k.key_hash', '=', keyHash)
      .executeTakeFirst();
    return row ? toApiKeyUser(row, row) : null;
  };
}
