// Builds client, public pages, widget and inspector with Vite. With --stale only when the content of a source changed since the last
// build (git doesn't keep file times), so that starting a built checkout costs no build.
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { buildPages } from './build-pages.ts';

const STAMP = 'dist/.stamp';
const SOURCES = [
  'src/{client,widget,inspector,shared}/**/*.{ts,tsx,js,css,svg}',
  'content/**/*',
  'public/**/*',
  'index.html',
  'vite.config.ts',
  'build-client.ts',
  'build-content.ts',
  'build-first-paint.ts',
  'build-pages.ts',
  'build-widget.ts',
  'package-lock.json',
];

function fingerprint(): string {
  const hash = createHash('sha256');
  const files = globSync(SOURCES, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .sort();
  for (const file of files) hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

function lastBuilt(): string {
  try {
    return readFileSync(STAMP, 'utf8');
  } catch {
    return '';
  }
}

const now = fingerprint();
if (!process.argv.includes('--stale') || lastBuilt() !== now) {
  process.env.NODE_ENV ??= 'production';
  const { createBuilder } = await import('vite');
  const builder = await createBuilder({ logLevel: process.argv.includes('--stale') ? 'warn' : 'info' });
  await builder.buildApp();
  await buildPages();
  mkdirSync('dist', { recursive: true });
  writeFileSync(STAMP, now);
}
