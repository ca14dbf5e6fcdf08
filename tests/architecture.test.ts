// The house: who may import whom, what files are called, how long they get, and that the lock file can be installed.
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderCycles, importFault, wholeFaults } from './support/house-rules.ts';
import { importsOf, resolveImport, usesGlobal } from './support/imports.ts';

const ROOT = new URL('../', import.meta.url);
const filesIn = (...patterns: string[]) => globSync(patterns, { cwd: ROOT }).map((path) => path.replaceAll('\\', '/'));
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');
const readJson = <T>(path: string) => JSON.parse(read(path)) as T;

const isTest = (path: string) => /\.(?:test|spec)\.tsx?$/.test(path);
const sources = filesIn('{src,migrations}/**/*.{ts,tsx}').filter((path) => !isTest(path));
const imports = sources.flatMap((path) => importsOf(path, read(path)));

describe('imports', () => {
  it('follow the arrows of the house', () => {
    const faults = imports.map(importFault).filter((fault) => fault !== null);
    expect(faults.sort()).toEqual([]);
  });

  it('give each adapter one SDK, and AppRouter to one client file', () => {
    expect(wholeFaults(imports)).toEqual([]);
  });

  it('never run in a ring between top folders', () => {
    expect(folderCycles(imports)).toEqual([]);
  });

  it('cross top folders by # names, and name the file with its ending', () => {
    const topOf = (path: string) => /^(?:src\/)?[^/]+/.exec(path)?.[0];
    const own = imports.filter(({ specifier }) => /^[.#]/.test(specifier));
    const faults = own.filter(
      ({ from, specifier, target }) =>
        (specifier.startsWith('.') && topOf(from) !== topOf(target)) || !/\.\w+$/.test(target),
    );
    expect(faults.map(({ from, specifier }) => `${from} → ${specifier}`)).toEqual([]);
  });
});

describe('the check of imports can fail', () => {
  const faultsOf = (file: string, code: string) =>
    importsOf(file, code)
      .map(importFault)
      .filter((fault) => fault !== null);

  it.each([
    ['src/shared/embed/timing.ts', "import { z } from 'zod'"],
    ['src/shared/embed/timing.ts', "import { NAME_MAX } from '../limits.ts'"],
    ['src/shared/slug.ts', "import { createHash } from 'node:crypto'"],
    ['src/widget/main.ts', "import { NAME_MAX } from '#shared/limits.ts'"],
    ['src/widget/main.ts', "import { nanoid } from 'nanoid'"],
    ['src/widget/main.ts', 'const x = await import(name)'],
    ['src/inspector/main.ts', "import { openRegion } from '#widget/view.ts'"],
    ['src/inspector/main.ts', "import { NAME_MAX } from '#shared/limits.ts'"],
    ['src/client/main.tsx', "import { appRouter } from '#server/trpc/router.ts'"],
    ['src/client/main.tsx', "import type { Deps } from '#server/deps.ts'"],
    ['src/client/main.tsx', "import { Hono } from 'hono'"],
    ['src/client/main.tsx', "import { join } from 'node:path'"],
    ['src/client/main.tsx', "import { start } from '#widget/load.ts'"],
    ['src/client/features/sites/page.tsx', "import { x } from '../stats/queries.ts'"],
    ['src/client/features/sites/page.tsx', "import { x } from '#client/features/stats/queries.ts'"],
    ['src/client/ui/button.tsx', "import { trpc } from '#client/api/trpc.ts'"],
    ['src/server/domain/site.ts', "import { Hono } from 'hono'"],
    ['src/server/domain/site.ts', "import { makeDeps } from '../deps.ts'"],
    ['src/server/domain/site.ts', "import { appRouter } from '../trpc/router.ts'"],
    ['src/server/domain/site.ts', "type A = import('stripe').Stripe"],
    ['src/server/db/sites.ts', "import type { Actor } from '../domain/access.ts'"],
    ['src/server/db/sites.ts', "export { Hono } from 'hono'"],
    ['src/server/adapters/tokens.ts', "import { DomainError } from '../domain/errors.ts'"],
    ['src/server/trpc/init.ts', "import { isUnavailable } from '../db/constraints.ts'"],
    ['src/server/trpc/init.ts', "const x = await import('hono')"],
    ['src/server/http/csrf.ts', "import { sql } from 'kysely'"],
    ['src/server/http/csrf.ts', "export * from '../db/sites.ts'"],
    ['src/server/http/csrf.ts', 'const x = await import(name)'],
    ['src/server/env.ts', "import { Kysely } from 'kysely'"],
    ['src/server/new-thing.ts', "import { createSite } from './domain/site.ts'"],
    ['migrations/002-more.ts', "import type { Schema } from '#server/db/schema.ts'"],
    ['src/elsewhere/file.ts', "import { z } from 'zod'"],
  ])('%s must not say %s', (file, code) => {
    expect(faultsOf(file, code)).toHaveLength(1);
  });

  it.each([
    ['src/server/domain/site.ts', "import type { Deps } from '../deps.ts'"],
    ['src/server/domain/site.ts', "import { type Deps, type Config } from '../deps.ts'"],
    ['src/client/api/trpc.ts', "import type { AppRouter } from '#server/trpc/router.ts'"],
    ['src/client/features/sites/page.tsx', "const a = <p>import x from 'hono'</p>; // import y from 'kysely'"],
    ['src/server/domain/site.ts', "const text = `import { Hono } from 'hono'`"],
  ])('%s may say %s', (file, code) => {
    expect(faultsOf(file, code)).toEqual([]);
  });

  it('counts the SDKs of an adapter and the users of AppRouter', () => {
    const adapter = importsOf('src/server/adapters/a.ts', "import 'lucia'; import type { P } from 'pg'");
    const client = ['a', 'b'].flatMap((name) =>
      importsOf(`src/client/${name}.ts`, "import type { AppRouter } from '#server/trpc/router.ts'"),
    );
    expect(wholeFaults([...adapter, ...client])).toEqual([
      'src/server/adapters/a.ts: more than one SDK (lucia, pg)',
      'AppRouter is imported in 2 client files: src/client/a.ts,src/client/b.ts',
    ]);
  });

  it('finds a ring between top folders, but not one of types', () => {
    const there = importsOf('src/shared/a.ts', "import '#server/b.ts'");
    const back = importsOf('src/server/b.ts', "import '#shared/a.ts'");
    const type = importsOf('src/server/b.ts', "import type { A } from '#shared/a.ts'");
    expect(folderCycles([...there, ...back])).toContain('src/shared → src/server → src/shared');
    expect(folderCycles([...there, ...type])).toEqual([]);
  });

  it('resolves # names, relative names, packages and node modules', () => {
    const from = 'src/server/http/csrf.ts';
    const names = [
      '#shared/slug.ts',
      '../deps.ts',
      '#migrations',
      '@trpc/server/http',
      'node:fs/promises',
      'hono/cookie',
    ];
    expect(names.map((name) => resolveImport(from, name))).toEqual([
      'src/shared/slug.ts',
      'src/server/deps.ts',
      'migrations/index.ts',
      '@trpc/server',
      'node:fs/promises',
      'hono',
    ]);
  });
});

describe('process', () => {
  it('is touched by main.ts alone in the server', () => {
    const users = sources.filter((path) => path.startsWith('src/server/') && usesGlobal(path, read(path), 'process'));
    expect(users).toEqual(['src/server/main.ts']);
    expect(imports.filter(({ target }) => target === 'node:process')).toEqual([]);
  });

  it.each([
    ['process.env.PORT', true],
    ['const { env } = process', true],
    ['globalThis.process.exit()', true],
    ['const options = { process }', true],
    ['queue.process()', false],
    ["const options = { process: 'x' } // process.env", false],
  ])('%s: %s', (code, isUsed) => {
    expect(usesGlobal('src/server/a.ts', code, 'process')).toBe(isUsed);
  });
});

describe('files', () => {
  const all = filesIn('{src,migrations,tests,bench,bin}/**/*.*', '*.ts').filter((path) => !/(?:^|\/)\./.test(path));

  it('have kebab-case names', () => {
    const isKebab = (path: string) => /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+)+$/.test(basename(path));
    expect(all.filter((path) => !isKebab(path))).toEqual([]);
  });

  it('are split before they pass 300 lines', () => {
    const code = all.filter((path) => /\.(?:ts|tsx|css|js)$/.test(path));
    const long = code.map((path) => ({ path, lines: read(path).trimEnd().split('\n').length }));
    expect(long.filter(({ lines }) => lines > 300)).toEqual([]);
  });

  it('lie in the folders of the house', () => {
    const folders = (path: string) =>
      readdirSync(new URL(path, ROOT), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name);
    const filesOf = (path: string) =>
      readdirSync(new URL(path, ROOT), { withFileTypes: true })
        .filter((entry) => entry.isFile() && !isTest(entry.name))
        .map((entry) => entry.name);
    expect(folders('src').sort()).toEqual(['client', 'inspector', 'server', 'shared', 'widget']);
    expect(filesOf('src')).toEqual([]);
    const server = ['adapters', 'db', 'demo', 'domain', 'http', 'trpc'];
    expect(folders('src/server').filter((name) => !server.includes(name))).toEqual([]);
    expect(filesOf('src/server').sort()).toEqual(['app.ts', 'deps.ts', 'env.ts', 'main.ts', 'secret-key.ts']);
    const client = ['api', 'app', 'features', 'gallery', 'hooks', 'inspection', 'preview', 'ui'];
    expect(folders('src/client').filter((name) => !client.includes(name))).toEqual([]);
    expect(folders('src/shared').sort()).toEqual(['contract', 'embed']);
  });

  it('of migrations are all listed, in order', () => {
    const steps = filesIn('migrations/*.ts').filter((path) => /\/\d{3}-[^/]+$/.test(path) && !isTest(path));
    const listed = importsOf('migrations/index.ts', read('migrations/index.ts')).map(({ target }) => target);
    expect(listed.filter((target) => target.startsWith('migrations/'))).toEqual(steps.sort());
  });
});

describe('packages', () => {
  type Entry = { optionalDependencies?: Record<string, string> };
  const lock = readJson<{ packages: Record<string, Entry> }>('package-lock.json').packages;
  const { dependencies, devDependencies } =
    readJson<Record<'dependencies' | 'devDependencies', Record<string, string>>>('package.json');

  it('stand in package.json at exact versions or in this repository, but for node itself', () => {
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, v]) => !/^(?:\d+\.\d+\.\d+[\w.-]*|file:bin\/[\w-]+)$/.test(v),
    );
    expect(loose.map(([name]) => name)).toEqual(['node']);
  });

  it('for other platforms are all in the lock, or a fresh install would fail there', () => {
    const isLocked = (parent: string, name: string) => {
      // As node finds it: beside the parent's own packages, else further up.
      for (let at = parent; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
        if (`${at === '' ? '' : `${at}/`}node_modules/${name}` in lock) return true;
        if (at === '' || !at.includes('/node_modules/')) return `node_modules/${name}` in lock;
      }
    };
    const missing = Object.entries(lock).flatMap(([parent, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !isLocked(parent, name))
        .map((name) => `${parent}: ${name}`),
    );
    expect(missing).toEqual([]);
  });
});
