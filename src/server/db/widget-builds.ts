// Every widget build this installation ever served, by file name.
import type { Db } from './open.ts';
import type { WidgetBuildsTable } from './schema.ts';

export type WidgetBuild = Pick<WidgetBuildsTable, 'file' | 'source' | 'integrity'>;

/** Stores a build; one that is there already stays as it is. */
export async function keepBuild(db: Db, build: WidgetBuild, createdAt: string): Promise<void> {
  await db
    .insertInto('widget_builds')
    .values({ ...build, created_at: createdAt })
    .onConflict((conflict) => conflict.column('file').doNothing())
    .execute();
}

/** @returns the build of that file name, or null. */
export async function findBuild(db: Db, file: string): Promise<WidgetBuild | null> {
  const row = await db
    .selectFrom('widget_builds')
    .select(['file', 'source', 'integrity'])
    .where('file', '=', file)
    .executeTakeFirst();
  return row ?? null;
}
