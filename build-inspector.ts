// The Vite plugin that lays compressed copies of the inspector beside it. It has no budget: visitors never load it.
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const FILE = 'widget-inspector.js';

/** @returns the plugin; it acts on the `inspector` environment only. */
export function inspectorFiles(): Plugin {
  return {
    name: 'proofbell-inspector-files',
    applyToEnvironment: (environment) => environment.name === 'inspector',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunk = bundle[FILE];
        if (chunk?.type !== 'chunk') return this.error(`${FILE} is missing from the bundle`);
        const emit = (fileName: string, source: Uint8Array) => this.emitFile({ type: 'asset', fileName, source });
        emit(`${FILE}.br`, brotliCompressSync(chunk.code, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
        emit(`${FILE}.gz`, gzipSync(chunk.code, { level: 9 }));
      },
    },
  };
}
