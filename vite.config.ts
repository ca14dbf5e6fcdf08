// Builds what needs a build: the owner's client, the visitor's widget and its inspector. The server runs as it is.
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { clientChunks, compressedCopies, pageFiles } from './build/client.ts';
import { contentFiles } from './build/content.ts';
import { CSS_TARGET, widgetFiles } from './build/widget.ts';
import { UNIT_TIMES } from './tests/support/run-report.ts';
import { isLong, runs } from './tests/support/runs.ts';

/** On a slow machine the bundler would advise on our plugins, and a newcomer's first start would begin with that. */
const checks = { pluginTimings: false };

/** Set up in the chunk that holds zod, which most screens do without. */
const zodWithoutCompiling = (): Plugin => ({
  name: 'zod-without-compiling',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: (id) => (id === 'zod' ? resolve('src/client/zod-setup.ts') : null),
});

/** Random input of the long form is another each time; of a run that failed it is repeated by TEST_SEED. */
const env: Record<string, string> = {};
if (isLong) {
  env.TEST_SEED = process.env.TEST_SEED ?? String(Math.floor(Math.random() * 2 ** 31));
  if (process.env.VITEST)
    console.log(`Random input from seed ${env.TEST_SEED}: TEST_SEED=${env.TEST_SEED} repeats it.`);
}

export default defineConfig({
  plugins: [
    contentFiles(),
    react(),
    tailwind(),
    widgetFiles(),
    zodWithoutCompiling(),
    pageFiles(),
    compressedCopies('client'),
    compressedCopies('start'),
  ],
  // Radix's scroll lock styles the page through it, and the app's policy allows no style elements.
  resolve: { alias: { 'react-style-singleton': resolve('src/client/ui/style-singleton.ts') } },
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        emptyOutDir: true,
        // By it build/pages.ts finds what a page needs.
        manifest: true,
        // Safari before 17 fetches what is imported a little later.
        modulePreload: { polyfill: false },
        rolldownOptions: { checks, output: { codeSplitting: clientChunks } },
        // The shell is one file on purpose; what a screen may weigh is the benchmark's to say, in bytes as they are sent.
        chunkSizeWarningLimit: 700,
      },
    },
    // The first script of prerendered pages, apart from the client, whose shell would take in all that both use. After the
    // client, whose build empties the folder.
    start: {
      consumer: 'client',
      build: {
        outDir: 'dist/client',
        emptyOutDir: false,
        copyPublicDir: false,
        modulePreload: false,
        rolldownOptions: {
          checks,
          input: 'src/client/public/start/start.ts',
          output: { entryFileNames: 'assets/start-[hash].js', chunkFileNames: 'assets/of-start-[name]-[hash].js' },
        },
      },
    },
    // Renders the pages once, in the build (build/pages.ts).
    prerender: {
      consumer: 'server',
      build: {
        ssr: true,
        outDir: 'dist/prerender',
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: {
          checks,
          input: 'src/client/prerender.tsx',
          preserveEntrySignatures: 'strict',
          output: { entryFileNames: 'prerender.js' },
        },
      },
    },
    widget: {
      consumer: 'client',
      build: {
        outDir: 'dist/widget',
        emptyOutDir: true,
        copyPublicDir: false,
        modulePreload: false,
        target: 'es2022',
        cssTarget: CSS_TARGET,
        rolldownOptions: {
          checks,
          input: 'src/widget/main.ts',
          output: { format: 'iife', entryFileNames: 'widget.js', codeSplitting: false },
        },
      },
    },
    // Beside the widget, which loads it by import() for owners only; after the widget, whose build empties the folder.
    inspector: {
      consumer: 'client',
      build: {
        outDir: 'dist/widget',
        emptyOutDir: false,
        copyPublicDir: false,
        modulePreload: false,
        target: 'es2020',
        rolldownOptions: {
          checks,
          input: 'src/inspector/main.ts',
          preserveEntrySignatures: 'strict',
          output: { format: 'es', entryFileNames: 'widget-inspector.js', codeSplitting: false },
        },
      },
    },
  },
  test: {
    include: [
      'src/**/*.test.ts',
      'demo/**/*.test.ts',
      'tests/*.test.ts',
      'tests/flows/**/*.test.ts',
      'tests/attacks/**/*.test.ts',
      'tests/payments/**/*.test.ts',
      'migrations/**/*.test.ts',
      'bench/**/*.test.ts',
    ],
    globalSetup: ['tests/support/postgres.ts', 'tests/support/built.ts'],
    setupFiles: ['tests/support/setup.ts'],
    // Files share one worker's modules: importing the server anew for each took 40 % of the processor's time.
    isolate: false,
    reporters: ['default', ['json', { outputFile: UNIT_TIMES }]],
    env,
    // In `npm run test:long` only: what nobody would meet within a day (CONTRIBUTING.md).
    tags: [{ name: 'long' }],
    // Twice as many as cores: most tests wait, for PostgreSQL or for programs they start.
    maxWorkers: 2 * availableParallelism(),
    // Room for a slow machine: a test that passes never waits for its end.
    testTimeout: runs(60_000, 900_000),
    hookTimeout: 60_000,
  },
});
