// The Vite plugin that turns the finished widget into the files that are served: made as small as it gets, a hashed copy
// to pin, both pre-compressed, and widget.json with the SRI value and the sizes. The build fails over the budget.
import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { minify } from 'terser';
import type { Plugin } from 'vite';

/** The widget's whole weight on a visitor's page, in bytes after brotli (design: Embed, Budget). */
export const WIDGET_BUDGET = 6000;

/**
 * Names of properties that only the widget's own files know, and that are shortened. A name of the payload, of the
 * browser, of window.Proofbell or of what the inspector is handed must never stand here.
 */
export const INTERNAL_NAMES = [
  'addresses',
  'ask',
  'cameAt',
  'lookAgain',
  'onClick',
  'onDismiss',
  'onHold',
  'recheck',
  'restart',
  'seenTo',
  'startedAt',
];

/** What `dist/widget/widget.json` holds. */
export type WidgetManifest = {
  /** File name to pin, `widget-<12 hex of sha256>.js`. */
  hashed: string;
  /** Subresource-integrity value, `sha384-…`. */
  integrity: string;
  bytes: { raw: number; gzip: number; brotli: number };
};

/** @param code minified once. @returns the same, shorter: what Vite's minifier leaves, terser finds. */
async function shrink(code: string): Promise<string> {
  const { code: short } = await minify(code, {
    ecma: 2020,
    module: true,
    // Unsafe for symbols, accessors with effects, and functions called with `new`: there are none. Comparisons stay as
    // they are written, because some have to do with dates that cannot be read.
    compress: { passes: 3, unsafe: true, unsafe_arrows: true, pure_getters: true },
    mangle: { properties: { regex: new RegExp(`^(${INTERNAL_NAMES.join('|')})$`) } },
  });
  // Chromium compiles what will be called at once then, instead of twice.
  return `//# allFunctionsCalledOnLoad\n${short}`;
}

/** @returns the smallest that Brotli makes of it: how distances are best written differs from text to text. */
function compress(code: string): Buffer {
  const sizes = [0, 1, 2, 3].flatMap((postfix) =>
    Array.from({ length: 16 }, (_, direct) => [postfix, direct << postfix]),
  );
  const all = sizes.map(([postfix = 0, direct = 0]) =>
    brotliCompressSync(code, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
        [constants.BROTLI_PARAM_NDIRECT]: direct,
      },
    }),
  );
  return all.reduce((best, one) => (one.length < best.length ? one : best));
}

/** @returns the plugin; it acts on the `widget` environment only. */
export function widgetFiles(): Plugin {
  return {
    name: 'proofbell-widget-files',
    applyToEnvironment: (environment) => environment.name === 'widget',
    transform: {
      order: 'post',
      filter: { id: /widget\/style\.css\?inline/ },
      // Spaces that the style sheet's minifier leaves beside custom properties, whose values it must not read.
      handler: (code) => code.replace(/ ?([,*/]) /g, '$1'),
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const chunk = bundle['widget.js'];
        if (chunk?.type !== 'chunk') return this.error('widget.js is missing from the bundle');
        const code = await shrink(chunk.code);
        chunk.code = code;
        const hashed = `widget-${createHash('sha256').update(code).digest('hex').slice(0, 12)}.js`;
        const brotli = compress(code);
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
