// The widget builds that we serve: the current one, and every earlier one that a customer's page may have pinned. A
// pinned URL with its integrity value never breaks, whatever is installed later.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { widgetBuildSchema } from '#shared/contract/widget-build.ts';
import { isoNow } from '#shared/time.ts';
import { findFile, type StoredFile, storeFiles } from '../db/widget-builds.ts';
import type { Deps } from '../deps.ts';
import { makeVariants, toVariants, type Variants } from './variants.ts';

/** Names end with 12 hex digits of the source's sha256. They are on customers' pages and can never change. */
const FILE = /^widget(?:-cost|-conditions)?-([0-9a-f]{12})\.js$/;
/** How many files are kept in memory: four per build, and customers rarely pin more than a release or two at a time. */
const CACHED_FILES_MAX = 20;
/** For files stored before builds kept their compressed copies. */
const BROTLI_QUALITY = 11;

/** The script of the embed tag comes first, then that of a fixed version, and what they load. */
export type WidgetFiles = [script: StoredFile, ...others: StoredFile[]];

/**
 * @param folder that `npm run build` wrote.
 * @throws when a file is missing or incomplete, since a build may be running.
 */
export async function readFiles(folder: string): Promise<WidgetFiles> {
  const build = widgetBuildSchema.parse(JSON.parse(await readFile(join(folder, 'widget.json'), 'utf8')));
  const names = [build.script.file, build.file, build.conditions.file, build.cost.file];
  return (await Promise.all(names.map((file) => readBuilt(folder, file)))) as WidgetFiles;
}

async function readBuilt(folder: string, file: string): Promise<StoredFile> {
  const [plain, br, gzip] = await Promise.all(['', '.br', '.gz'].map((end) => readFile(join(folder, file + end))));
  if (!plain || !br || !gzip) throw new Error(`${file}: not read`);
  const source = plain.toString();
  const digest = (algorithm: string) => createHash(algorithm).update(source);
  const isWhole =
    FILE.exec(file)?.[1] === digest('sha256').digest('hex').slice(0, 12) &&
    brotliDecompressSync(br).equals(plain) &&
    gunzipSync(gzip).equals(plain);
  if (!isWhole) throw new Error(`${file}: not the file that its name and copies promise`);
  return { file, source, integrity: `sha384-${digest('sha384').digest('base64')}`, copies: { br, gzip } };
}

export type WidgetBuilds = {
  /** Registers the files in this process. @returns the script's bytes. */
  prepare(files: WidgetFiles): Promise<Variants>;
  /** Stores the files forever, so that every later process can serve them, too. */
  keep(files: WidgetFiles): Promise<void>;
  /** @returns the bytes of the file with that name, or null when this installation never served it. */
  find(file: string): Promise<Variants | null>;
};

export function makeWidgetBuilds({ db, clock }: Pick<Deps, 'db' | 'clock'>): WidgetBuilds {
  const ready = new LRUCache<string, Variants>({ max: CACHED_FILES_MAX });

  const prepare = async ({ file, source, copies }: StoredFile) => {
    const known = ready.get(file);
    if (known) return known;
    const tag = FILE.exec(file)?.[1] ?? '';
    const variants = copies ? toVariants(source, tag, copies) : await makeVariants(source, tag, BROTLI_QUALITY);
    ready.set(file, variants);
    return variants;
  };

  return {
    async prepare([script, ...others]) {
      await Promise.all(others.map(prepare));
      return prepare(script);
    },
    keep: (files) => storeFiles(db, files, isoNow(clock)),
    async find(file) {
      const known = ready.get(file);
      if (known || !FILE.test(file)) return known ?? null;
      const stored = await findFile(db, file);
      return stored && prepare(stored);
    },
  };
}
