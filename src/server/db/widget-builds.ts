// Every file of every widget build that this installation has served, by name.
import type { Db } from './open.ts';

/** A file and the compressed copies that the build made; null for files stored without them. */
export type StoredFile = {
  file: string;
  source: string;
  integrity: string;
  copies: { br: Buffer; gzip: Buffer } | null;
};

/** Stores the files. One that is already stored stays as it is, apart from gaining the copies it lacked. */
export async function storeFiles(db: Db, files: readonly StoredFile[], createdAt: string): Promise<void> {
  const rows = files.map(({ file, source, integrity, copies }) => ({
    file,
    source,
    integrity,
    created_at: createdAt,
    brotli: copies?.br.toString('base64') ?? null,
    gzip: copies?.gzip.toString('base64') ?? null,
  }));
  await db
    .insertInto('widget_builds')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('file')
        .doUpdateSet((row) => ({ brotli: row.ref('excluded.brotli'), gzip: row.ref('excluded.gzip') }))
        .where('widget_builds.brotli', 'is', null),
    )
    .execute();
}

/** @returns the file of that name, or null. */
export async function findFile(db: Db, file: string): Promise<StoredFile | null> {
  const row = await db
    .selectFrom('widget_builds')
    .select(['file', 'source', 'integrity', 'brotli', 'gzip'])
    .where('file', '=', file)
    .executeTakeFirst();
  if (!row) return null;
  const { brotli, gzip, ...stored } = row;
  const copies = brotli && gzip ? { br: Buffer.from(brotli, 'base64'), gzip: Buffer.from(gzip, 'base64') } : null;
  return { ...stored, copies };
}
