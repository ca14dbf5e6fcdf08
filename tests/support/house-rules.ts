// Who may import whom: the arrows of the house, as data, and the check of one import against them.
import type { Import } from './imports.ts';

type Layer = {
  /** Files whose path starts so; the first layer that fits counts. */
  in: string;
  /** Beginnings of what may be imported; a package's name stands for itself, `node:` for node's own modules. */
  may: string[];
  /** Beginnings of what may be imported for its types only. */
  mayType?: string[];
};

const DEPS = 'src/server/deps.ts';
const SERVER_PACKAGES =
  'hono @hono/node-server kysely better-sqlite3 pg lucia stripe nodemailer pino @node-rs/argon2 isbot css-tree sanitize-html jose'.split(
    ' ',
  );

/** Where an adapter's SDK is whatever package it names, but only one. */
const ANY_PACKAGE = '*';

export const LAYERS: readonly Layer[] = [
  { in: 'src/shared/embed/', may: ['src/shared/embed/'] },
  { in: 'src/shared/', may: ['src/shared/', 'zod'] },
  // The one import() of an address that is known only on the page: the inspector, beside the script wherever that is.
  { in: 'src/widget/inspect.ts', may: ['src/widget/', 'src/shared/embed/', '(computed)'] },
  { in: 'src/widget/', may: ['src/widget/', 'src/shared/embed/'] },
  { in: 'src/inspector/', may: ['src/inspector/', 'src/shared/embed/'] },
  {
    in: 'src/client/',
    may: ['src/client/', 'src/shared/', 'src/widget/view', ANY_PACKAGE],
    mayType: ['src/server/trpc/router.ts'],
  },
  {
    in: 'src/server/domain/',
    may: ['src/server/domain/', 'src/server/db/', 'src/shared/', 'zod', 'node:'],
    mayType: [DEPS],
  },
  {
    in: 'src/server/db/',
    // zod because stored JSON is parsed here, on its way out of the database.
    may: ['src/server/db/', 'src/shared/', 'migrations/index.ts', 'kysely', 'better-sqlite3', 'pg', 'zod', 'node:'],
  },
  {
    in: 'src/server/adapters/',
    may: ['src/server/domain/ports.ts', 'src/server/db/', 'src/shared/', 'node:', ANY_PACKAGE],
  },
  {
    in: 'src/server/trpc/',
    may: ['src/server/trpc/', 'src/server/domain/', 'src/shared/', '@trpc/server', 'superjson', 'zod'],
    mayType: [DEPS],
  },
  {
    in: 'src/server/http/',
    may: [
      'src/server/http/',
      'src/server/trpc/',
      'src/server/domain/',
      'src/shared/',
      'hono',
      '@trpc/server',
      'zod',
      'node:',
    ],
    mayType: [DEPS],
  },
  {
    in: 'src/server/demo/',
    may: ['src/server/demo/', 'src/server/domain/', 'src/server/db/', 'src/shared/', 'hono', 'node:'],
    mayType: [DEPS],
  },
  // The three that wire, and may take anything of the server.
  ...['main', 'app', 'deps'].map((name) => ({
    in: `src/server/${name}.ts`,
    may: ['src/server/', 'src/shared/', 'node:', ANY_PACKAGE],
  })),
  { in: 'src/server/env.ts', may: ['src/shared/', 'zod'] },
  { in: 'src/server/', may: ['node:'] },
  { in: 'migrations/', may: ['migrations/', 'kysely'] },
];

const isPath = (target: string) => /^(?:src|migrations|tests|bench|\.\.)\//.test(target) || !/^[@\w]/.test(target);
const isPackage = (target: string) => !isPath(target) && !target.startsWith('node:');

const fits = (target: string, beginnings: readonly string[]) =>
  beginnings.some((each) =>
    each === ANY_PACKAGE ? isPackage(target) : isPackage(target) ? target === each : target.startsWith(each),
  );

/** @returns the folder of a feature that `path` lies in, or null. */
const featureOf = (path: string) => /^src\/client\/features\/([^/]+)/.exec(path)?.[1] ?? null;

/** @returns what is wrong with one import, in a sentence, or null. */
export function importFault(each: Import): string | null {
  const { from, target, isType, specifier } = each;
  const arrow = `${from} → ${specifier}`;
  const layer = LAYERS.find((one) => from.startsWith(one.in));
  if (!layer) return `${arrow}: ${from} belongs to no layer`;
  if (!fits(target, layer.may) && !(isType && fits(target, layer.mayType ?? []))) return `${arrow}: not allowed there`;
  if (layer.in === 'src/client/') return clientFault(each, arrow);
  return null;
}

function clientFault({ from, target, names }: Import, arrow: string): string | null {
  if (SERVER_PACKAGES.includes(target)) return `${arrow}: a package of the server`;
  if (target.startsWith('src/server/') && names.join() !== 'AppRouter') return `${arrow}: only the type AppRouter`;
  const own = featureOf(from);
  if (own && featureOf(target) && featureOf(target) !== own) return `${arrow}: features do not import each other`;
  if (/^src\/client\/(?:ui|hooks)\//.test(from) && /^src\/client\/(?:features|api)\//.test(target))
    return `${arrow}: no data access in ui and hooks`;
  return null;
}

/** The pretended provider is a small app and takes the real one's types: two packages by design. */
const TWO_SDKS = /^src\/server\/adapters\/sandbox-/;

/** @returns faults that only a whole file, or all files together, can have. */
export function wholeFaults(imports: readonly Import[]): string[] {
  const faults: string[] = [];
  const adapters = Map.groupBy(
    imports.filter(({ from, target }) => from.startsWith('src/server/adapters/') && isPackage(target)),
    ({ from }) => from,
  );
  for (const [file, own] of adapters) {
    const sdks = [...new Set(own.map(({ target }) => target))];
    if (sdks.length > 1 && !TWO_SDKS.test(file)) faults.push(`${file}: more than one SDK (${sdks.join(', ')})`);
  }
  const routerTypes = imports.filter(
    ({ from, target }) => from.startsWith('src/client/') && target.startsWith('src/server/'),
  );
  if (routerTypes.length !== 1) {
    faults.push(`AppRouter is imported in ${routerTypes.length} client files: ${routerTypes.map(({ from }) => from)}`);
  }
  return faults;
}

/** @returns rings of top folders that import each other's values, each as `a → b → a`. */
export function folderCycles(imports: readonly Import[]): string[] {
  const topOf = (path: string) => /^(?:src\/)?[^/]+/.exec(path)?.[0] ?? path;
  const edges = new Map<string, Set<string>>();
  for (const { from, target, isType } of imports) {
    if (isType || !isPath(target) || topOf(from) === topOf(target)) continue;
    edges.set(topOf(from), (edges.get(topOf(from)) ?? new Set()).add(topOf(target)));
  }
  const rings: string[] = [];
  const visit = (folder: string, way: string[]) => {
    if (way.includes(folder)) rings.push([...way.slice(way.indexOf(folder)), folder].join(' → '));
    else for (const next of edges.get(folder) ?? []) visit(next, [...way, folder]);
  };
  for (const folder of edges.keys()) visit(folder, []);
  return [...new Set(rings)];
}
