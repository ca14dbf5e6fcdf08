// The Vite plugin that turns the finished widget into the files that are served: made as small as it gets, named by
// their content's hash, compressed once, and described in widget.json. The server sends the compressed copies as they
// are, so what is measured here is what visitors receive. The build fails over the budget.
import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { minify } from 'terser';
import { build, type Plugin, type Rolldown } from 'vite';
import type { WidgetBuild } from '#shared/contract/widget-build.ts';

/**
 * Names of properties that only the widget's own files know, and that are shortened. A name of the payload, of the
 * browser, of window.Proofbell, or of what the files beside it are handed must never stand here.
 */
export const INTERNAL_NAMES = [
  'addresses',
  'ask',
  'cameAt',
  'emit',
  'endNow',
  'hide',
  'hold',
  'hostElement',
  'isFitting',
  'isInspected',
  'liveRegion',
  'loadConditions',
  'loadCost',
  'loadedAt',
  'onClick',
  'onDismiss',
  'onHold',
  'onTab',
  'ownSheet',
  'post',
  'recheck',
  'refetch',
  'rendered',
  'report',
  'restart',
  'saveVisit',
  'sendAll',
  'siteStore',
  'stay',
  'tryAgain',
];

/**
 * The script's share of WIDGET_BUDGET, in bytes with brotli: the rest is the payload's, which this build knows nothing of
 * (tests/wire-size.test.ts measures both).
 */
const SCRIPT_MAX = 6_950;

/** The files that the widget loads, as its source calls them; the build puts the names with their hashes in their place. */
const CONDITIONS_FILE = 'widget-conditions.js';
const COST_FILE = 'widget-cost.js';

/** Alphabetical names: after brotli they are some bytes shorter than terser's own, by frequency. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const alphabetical = {
  get(n: number): string {
    const before = Math.floor(n / LETTERS.length);
    return `${before > 0 ? this.get(before - 1) : ''}${LETTERS[n % LETTERS.length]}`;
  },
};

/** @param code minified once. @returns the same, shorter: what Vite's minifier leaves, terser finds. */
async function shrink(code: string): Promise<string> {
  const { code: short = '' } = await minify(code, {
    ecma: 2022,
    module: true,
    // Unsafe for symbols, accessors with effects, and functions called with `new`: there are none. Comparisons stay as
    // they are written, because some have to do with dates that cannot be read. Numbers may stand for booleans, since none
    // is sent or compared with ===; and commas in place of semicolons only look shorter.
    compress: {
      passes: 3,
      unsafe: true,
      unsafe_arrows: true,
      pure_getters: true,
      booleans_as_integers: true,
      sequences: false,
    },
    mangle: {
      nth_identifier: alphabetical,
      properties: { builtins: true, regex: new RegExp(`^(${INTERNAL_NAMES.join('|')})$`) },
    },
  });
  return short;
}

/** @returns the smallest brotli makes of it: which way to write distances is shortest differs from text to text. */
function compress(code: string): Buffer {
  const settings = [0, 1, 2, 3].flatMap((postfix) =>
    Array.from({ length: 16 }, (_, direct) => ({
      [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
      [constants.BROTLI_PARAM_NDIRECT]: direct << postfix,
    })),
  );
  const all = settings.map((setting) =>
    brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, ...setting } }),
  );
  return all.reduce((best, one) => (one.length < best.length ? one : best));
}

/** @param name before the hash. @returns the file under its final name, with its compressed copies. */
function pack(name: string, code: string) {
  const file = `${name}-${createHash('sha256').update(code).digest('hex').slice(0, 12)}.js`;
  const [brotli, gzip] = [compress(code), gzipSync(code, { level: 9 })];
  const bytes = { raw: Buffer.byteLength(code), gzip: gzip.length, brotli: brotli.length };
  return { file, bytes, assets: { [file]: code, [`${file}.br`]: brotli, [`${file}.gz`]: gzip } };
}

