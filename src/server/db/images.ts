// Uploaded images in SQL. Nobody deletes them by hand: they go once nothing of their owner's names them any more.
import { sql } from 'kysely';
import { z } from 'zod';
import { countRows, hasChanged, rowCodec, valuesOf } from './codecs.ts';
import { type Database, type Db, prepareRead } from './open.ts';
import type { Owned } from './owned.ts';

const listed = {
  id: z.string(),
  ownerId: z.string(),
  width: z.number(),
  height: z.number(),
  bytes: z.number(),
  createdAt: z.string(),
};
const list = rowCodec(listed);
export type ListedImage = ReturnType<typeof list.decode>;

const { decode, encode } = rowCodec({
  ...listed,
  /** WebP in base64. */
  data: z.string(),
  /** Until when it is there whether it is used or not; then it is looked again. */
  keptUntil: z.string(),
});
export type StoredImage = ReturnType<typeof decode>;

/** Where an image is served, below the installation's address: what names one has this in it. */
export const IMAGE_PATH = '/api/images/';

export const insertImage = (db: Db, image: StoredImage) => db.insertInto('images').values(encode(image)).execute();

export const countImages = (db: Db, ownerId: string): Promise<number> =>
  countRows(db.selectFrom('images').where('owner_id', '=', ownerId));

/** @returns the owner's images, the last uploaded first. */
export const listImages = (db: Db, ownerId: string): Promise<ListedImage[]> =>
  list.all(
    db
      .selectFrom('images')
      .select(['id', 'owner_id', 'width', 'height', 'bytes', 'created_at'])
      .where('owner_id', '=', ownerId)
      .orderBy('created_at', 'desc')
      .orderBy('id'),
  );

export const findImage = (db: Db, ownerId: string, id: string): Promise<ListedImage | undefined> =>
  list.first(
    db
      .selectFrom('images')
      .select(['id', 'owner_id', 'width', 'height', 'bytes', 'created_at'])
      .where('owner_id', '=', ownerId)
      .where('id', '=', id),
  );

/** Prepares the read of an image's WebP, whoever asks: visitors do. It answers undefined when there is none. */
export function prepareImageRead(database: Database): (id: string) => Promise<Buffer<ArrayBuffer> | undefined> {
  const read = prepareRead<{ data: string }>(database, 'select data from images where id = ?');
  return async (id) => {
    const [row] = await read(id);
    return row && Buffer.from(row.data, 'base64');
  };
}

/** @returns whether it still existed. */
export const deleteImage = (db: Db, image: Owned<ListedImage>): Promise<boolean> =>
  hasChanged(db.deleteFrom('images').where('id', '=', image.id));

/** Makes the owner's images of before `uploadedBefore` due: something that may have used them is gone. */
export const releaseImages = (db: Db, ownerId: string, now: string, uploadedBefore: string) =>
  db
    .updateTable('images')
    .set({ kept_until: now })
    .where('owner_id', '=', ownerId)
    .where('created_at', '<=', uploadedBefore)
    .execute();

/** @returns owners of images that are due, a few. */
export const ownersOfDueImages = (db: Db, now: string, limit: number): Promise<string[]> =>
  valuesOf(
    db.selectFrom('images').select('owner_id').distinct().where('kept_until', '<=', now).limit(limit),
    'owner_id',
  );

/** @returns the ids of all images that a text names. */
const namedIn = (text: string | null): string[] =>
  [...(text ?? '').matchAll(/\/api\/images\/([\w-]+)/g)].map(([, id = '']) => id);

/**
 * Deletes the owner's images of before `uploadedBefore` that no notification names, not even one that can be restored, and no
 * template; the others are kept until `until`.
 */
export async function deleteUnusedImages(
  db: Db,
  ownerId: string,
  { uploadedBefore, until }: { uploadedBefore: string; until: string },
): Promise<void> {
  const naming = `%${IMAGE_PATH}%`;
  const notifications = await db
    .selectFrom('notifications as n')
    .innerJoin('sites as s', 's.id', 'n.site_id')
    .select('n.image')
    .where('s.owner_id', '=', ownerId)
    .where('n.image', 'like', naming)
    .execute();
  const templates = await db
    .selectFrom('templates')
    .select('settings')
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`settings like ${naming}`)
    .execute();
  const used = new Set([
    ...notifications.flatMap(({ image }) => namedIn(image)),
    ...templates.flatMap(({ settings }) => namedIn(settings)),
  ]);
  const old = await valuesOf(
    db.selectFrom('images').select('id').where('owner_id', '=', ownerId).where('created_at', '<=', uploadedBefore),
    'id',
  );
  const [kept, unused] = [old.filter((id) => used.has(id)), old.filter((id) => !used.has(id))];
  if (unused.length > 0) await db.deleteFrom('images').where('id', 'in', unused).execute();
  if (kept.length > 0) await db.updateTable('images').set({ kept_until: until }).where('id', 'in', kept).execute();
}
