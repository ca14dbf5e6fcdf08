// What the client's build makes: one file for what every screen loads, and a compressed copy beside each text.
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { compressedCopies, PAGE_FILES } from '#build/client.ts';
import { screens as allScreens } from '#client/screens.ts';

const CLIENT = 'dist/client';

/** @returns the texts in the folder whose copies don't hold the same, or are missing. */
function badCopies(folder: string): string[] {
  const read = (file: string) => readFileSync(join(folder, file));
  // Pages are filled in by the server before they are compressed.
  const texts = globSync('**/*.{js,css,html,svg,json,txt}', { cwd: folder }).filter(
    (file) => !/^(?:pages|\.vite)\//.test(file),
  );
  expect(texts.length).toBeGreaterThan(0);
  return texts.filter((file) => {
    try {
      const [brotli, gzip] = [brotliDecompressSync(read(`${file}.br`)), gunzipSync(read(`${file}.gz`))];
      return !read(file).equals(brotli) || !read(file).equals(gzip);
    } catch {
      return true;
    }
  });
}

test('each text has copies that decompress to it', () => {
  expect(badCopies(CLIENT)).toEqual([]);
});

test('the path of the folder may hold what is special in a pattern', async () => {
  const root = mkdtempSync(join(tmpdir(), 'proofbell-build-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const dir = join(root, 'shop [1] {a,b}');
  mkdirSync(join(dir, 'assets'), { recursive: true });
  writeFileSync(join(dir, 'assets', 'main.js'), 'console.log(1);');
  const { writeBundle } = compressedCopies('client');
  if (typeof writeBundle !== 'function') throw new Error('The plugin writes nothing');
  await Reflect.apply(writeBundle, undefined, [{ dir }]);
  expect(badCopies(dir)).toEqual([]);
});

test('the page asks for one module, which needs no other for what every screen loads', () => {
  const page = readFileSync(join(CLIENT, 'index.html'), 'utf8');
  const modules = [...page.matchAll(/<script type="module"[^>]* src="([^"]+)"/g)].map(([, src]) => src ?? '');
  expect(modules).toHaveLength(1);
  expect(page).not.toContain('modulepreload');
  const shell = readFileSync(join(CLIENT, modules[0] ?? ''), 'utf8');
  expect(shell.match(/(?:^|;)import[^(.][^;]*?["']\.\/[^"']+["']/g)).toBeNull();
});

const readJson = <T>(name: string) => JSON.parse(readFileSync(join(CLIENT, name), 'utf8')) as T;

test('no chunk needs another that needs it: one of the two would read constants before they are set', () => {
  const chunks = readJson<Record<string, { file: string; imports?: string[] }>>('.vite/manifest.json');
  const done = new Set<string>();
  const follow = (name: string, way: readonly string[]): void => {
    expect(way).not.toContain(name);
    if (done.has(name)) return;
    for (const needed of chunks[name]?.imports ?? []) follow(needed, [...way, name]);
    done.add(name);
  };
  expect(Object.keys(chunks).length).toBeGreaterThan(20);
  for (const name of Object.keys(chunks)) follow(name, []);
});

test('a dashboard needs a few scripts beyond the shell, and a screen’s page names each that it needs', () => {
  const pages = readJson<Record<string, string[]>>(PAGE_FILES);
  for (const dashboard of ['sites/overview-page', 'stats/site-dashboard-page']) {
    const scripts = pages[`features/${dashboard}.tsx`] ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.length).toBeLessThanOrEqual(4);
  }
  const { screens } = readJson<{ screens: Record<string, { scripts: string[] }> }>('pages/index.json');
  expect(screens['/:siteSlug/dashboard']?.scripts).toEqual(pages['features/stats/site-dashboard-page.tsx']);
  expect(Object.keys(screens).length).toBe(Object.keys(allScreens).length);
});
