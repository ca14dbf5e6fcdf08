// API keys for integrators' scripts: creating, listing, revoking and authenticating them.
import type { ApiKey, CreateApiKeyInput, NewApiKey } from '#shared/contract/api-key.ts';
import { API_KEYS_MAX } from '#shared/limits.ts';
import { MESSAGES } from '#shared/messages.ts';
import { isoNow, isoOf, MINUTE } from '#shared/time.ts';
import {
  countApiKeys,
  deleteApiKey,
  insertApiKey,
  listApiKeys as listStored,
  recordApiKeyUse,
  type StoredApiKey,
} from '../../db/api-keys.ts';
import { hashOf } from '../../db/hash.ts';
import { findSessionOf } from '../../db/sessions.ts';
import { lockUser } from '../../db/users.ts';
import type { Deps } from '../../deps.ts';
import { apiKeyNotFound, type Confirmed, type KeyActor, ownApiKey, type VerifiedUser } from '../access.ts';
import { DomainError, ignoreIfUnavailable } from '../errors.ts';

/** Makes keys easy to recognize, for people and for secret scanners. */
export const API_KEY_PREFIX = 'pb_';
/** How many leading characters are stored, so that owners can tell keys apart. */
const START_LENGTH = 9;
/** How often the last use is updated at most. */
const USE_INTERVAL = MINUTE;

const toApiKey = ({ userId, keyHash, ...key }: StoredApiKey): ApiKey => key;

/** @returns the caller's keys, newest first. */
export const listApiKeys = async (deps: Deps, actor: VerifiedUser): Promise<ApiKey[]> =>
  (await listStored(deps.db, actor.userId)).map(toApiKey);

/** @returns the new key with its secret, which is shown only once. @throws conflict when there are too many; unauthenticated when the session has ended */
export async function createApiKey(
  deps: Deps,
  actor: Confirmed<VerifiedUser>,
  input: CreateApiKeyInput,
): Promise<NewApiKey> {
  const key = `${API_KEY_PREFIX}${deps.ids.secret(32)}`;
  const stored: StoredApiKey = {
    id: deps.ids.next(),
    userId: actor.userId,
    name: input.name,
    keyHash: hashOf(key),
    start: key.slice(0, START_LENGTH),
    scope: input.scope,
    createdAt: isoNow(deps.clock),
    lastUsedAt: null,
  };
  await deps.db.transaction().execute(async (db) => {
    // Whoever took the account over in the meantime ended this session, and must not find a key made with it. The lock
    // also makes parallel calls count one after the other.
    const isLive = (await lockUser(db, actor.userId)) && (await findSessionOf(db, actor.userId, actor.sessionId));
    if (!isLive) throw new DomainError('unauthenticated', MESSAGES.unauthenticated);
    if ((await countApiKeys(db, actor.userId)) >= API_KEYS_MAX) {
      throw new DomainError('conflict', `You can have at most ${API_KEYS_MAX} API keys. Revoke one first`);
    }
    await insertApiKey(db, stored);
  });
  return { ...toApiKey(stored), key };
}

/** Revokes a key, effective from its next call. @throws not-found */
export async function revokeApiKey(deps: Deps, actor: VerifiedUser, id: string): Promise<void> {
  if (!(await deleteApiKey(deps.db, await ownApiKey(deps.db, actor, id)))) throw apiKeyNotFound();
}

/** Records the use. @returns the actor behind this key, or null when there is no such key. */
export async function readApiKey(deps: Deps, key: string): Promise<KeyActor | null> {
  const found = await deps.hotReads.apiKeyByHash(hashOf(key));
  if (!found) return null;
  const { keyId, scope, lastUsedAt, ...user } = found;
  const now = deps.clock.now();
  const before = isoOf(now - USE_INTERVAL);
  if (lastUsedAt === null || lastUsedAt < before) {
    // A full disk must not end reading.
    await recordApiKeyUse(deps.db, keyId, isoOf(now), before).catch(ignoreIfUnavailable);
  }
  return { kind: 'key', keyId, scope, ...user };
}
