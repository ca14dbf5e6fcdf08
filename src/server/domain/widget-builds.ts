// The widget's builds as they are served: the one of this program, and every earlier one that a customer's page may
// have pinned. A pinned address with its integrity value never breaks, whatever is installed later.
import { createHash } from 'node:crypto';
import { findBuild, keepBuild } from '../db/widget-builds.ts';
import type { Deps } from '../deps.ts';
import { makeVariants, type Variants } from './variants.ts';

/** Names are `widget-<12 hex of the source's sha256>.js`; they are on customers' pages and can never change. */
const FILE = /^widget-[0-9a-f]{12}\.js$/;
/** Earlier builds held ready in memory; a release or two are pinned at a time. */
const READY_MAX = 20;
/** The best there is: a build is compressed once and fetched for ever. */
const BROTLI_QUALITY = 11;

/** @returns name and integrity value of a build's source. */
export function nameBuild(source: string): { file: string; integrity: string } {
  const file = `widget-${createHash('sha256').update(source).digest('hex').slice(0, 12)}.js`;
  return { file, integrity: `sha384-${createHash('sha384').update(source).digest('base64')}` };
}

export type WidgetBuilds = {
  /** @returns the source's ready bytes; from now on they are found under the build's name, in this process. */
  prepare(source: string): Promise<Variants>;
  /** Stores the source for ever, so that its name is found by every later process too. */
  keep(source: string): Promise<void>;
  /** @returns the ready bytes of the build of that name, or null when this installation never served it. */
  find(file: string): Promise<Variants | null>;
};

export function makeWidgetBuilds({ db, clock }: Pick<Deps, 'db' | 'clock'>): WidgetBuilds {
  const ready = new Map<string, Variants>();

  const prepare = async (source: string) => {
    const { file } = nameBuild(source);
    const known = ready.get(file);
    if (known) return known;
    const tag = file.slice('widget-'.length, -'.js'.length);
    const variants = await makeVariants(source, tag, BROTLI_QUALITY);
    const [oldest] = ready.keys();
    if (ready.size >= READY_MAX && oldest !== undefined) ready.delete(oldest);
    ready.set(file, variants);
    return variants;
  };

  return {
    prepare,
    keep: (source) => keepBuild(db, { ...nameBuild(source), source }, new Date(clock.now()).toISOString()),
    async find(file) {
      const known = ready.get(file);
      if (known || !FILE.test(file)) return known ?? null;
      const stored = await findBuild(db, file);
      return stored && prepare(stored.source);
    },
  };
}
