// What was written by the contact form. It belongs to no account.
import { z } from 'zod';
import { rowCodec } from './codecs.ts';
import type { Db } from './open.ts';
import type { StoredContactMessage } from './schema.ts';

export type { StoredContactMessage };

const { decode, encode } = rowCodec({
  id: z.string(),
  name: z.string().nullable(),
  email: z.string(),
  message: z.string(),
  createdAt: z.string(),
});

export const insertContactMessage = (db: Db, message: StoredContactMessage) =>
  db.insertInto('contact_messages').values(encode(message)).execute();

export async function findContactMessage(db: Db, id: string): Promise<StoredContactMessage | undefined> {
  const row = await db.selectFrom('contact_messages').selectAll().where('id', '=', id).executeTakeFirst();
  return row && decode(row);
}

/** @returns all that are stored, the newest first. */
export async function listContactMessages(db: Db): Promise<StoredContactMessage[]> {
  const rows = await db
    .selectFrom('contact_messages')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => decode(row));
}

/** @param until ISO: what was written then or earlier goes. */
export const deleteContactMessages = (db: Db, until: string) =>
  db.deleteFrom('contact_messages').where('created_at', '<=', until).execute();
