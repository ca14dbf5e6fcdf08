// Builds client, public pages, widget and inspector with Vite, and the description of the API from the server's code. With
// --stale only the part whose sources changed since the last build (git doesn't keep file times), so that starting a built
// checkout costs no build.
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { withProgress } from './progress.ts';

/** `seconds`: about how long it takes. */
type Part = { name: string; seconds: number; stamp: string; sources: string[]; build(): Promise<void> };

const isStale = process.argv.includes('--stale');

const PARTS: Part[] = [
  {
    name: 'the app',
    seconds: 30,
    stamp: 'dist/.stamp',
    sources: [
      'src/{client,widget,inspector,shared}/**/*.{ts,tsx,js,css,svg}',
      'content/**/*',
      'public/**/*',
      'index.html',
      'vite.config.ts',
      'build/{client,content,first-paint,pages,widget}.ts',
      'package-lock.json',
    ],
    async build() {
      process.env.NODE_ENV ??= 'production';
      const [{ createBuilder }, { buildPages }] = await Promise.all([import('vite'), import('./pages.ts')]);
      const builder = await createBuilder({ logLevel: isStale ? 'warn' : 'info' });
      await builder.buildApp();
      await buildPages();
    },
  },
  {
    name: 'the API reference',
    seconds: 3,
    stamp: 'dist/api/.stamp',
    sources: [
      'src/{server,shared}/**/*.ts',
      'src/client/fonts/*.woff2',
      'build/api.ts',
      'package.json',
      'package-lock.json',
    ],
    async build() {
      (await import('./api.ts')).buildApi();
    },
  },
];

function fingerprint(sources: string[]): string {
  const hash = createHash('sha256');
  const files = globSync(sources, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .sort();
  for (const file of files) hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

function lastBuilt(stamp: string): string {
  try {
    return readFileSync(stamp, 'utf8');
  } catch {
    return '';
  }
}

for (const { name, seconds, stamp, sources, build } of PARTS) {
  const now = fingerprint(sources);
  if (isStale && lastBuilt(stamp) === now) continue;
  await withProgress(`Building ${name}`, seconds, build);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, now);
}
