// What shows that somebody holds a registration: the id in its addresses and in the cookie, and the tokens of emailed
// links. Only their sha256 is stored.
import { z } from 'zod';
import { rowCodec } from './codecs.ts';
import type { Db } from './open.ts';

const { decode, encode } = rowCodec({
  /** sha256 (hex). */
  keyHash: z.string(),
  registrationId: z.string(),
  kind: z.enum(['id', 'resumed', 'resume']),
  expiresAt: z.string(),
  usedAt: z.string().nullable(),
  createdAt: z.string(),
});
/** `resumed` is the id of whoever has opened an emailed link: they read the mailbox, and others may only know the address. */
export type StoredRegistrationKey = ReturnType<typeof decode>;
type Kind = StoredRegistrationKey['kind'];

export const insertRegistrationKey = (db: Db, key: Omit<StoredRegistrationKey, 'usedAt'>) =>
  db
    .insertInto('registration_keys')
    .values(encode({ ...key, usedAt: null }))
    .execute();

async function findKey(db: Db, keyHash: string, kinds: readonly Kind[], now: string) {
  return db
    .selectFrom('registration_keys')
    .select(['registration_id as registrationId', 'kind'])
    .where('key_hash', '=', keyHash)
    .where('kind', 'in', kinds)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** @returns the registration that an unexpired public id names, and how its holder came by it. */
export const findPublicId = (
  db: Db,
  keyHash: string,
  now: string,
): Promise<{ registrationId: string; kind: Kind } | undefined> => findKey(db, keyHash, ['id', 'resumed'], now);

/** @returns the id of the registration that a link's token names; undefined when it is unknown, expired or used. */
export const registrationOfLink = async (db: Db, keyHash: string, now: string): Promise<string | undefined> =>
  (await findKey(db, keyHash, ['resume'], now))?.registrationId;

/** Ends every id and link of a registration. */
export const deleteRegistrationKeys = (db: Db, registrationId: string) =>
  db.deleteFrom('registration_keys').where('registration_id', '=', registrationId).execute();

/** Ends every id of the registrations with an address that led to no verified account. */
export const deleteIdsOfAddress = (db: Db, emailLower: string) =>
  db
    .deleteFrom('registration_keys')
    .where('kind', '!=', 'resume')
    .where('registration_id', 'in', (eb) =>
      eb
        .selectFrom('registrations')
        .leftJoin('users', 'users.id', 'registrations.user_id')
        .select('registrations.id')
        .where('registrations.email_lower', '=', emailLower)
        .where((of) => of.or([of('users.id', 'is', null), of('users.email_verified', '=', 0)])),
    )
    .execute();

/** Ends every id of the registrations that led to an account. Links stay: only whoever reads the mailbox has those. */
export const deleteIdsOfAccount = (db: Db, userId: string) =>
  db
    .deleteFrom('registration_keys')
    .where('kind', '!=', 'resume')
    .where('registration_id', 'in', (eb) => eb.selectFrom('registrations').select('id').where('user_id', '=', userId))
    .execute();

/** Ends a public id, whatever it names. */
export const deletePublicId = (db: Db, keyHash: string) =>
  db.deleteFrom('registration_keys').where('key_hash', '=', keyHash).where('kind', '!=', 'resume').execute();
