// The architecture: who may import whom, how files are named, how long they may get, and whether the lock file can be
// installed.
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importCycles, importViolation, ROOMS, sdkViolations } from './support/house-rules.ts';
import { importsOf, looksIntoTexts, resolveImport, usesGlobal } from './support/imports.ts';

const ROOT = new URL('../', import.meta.url);
const filesIn = (...patterns: string[]) => globSync(patterns, { cwd: ROOT }).map((path) => path.replaceAll('\\', '/'));
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');
const readJson = <T>(path: string) => JSON.parse(read(path)) as T;

const isTest = (path: string) => /\.(?:test|spec)\.tsx?$/.test(path);
const sources = filesIn('{src,demo,migrations}/**/*.{ts,tsx}').filter((path) => !isTest(path));
const imports = sources.flatMap((path) => importsOf(path, read(path)));

describe('imports', () => {
  it('follow the dependency rules', () => {
    const issues = imports.map(importViolation).filter((issue) => issue !== null);
    expect(issues.sort()).toEqual([]);
  });

  it('give each adapter one SDK', () => {
    expect(sdkViolations(imports)).toEqual([]);
  });

  it("load Stripe's SDK, which is large, only when it is needed", () => {
    const atStart = imports.filter(({ target, isType, isDynamic }) => target === 'stripe' && !isType && !isDynamic);
    expect(atStart.map(({ from }) => from)).toEqual([]);
    expect(imports.some(({ target, isDynamic }) => target === 'stripe' && isDynamic)).toBe(true);
  });

  it('have no cycles', () => {
    expect(importCycles(imports)).toEqual([]);
  });

  it('have no cycle of rooms', () => {
    const arrow = { specifier: '', names: [], isPackage: false, isType: false, isDynamic: false };
    const arrows = Object.entries(ROOMS).flatMap(([from, on]) => on.map((target) => ({ ...arrow, from, target })));
    expect(importCycles(arrows)).toEqual([]);
  });

  it('use # names across top-level folders, with file extensions', () => {
    const topOf = (path: string) => /^(?:src\/)?[^/]+/.exec(path)?.[0];
    const own = imports.filter(({ specifier }) => /^[.#]/.test(specifier));
    const issues = own.filter(
      ({ from, specifier, target }) =>
        (specifier.startsWith('.') && topOf(from) !== topOf(target)) || !/\.\w+$/.test(target),
    );
    expect(issues.map(({ from, specifier }) => `${from} → ${specifier}`)).toEqual([]);
  });
});

describe('the check of imports can fail', () => {
  const issuesOf = (file: string, code: string) =>
    importsOf(file, code)
      .map(importViolation)
      .filter((issue) => issue !== null);

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
    ['src/client/main.tsx', "import type { AppRouter } from '#server/trpc/router.ts'"],
    ['src/client/auth/trpc.ts', "import type { appRouter } from '#server/trpc/router.ts'"],
    ['src/client/main.tsx', "import { Hono } from 'hono'"],
    ['src/client/main.tsx', "import { join } from 'node:path'"],
    ['src/client/main.tsx', "import { start } from '#widget/load.ts'"],
    ['src/client/features/sites/page.tsx', "import { x } from '../stats/range.ts'"],
    ['src/client/features/sites/page.tsx', "import { x } from '#client/features/stats/range.ts'"],
    ['src/client/features/sites/page.tsx', "import { trpc } from '#client/auth/trpc.ts'"],
    ['src/client/app/header.tsx', "import { x } from '../features/sites/page.tsx'"],
    ['src/client/data/sites.ts', "import { x } from '#client/features/sites/page.tsx'"],
    ['src/client/auth/session.ts', "import { useSites } from '../data/sites.ts'"],
    ['src/client/auth/links.ts', "import { toast } from '#client/ui/toast.tsx'"],
    ['src/client/auth/create-api.ts', "import { AuthWatch } from '../app/auth-watch.tsx'"],
    ['src/client/sign-in/verification-gate.tsx', "import { PublicLayout } from '#client/app/public-layout.tsx'"],
    ['src/client/features/auth/login-page.tsx', "import { trpc } from '#client/auth/trpc.ts'"],
    ['src/client/data/account.ts', "import { OutboxHint } from '#client/sign-in/auth-layout.tsx'"],
    ['src/client/ui/button.tsx', "import { useSites } from '../data/sites.ts'"],
    ['src/client/ui/button.tsx', "import { trpc } from '#client/auth/trpc.ts'"],
    ['src/server/domain/site/site.ts', "import { Hono } from 'hono'"],
    ['src/server/domain/site/site.ts', "import { makeDeps } from '../../deps.ts'"],
    ['src/server/domain/site/site.ts', "import { appRouter } from '../../trpc/router.ts'"],
    ['src/server/domain/site/site.ts', "type A = import('stripe').Stripe"],
    ['src/server/domain/site/site.ts', "import { toJson } from '../../db/codecs.ts'"],
    ['src/server/domain/site/site.ts', "import type { SitesTable } from '../../db/schema.ts'"],
    ['src/server/domain/site/site.ts', "import { toUser } from '../account/account.ts'"],
    ['src/server/domain/billing/grants.ts', "import type { Login } from '../account/sessions.ts'"],
    ['src/server/domain/account/emails.ts', "import { composeEmail } from '../compose-email.ts'"],
    ['src/server/domain/access.ts', "import { toSite } from './site/site.ts'"],
    ['src/server/db/sites.ts', "import type { Actor } from '../domain/access.ts'"],
    ['src/server/db/sites.ts', "export { Hono } from 'hono'"],
    ['src/server/adapters/tokens.ts', "import { hashOf } from './passwords.ts'"],
    ['src/server/adapters/tokens.ts', "import { DomainError } from '../domain/errors.ts'"],
    ['src/server/trpc/init.ts', "import { isUnavailable } from '../db/faults.ts'"],
    ['src/server/trpc/init.ts', "const x = await import('hono')"],
    ['src/server/http/csrf.ts', "import { sql } from 'kysely'"],
    ['src/server/http/csrf.ts', "export * from '../db/sites.ts'"],
    ['src/server/http/csrf.ts', 'const x = await import(name)'],
    ['src/server/env.ts', "import { Kysely } from 'kysely'"],
    ['src/server/cli/serve.ts', "import { startDemo } from '#demo/demo.ts'"],
    ['src/server/app.ts', "const demo = await import('#demo/demo.ts')"],
    ['demo/seed.ts', "import { createApp } from '#server/app.ts'"],
    ['src/server/new-thing.ts', "import { createSite } from './domain/site/site.ts'"],
    ['migrations/002-more.ts', "import type { Schema } from '#server/db/schema.ts'"],
    ['src/elsewhere/file.ts', "import { z } from 'zod'"],
  ])('%s must not say %s', (file, code) => {
    expect(issuesOf(file, code)).toHaveLength(1);
  });

  it.each([
    ['src/server/domain/site/site.ts', "import type { Deps } from '../../deps.ts'"],
    ['src/server/domain/site/site.ts', "import { type Deps, type Config } from '../../deps.ts'"],
    ['src/server/cli/serve.ts', "const demo = await import('#demo/demo.ts')"],
    ['src/client/auth/trpc.ts', "import type { AppRouter } from '#server/trpc/router.ts'"],
    ['src/client/features/sites/page.tsx', "const a = <p>import x from 'hono'</p>; // import y from 'kysely'"],
    ['src/server/domain/site/site.ts', "const text = `import { Hono } from 'hono'`"],
  ])('%s may say %s', (file, code) => {
    expect(issuesOf(file, code)).toEqual([]);
  });

  it('counts the SDKs of an adapter', () => {
    const adapter = importsOf('src/server/adapters/a.ts', "import 'lucia'; import type { P } from 'pg'");
    expect(sdkViolations(adapter)).toEqual(['src/server/adapters/a.ts: more than one SDK (lucia, pg)']);
  });

  it.each([
    ["import './a.ts'", ['src/shared/a.ts → src/shared/b.ts → src/shared/c.ts → src/shared/a.ts']],
    ["export * from '#shared/a.ts'", ['src/shared/a.ts → src/shared/b.ts → src/shared/c.ts → src/shared/a.ts']],
    ["import type { A } from './a.ts'", []],
    ["const a = () => import('./a.ts')", ['src/shared/a.ts → src/shared/b.ts → src/shared/c.ts → src/shared/a.ts']],
  ])('finds a cycle of values when its last file says %s: %s', (code, found) => {
    const way = [importsOf('src/shared/a.ts', "import './b.ts'"), importsOf('src/shared/b.ts', "import './c.ts'")];
    expect(importCycles([...way.flat(), ...importsOf('src/shared/c.ts', code)])).toEqual(found);
  });

  it('resolves # names, relative paths, packages and node modules', () => {
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

describe('the domain', () => {
  const speaksHttp = (code: string) => /cookie|\bheaders?\b/i.test(code) || /<(?:html|body|div|p|a)[ >]/.test(code);

  it('knows no HTTP: cookies, headers and HTML stay in the layers around it', () => {
    const domain = sources.filter((path) => path.startsWith('src/server/domain/'));
    expect(domain.filter((path) => speaksHttp(read(path)))).toEqual([]);
  });

  it.each([
    ['const { setCookie } = session', true],
    ['logout(deps, cookieHeader)', true],
    ["headers.append('Set-Cookie', value)", true],
    ['const mail = `<p style="margin:0">Hi</p>`', true],
    ['const ids: Promise<Account> = a < p', false],
  ])('%s: %s', (code, isHttp) => {
    expect(speaksHttp(code)).toBe(isHttp);
  });
});

describe('queries', () => {
  it('are not fetched again because a tab comes back: what is waited for is polled', () => {
    const client = sources.filter((path) => path.startsWith('src/client/'));
    const users = client.filter((path) => read(path).includes('refetchOnWindowFocus'));
    expect(users).toEqual(['src/client/auth/create-api.ts']);
  });
});

describe('texts of schemas', () => {
  it('are made by the one builder, which looks at their length first: in contract/text.ts', () => {
    const issues = sources.flatMap((path) => looksIntoTexts(path, read(path)).map((method) => `${path}: ${method}`));
    // The environment is the operator's own.
    const others = issues.filter((issue) => !/^src\/(?:shared\/contract\/text|server\/env)\.ts: /.test(issue));
    expect(others).toEqual([]);
  });

  it.each([
    ["z.string().max(9).regex(/x/, 'No')", ['regex']],
    ['z.object({ a: z.string().trim().min(1).optional() })', ['trim']],
    ['z.array(z.string().transform((x) => x))', ['transform']],
    ['z.email()', ['email']],
    ['z.string().min(1).max(9).nullable()', []],
    ['z.record(z.string(), z.unknown()).refine(isShort)', []],
    ['boundedText(9).regex(/x/)', []],
  ])('%s', (code, methods) => {
    expect(looksIntoTexts('src/shared/contract/a.ts', code)).toEqual(methods);
  });
});

describe('process', () => {
  it('is used by programs only in the server', () => {
    const users = sources.filter((path) => path.startsWith('src/server/') && usesGlobal(path, read(path), 'process'));
    // The log of blocked turns reads what the thread has computed.
    const stalls = 'src/server/http/stalls.ts';
    expect(users.sort()).toEqual(['src/server/db/reader-process.ts', stalls, 'src/server/main.ts']);
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

describe('browser tests', () => {
  const waitsBlindly = (code: string) => /networkidle|\.waitForTimeout\(|\bexpect\s*\.poll\(/.test(code);

  it('wait for what they are about: by poll() and settled(), not for a time or until the network is quiet', () => {
    const users = filesIn('tests/e2e/**/*.ts').filter((path) => waitsBlindly(read(path)));
    // Where poll() is made.
    expect(users).toEqual(['tests/e2e/support/base.ts']);
  });

  it.each([
    ["await page.goto('/', { waitUntil: 'networkidle' })", true],
    ['await page.waitForTimeout(500)', true],
    ['await expect.poll(() => count).toBe(1)', true],
    ['await poll(() => count).toBe(1)', false],
  ])('%s: %s', (code, isBlind) => {
    expect(waitsBlindly(code)).toBe(isBlind);
  });

  it('press where something stands still: by grab(), not where it was a moment ago', () => {
    const users = filesIn('tests/e2e/**/*.ts').filter((path) => read(path).includes('.mouse.down('));
    expect(users).toEqual(['tests/e2e/support/grab.ts']);
  });

  it('have the time, the cost and the requests that base.ts sees to', () => {
    const takesRaw = (code: string) => /import \{[^}]*\btest\b[^}]*\} from '@playwright\/test'/.test(code);
    expect(filesIn('tests/e2e/**/*.ts').filter((path) => takesRaw(read(path)))).toEqual(['tests/e2e/support/base.ts']);
  });

  it('catch a call wherever it stands among those of one request', () => {
    const isFirstOnly = (code: string) => /\*\*\/api\/trpc\/(?!\*\*)/.test(code);
    expect(filesIn('tests/e2e/**/*.ts').filter((path) => isFirstOnly(read(path)))).toEqual([]);
    expect(isFirstOnly("page.route('**/api/trpc/sites.list**')")).toBe(true);
  });

  it('have one try', () => {
    expect(read('playwright.config.ts')).toMatch(/^ {2}retries: 0,$/m);
  });
});

describe('files', () => {
  const all = filesIn('{src,demo,migrations,tests,bench,bin}/**/*.*', '*.ts').filter(
    (path) => !/(?:^|\/)\./.test(path),
  );

  it('have kebab-case names', () => {
    const isKebab = (path: string) => /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+)+$/.test(basename(path));
    expect(all.filter((path) => !isKebab(path))).toEqual([]);
  });

  it('are split before they exceed 300 lines, and tests 500', () => {
    const code = all.filter((path) => /\.(?:ts|tsx|css|js)$/.test(path));
    const long = code.map((path) => ({ path, lines: read(path).trimEnd().split('\n').length }));
    const maxOf = (path: string) => (/\.(?:test|spec)\.ts$/.test(path) ? 500 : 300);
    expect(long.filter(({ path, lines }) => lines > maxOf(path))).toEqual([]);
  });

  it('are in the documented folders', () => {
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
    const server = ['adapters', 'cli', 'db', 'domain', 'embed', 'http', 'trpc'];
    expect(folders('src/server').filter((name) => !server.includes(name))).toEqual([]);
    expect(filesOf('src/server').sort()).toEqual([
      'app.ts',
      'data-folder.ts',
      'deps.ts',
      'env.ts',
      'log.ts',
      'main.ts',
      'secret-key.ts',
      'turns.ts',
    ]);
    const client = `api-keys app appearance auth content data features fonts form format gallery hooks inspection
      plans preview public rules settings setup sign-in ui`.split(/\s+/);
    expect(folders('src/client').filter((name) => !client.includes(name))).toEqual([]);
    expect(folders('src/shared').sort()).toEqual(['contract', 'embed', 'facts']);
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

  it('are in package.json at exact versions or in this repository, except node itself', () => {
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, v]) => !/^(?:\d+\.\d+\.\d+[\w.-]*|file:bin\/[\w-]+)$/.test(v),
    );
    expect(loose.map(([name]) => name)).toEqual(['node']);
  });

  it('for other platforms are all in the lock file, or a fresh install would fail there', () => {
    const isLocked = (parent: string, name: string) => {
      // As node resolves it: in the parent's own packages, else further up.
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
