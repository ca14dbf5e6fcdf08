// The Vite plugin that turns the finished widget into the files that are served: a hashed copy to pin, both
// pre-compressed, and widget.json with the SRI value and the sizes. The build fails over the budget.
import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** The widget's whole weight on a visitor's page, in bytes after brotli (design: Embed, Budget). */
export const WIDGET_BUDGET = 6000;

/** What `dist/widget/widget.json` holds. */
export type WidgetManifest = {
  /** File name to pin, `widget-<12 hex of sha256>.js`. */
  hashed: string;
  /** Subresource-integrity value, `sha384-…`. */
  integrity: string;
  bytes: { raw: number; gzip: number; brotli: number };
};

/** @returns the plugin; it acts on the `widget` environment only. */
export function widgetFiles(): Plugin {
  return {
    name: 'proofbell-widget-files',
    applyToEnvironment: (environment) => environment.name === 'widget',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunk = bundle['widget.js'];
        if (chunk?.type !== 'chunk') return this.error('widget.js is missing from the bundle');
        const code = chunk.code;
        const hashed = `widget-${createHash('sha256').update(code).digest('hex').slice(0, 12)}.js`;
        const brotli = brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
        const gzip = gzipSync(code, { level: 9 });
        if (brotli.length > WIDGET_BUDGET) {
          return this.error(`widget.js is ${brotli.length} bytes after brotli; the budget is ${WIDGET_BUDGET}`);
        }
        const emit = (fileName: string, source: string | Uint8Array) =>
          this.emitFile({ type: 'asset', fileName, source });
        emit(hashed, code);
        for (const name of ['widget.js', hashed]) {
          emit(`${name}.br`, brotli);
          emit(`${name}.gz`, gzip);
        }
        const manifest: WidgetManifest = {
          hashed,
          integrity: `sha384-${createHash('sha384').update(code).digest('base64')}`,
          bytes: { raw: Buffer.byteLength(code), gzip: gzip.length, brotli: brotli.length },
        };
        emit('widget.json', JSON.stringify(manifest, null, 2));
      },
    },
  };
}
