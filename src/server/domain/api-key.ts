// Keys for integrators' scripts: made, listed, revoked, and recognised.
import type { ApiKey, CreateApiKeyInput, NewApiKey } from '#shared/contract/api-key.ts';
import { API_KEYS_MAX } from '#shared/limits.ts';
import { countApiKeys, deleteApiKey, insertApiKey, listApiKeys as listRows, noteApiKeyUse } from '../db/api-keys.ts';
import type { ApiKeysTable } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { KeyActor, VerifiedUser } from './access.ts';
import { DomainError } from './errors.ts';
import { refuseIfGone, sha256 } from './signed-in.ts';

/** Known by it at first sight, to us and to scanners for leaked secrets. */
export const API_KEY_PREFIX = 'pb_';
/** Characters that are kept to tell keys apart. */
const START_LENGTH = 9;
/** The last use is written down this often at most, in milliseconds. */
const USE_PAUSE = 60_000;

const toApiKey = (row: ApiKeysTable): ApiKey => ({
  id: row.id,
  name: row.name,
  scope: row.scope,
  start: row.start,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
});

/** @returns the caller's keys, the newest first. */
export const listApiKeys = async (deps: Deps, actor: VerifiedUser): Promise<ApiKey[]> =>
  (await listRows(deps.db, actor.userId)).map(toApiKey);

/** @returns the new key with its text, which is told this once. @throws conflict when there are too many */
export async function createApiKey(deps: Deps, actor: VerifiedUser, input: CreateApiKeyInput): Promise<NewApiKey> {
  const key = `${API_KEY_PREFIX}${deps.ids.secret(32)}`;
  const row: ApiKeysTable = {
    id: deps.ids.next(),
    user_id: actor.userId,
    name: input.name,
    key_hash: sha256(key),
    start: key.slice(0, START_LENGTH),
    scope: input.scope,
    created_at: new Date(deps.clock.now()).toISOString(),
    last_used_at: null,
  };
  await deps.db.transaction().execute(async (db) => {
    if ((await countApiKeys(db, actor.userId)) >= API_KEYS_MAX) {
      throw new DomainError('conflict', `An account has at most ${API_KEYS_MAX} keys; revoke one first`);
    }
    await insertApiKey(db, row).catch(refuseIfGone);
  });
  return { ...toApiKey(row), key };
}

/** Revokes a key: from the next call on it is refused. @throws not-found */
export async function revokeApiKey(deps: Deps, actor: VerifiedUser, id: string): Promise<void> {
  if (!(await deleteApiKey(deps.db, actor.userId, id))) throw new DomainError('not-found', 'API key not found');
}

/** @returns who calls with this key, or null when there is no such key; its use is written down. */
export async function readApiKey(deps: Deps, key: string): Promise<KeyActor | null> {
  const found = await deps.hotReads.apiKeyByHash(sha256(key));
  if (!found) return null;
  const { keyId, scope, lastUsedAt, ...user } = found;
  const now = deps.clock.now();
  const before = new Date(now - USE_PAUSE).toISOString();
  if (lastUsedAt === null || lastUsedAt < before) {
    await noteApiKeyUse(deps.db, keyId, new Date(now).toISOString(), before);
  }
  return { kind: 'key', keyId, scope, ...user };
}
