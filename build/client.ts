// How the client's files are sent: the shell in one chunk, what screens share in a few, and text compressed once, here, as
// small as it gets. Brotli's quality 11 makes 7% fewer bytes than 9, and takes seconds for all files: fine in a build, too
// slow as a server starts.
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/**
 * Chunks that several screens share, each by the modules that it begins with; what these import comes along, if it is in no
 * chunk above. So a chunk needs those above it alone. Two that need each other would start in the wrong order: one would
 * read the other's constants before they are set, as with rolldown's `entriesAware` groups, whose parts it merges by size.
 * What else a screen has in common with others stays in the files that exactly these need.
 */
const SHARED: Record<string, string> = {
  base: 'client/ui/page-header client/ui/table client/format/dates client/format/numbers client/format/giving-up client/hooks/use-now client/data/stats client/data/effect',
  parts:
    'client/ui/popover-card client/ui/notification-type client/ui/link client/data/notifications client/content/learn-more client/inspection/why-button icons/arrow-right icons/triangle-exclamation-point',
  dashboard: 'client/features/stats/site-dashboard-page',
  conditions: 'shared/embed/rules-sentence',
  news: 'client/features/stats/site-news client/setup/setup-list client/setup/celebration',
  fields: `client/ui/field client/ui/input client/ui/switch client/ui/panel client/ui/code-block client/ui/copy-button client/ui/search-field client/ui/dialog
    shared/embed/safe-link shared/embed/read-url shared/embed/protocol shared/provenance shared/source-kinds
    icons/chevron-down icons/smartphone icons/external-link icons/undo-2 icons/rotate-ccw`,
  choice: 'client/ui/choice',
  lists: 'client/ui/combobox',
  notification:
    'client/preview/notification-preview client/preview/page-notifications client/settings/use-widget-settings',
  settings: 'client/features/widget/widget-screen client/settings/setting-field',
};

const isNamed = (names: string) => {
  const ends = names.split(/\s+/).map((name) => `/${name}.`);
  return (id: string) => ends.some((end) => id.includes(end));
};

/**
 * What every screen loads is one file, and what many share are a few. Left alone, each module that some late screen shares
 * with others is a chunk of its own: a dashboard asked for 21 files, and more bytes, since compression starts anew in each
 * and names cross their borders.
 */
export const clientChunks: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: 'shell', tags: ['$initial' as const] },
    ...Object.entries(SHARED).map(([name, modules]) => ({ name, test: isNamed(modules) })),
  ].map((group, at, { length }) => ({ ...group, priority: length - at })),
};

/** Where a page's scripts are listed, by its source below src/client; the manifest forgets pages that share their chunk. */
export const PAGE_FILES = '.vite/pages.json';

/** Lists which scripts each page needs beyond the shell. */
export const pageFiles = (): Plugin => ({
  name: 'page-files',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const closureOf = (file: string, found = new Set<string>()) => {
      const chunk = chunks.find(({ fileName }) => fileName === file);
      if (!chunk || chunk.isEntry || found.has(file)) return found;
      found.add(file);
      for (const needed of chunk.imports) closureOf(needed, found);
      return found;
    };
    const pages = chunks.flatMap(({ fileName, moduleIds }) =>
      moduleIds
        .filter((id) => id.endsWith('-page.tsx'))
        .map((id) => [relative('src/client', id), [...closureOf(fileName)]]),
    );
    this.emitFile({ type: 'asset', fileName: PAGE_FILES, source: JSON.stringify(Object.fromEntries(pages)) });
  },
});

/**
 * Writes `<file>.br` and `<file>.gz` beside each text of the built client; the server sends them (http/static.ts).
 * @param part the client, which is built first, or the first script of its pages.
 */
export function compressedCopies(part: 'client' | 'start'): Plugin {
  return {
    name: `compressed-copies-${part}`,
    applyToEnvironment: ({ name }) => name === part,
    async writeBundle({ dir = '.' }, bundle) {
      // Not as part of the pattern: the path of a checkout may hold brackets.
      const texts = globSync('**/*.{js,css,html,svg,json,txt}', { cwd: dir });
      const own = part === 'client' ? texts : texts.filter((file) => file in bundle);
      const files = own.map((file) => join(dir, file));
      await Promise.all(files.map(compressFile));
    },
  };
}

/** Writes the two compressed copies of a text file beside it. */
export async function compressFile(file: string): Promise<void> {
  const bytes = await readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [brotli, gzipped] = await Promise.all([toBrotli(bytes, { params }), toGzip(bytes, { level: 9 })]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)]);
}
