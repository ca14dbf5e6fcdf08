// How the client's files are sent: the shell in one chunk, and text compressed once, here, as small as it gets. Brotli's
// quality 11 takes four times as long as 9 for 7% fewer bytes: too long for a server that starts, little for a build.
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
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

/** Writes `<file>.br` and `<file>.gz` beside each text of the built client; the server sends them (http/static.ts). */
export function compressedCopies(): Plugin {
  return {
    name: 'compressed-copies',
    applyToEnvironment: ({ name }) => name === 'client',
    async writeBundle({ dir }) {
      const files = globSync(`${dir}/**/*.{js,css,html,svg,json,txt}`);
      await Promise.all(
        files.map(async (file) => {
          const bytes = await readFile(file);
          const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
          const [brotli, gzipped] = await Promise.all([toBrotli(bytes, { params }), toGzip(bytes, { level: 9 })]);
          await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)]);
        }),
      );
    },
  };
}
