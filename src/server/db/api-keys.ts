// Keys for integrators' scripts; only their sha256 is here.
import type { ApiKeyScope } from '#shared/contract/api-key.ts';
import type { Database, Db } from './open.ts';
import type { ApiKeysTable } from './schema.ts';

export const insertApiKey = (db: Db, row: ApiKeysTable) => db.insertInto('api_keys').values(row).execute();

export const listApiKeys = (db: Db, userId: string): Promise<ApiKeysTable[]> =>
  db
    .selectFrom('api_keys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

export async function countApiKeys(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('api_keys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** @returns whether the user had such a key. */
export async function deleteApiKey(db: Db, userId: string, id: string): Promise<boolean> {
  const result = await db.deleteFrom('api_keys').where('user_id', '=', userId).where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows === 1n;
}

export const deleteApiKeysOf = (db: Db, userId: string) =>
  db.deleteFrom('api_keys').where('user_id', '=', userId).execute();

/** Writes down that the key was used, unless that was written after `before` (both ISO). */
export const noteApiKeyUse = (db: Db, id: string, now: string, before: string) =>
  db
    .updateTable('api_keys')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', before)]))
    .execute();

/** What a request with a key needs to know of its caller. */
export type ApiKeyUser = {
  keyId: string;
  scope: ApiKeyScope;
  lastUsedAt: string | null;
  userId: string;
  email: string;
  isVerified: boolean;
  role: string;
};

type Row = Pick<ApiKeysTable, 'id' | 'scope' | 'last_used_at' | 'user_id'> & {
  email: string;
  email_verified: number;
  role: string;
};
const decode = (row: Row | undefined): ApiKeyUser | null =>
  row
    ? {
        keyId: row.id,
        scope: row.scope,
        lastUsedAt: row.last_used_at,
        userId: row.user_id,
        email: row.email,
        isVerified: row.email_verified === 1,
        role: row.role,
      }
    : null;

/** Prepares the read of a key and its user by the key's hash: it stands in every such call's way. */
export function prepareApiKeyRead(database: Database): (keyHash: string) => Promise<ApiKeyUser | null> {
  if (database.dialect === 'sqlite') {
    const statement = database.reader.prepare<[string], Row>(
      `select k.id, k.scope, k.last_used_at, k.user_id, u.email, u.email_verified, u.role
       from api_keys k join users u on u.id = k.user_id where k.key_hash = ?`,
    );
    return async (keyHash) => decode(statement.get(keyHash));
  }
  return async (keyHash) =>
    decode(
      await database.db
        .selectFrom('api_keys as k')
        .innerJoin('users as u', 'u.id', 'k.user_id')
        .select(['k.id', 'k.scope', 'k.last_used_at', 'k.user_id', 'u.email', 'u.email_verified', 'u.role'])
        .where('k.key_hash', '=', keyHash)
        .executeTakeFirst(),
    );
}
