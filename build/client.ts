// How the client's files are sent: the shell in one chunk, and text compressed once, here, as small as it gets. Brotli's
// quality 11 makes 7% fewer bytes than 9, and takes seconds for all files: fine in a build, too slow as a server starts.
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/**
 * What every screen loads is one file. Left alone, each module that some late screen shares with it is a chunk of its
 * own: 26 files, and 10% more bytes, since compression starts anew in each and names cross their borders.
 */
export const clientChunks: Rolldown.CodeSplittingOptions = { groups: [{ name: 'shell', tags: ['$initial'] }] };

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
