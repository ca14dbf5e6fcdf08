// What shows that somebody holds a registration: the id in its addresses and in the cookie, and the tokens of emailed
// links. Only their sha256 is stored.
import { z } from 'zod';
import type { StoredRegistrationKey } from './billing-schema.ts';
import { rowCodec } from './codecs.ts';
import type { Db } from './open.ts';

const { encode } = rowCodec({
  keyHash: z.string(),
  registrationId: z.string(),
  kind: z.enum(['id', 'resume']),
  expiresAt: z.string(),
  usedAt: z.string().nullable(),
  createdAt: z.string(),
});

export const insertRegistrationKey = (db: Db, key: Omit<StoredRegistrationKey, 'usedAt'>) =>
  db
    .insertInto('registration_keys')
    .values(encode({ ...key, usedAt: null }))
    .execute();

/** @returns the id of the registration that an unexpired public id names. */
export async function registrationOfKey(db: Db, keyHash: string, now: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('registration_keys')
    .select('registration_id')
    .where('key_hash', '=', keyHash)
    .where('kind', '=', 'id')
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.registration_id;
}

/** Uses a link's token. @returns the registration's id; undefined when it is unknown, expired or used. */
export async function consumeResumeKey(db: Db, keyHash: string, now: string): Promise<string | undefined> {
  const row = await db
    .updateTable('registration_keys')
    .set({ used_at: now })
    .where('key_hash', '=', keyHash)
    .where('kind', '=', 'resume')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('registration_id')
    .executeTakeFirst();
  return row?.registration_id;
}