/** The code of each file. `script` is that of the embed tag, and `whole` that of a fixed version. */
export type Codes = Record<'script' | 'whole' | 'conditions' | 'cost', string>;

/** @returns a build of all files: what is written into dist/widget, by file name. */
export function packBuild(codes: Codes): { build: WidgetBuild; assets: Record<string, string | Buffer> } {
  const script = pack('widget', codes.script);
  const whole = pack('widget', codes.whole);
  const conditions = pack('widget-conditions', codes.conditions);
  const cost = pack('widget-cost', codes.cost);
  const fileOf = ({ file, bytes }: ReturnType<typeof pack>) => ({ file, bytes });
  const integrity = `sha384-${createHash('sha384').update(codes.whole).digest('base64')}`;
  const build = {
    ...fileOf(whole),
    integrity,
    script: fileOf(script),
    conditions: fileOf(conditions),
    cost: fileOf(cost),
  };
  const all = [script, whole, conditions, cost].map(({ assets }) => assets);
  return { build, assets: { ...Object.assign({}, ...all), 'widget.json': JSON.stringify(build, null, 2) } };
}

/** @returns the code of a file beside the script. */
async function buildFile(input: string, format: 'es' | 'iife'): Promise<string> {
  const result = (await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [{ name: 'proofbell-tight-styles', transform: tightStyles }],
    build: {
      write: false,
      target: 'es2022',
      cssTarget: CSS_TARGET,
      modulePreload: false,
      rolldownOptions: { input, preserveEntrySignatures: 'strict', output: { format, codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput;
  return result.output[0].code;
}

/** Three years back, as constructed style sheets need; by default what these know in short is written out. */
export const CSS_TARGET = ['chrome120', 'firefox121', 'safari17.2'];

/** Takes out the spaces that the style sheet's minifier leaves beside custom properties, whose values it must not read. */
const tightStyles = {
  order: 'post' as const,
  filter: { id: /widget\/style\.css\?inline/ },
  handler: (code: string) => code.replace(/ ?([,*/]) /g, '$1'),
};

/** With it, Chromium compiles at once what will be called, instead of twice. */
const HINT = '//# allFunctionsCalledOnLoad\n';

/** @returns the plugin; it acts on the `widget` environment only. */
export function widgetFiles(): Plugin {
  return {
    name: 'proofbell-widget-files',
    applyToEnvironment: (environment) => environment.name === 'widget',
    transform: tightStyles,
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const chunk = bundle['widget.js'];
        if (chunk?.type !== 'chunk') return this.error('widget.js is missing from the bundle');
        const [conditions, cost] = await Promise.all(
          ['src/widget/conditions.ts', 'src/widget/cost.ts'].map(async (file) => shrink(await buildFile(file, 'es'))),
        );
        if (!conditions || !cost) return this.error('a file beside widget.js is empty');
        const finish = async (code: string) => {
          let named = code;
          for (const [name, { file }] of [
            [CONDITIONS_FILE, pack('widget-conditions', conditions)],
            [COST_FILE, pack('widget-cost', cost)],
          ] as const) {
            if (!named.includes(name)) return this.error(`widget.js does not load ${name}`);
            named = named.replace(name, file);
          }
          return HINT + (await shrink(named));
        };
        const script = await finish(chunk.code);
        chunk.code = script;
        const whole = await finish(await buildFile('src/widget/whole.ts', 'iife'));
        const { build: made, assets } = packBuild({ script, whole, conditions, cost });
        if (made.script.bytes.brotli > SCRIPT_MAX) {
          const excess = `widget.js is ${made.script.bytes.brotli} bytes after brotli; its share is ${SCRIPT_MAX}`;
          // The tests' build goes on, so that one of them fails, and not all.
          if (process.env.WIDGET_OVER_BUDGET !== 'warn') return this.error(excess);
          this.warn(excess);
        }
        for (const [fileName, source] of Object.entries(assets)) this.emitFile({ type: 'asset', fileName, source });
      },
    },
  };
}
