// What was written by the contact form. It belongs to no account.
import { z } from 'zod';
import { rowCodec } from './codecs.ts';
import type { Db } from './open.ts';
import { deleteDue } from './removals.ts';

const { all, decode, encode, first } = rowCodec({
  id: z.string(),
  name: z.string().nullable(),
  email: z.string(),
  message: z.string(),
  createdAt: z.string(),
});
export type StoredContactMessage = ReturnType<typeof decode>;

export const insertContactMessage = (db: Db, message: StoredContactMessage) =>
  db.insertInto('contact_messages').values(encode(message)).execute();

export const findContactMessage = (db: Db, id: string): Promise<StoredContactMessage | undefined> =>
  first(db.selectFrom('contact_messages').selectAll().where('id', '=', id));

/** @returns all that are stored, the newest first. */
export const listContactMessages = (db: Db): Promise<StoredContactMessage[]> =>
  all(db.selectFrom('contact_messages').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc'));

/** @param until ISO: what was written then or earlier goes. */
export const deleteContactMessages = (db: Db, until: string, stopping?: AbortSignal): Promise<void> =>
  deleteDue(
    db,
    'contact_messages',
    ['id'],
    db.selectFrom('contact_messages').where('created_at', '<=', until),
    stopping,
  );
