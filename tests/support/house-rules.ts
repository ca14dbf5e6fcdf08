// Who may import whom: the dependency rules as one table, the check of an import against it, and the search for cycles.
import type { Import } from './imports.ts';

const PACKAGES = `@fontsource-variable/inter @hookform/resolvers @tanstack/react-query @trpc/client @trpc/react-query
  @trpc/server cmdk jose lucide-react radix-ui react react-dom react-hook-form react-router superjson zod`;
/** Code that renders has no data access. Forms read failures, and nothing else from auth. */
const PARTS = `client/ui/ client/form/ client/format/ client/hooks/ client/auth/failures.ts shared/ ${PACKAGES}`;
/** Calls belong in data/, so nothing above it can reach the procedures. */
const SCREENS = `client/data/ client/auth/ !client/auth/trpc.ts client/screens.ts client/links.ts ${PARTS}`;

/** Rows and their snake_case end in db/. */
const DOMAIN = `server/db/ !server/db/codecs.ts !server/db/schema.ts server/turns.ts shared/
  node: type:server/deps.ts`;
/** The rooms of the domain, and those that each stands on: none stands on one that stands on it. */
export const ROOMS: Record<string, string[]> = {
  weekly: ['account', 'stats', 'effect'],
  registration: ['account', 'billing'],
  account: ['billing', 'site'],
  billing: [],
  notification: ['site', 'events'],
  site: ['events', 'stats', 'effect'],
  events: ['stats', 'effect'],
  effect: ['stats'],
  stats: [],
};
/** What stands on all rooms, and what all rooms stand on: the other files beside them. */
const ABOVE_ROOMS = ['jobs', 'sweep', 'compose-email'];
const exceptRooms = (rooms: string[]) => rooms.map((room) => `!server/domain/${room}/`).join(' ');
const BELOW_ROOMS = `server/domain/ ${ABOVE_ROOMS.map((file) => `!server/domain/${file}.ts`).join(' ')}`;
const roomArrows = Object.entries(ROOMS).map(([room, on]): [string, string] => {
  const others = Object.keys(ROOMS).filter((other) => other !== room && !on.includes(other));
  return [`server/domain/${room}/`, `${DOMAIN} ${BELOW_ROOMS} ${exceptRooms(others)}`];
});

/**
 * Importers (a pattern for the path without `src/`; the first match counts) and what they may import. Everything may
 * import what its own pattern matches: its folder, or only itself. Beyond that: path prefixes (`x/`), files, packages,
 * `node:` for node's own modules, `*` for any package; `type:` for types only (`#` names one), `import():` for dynamic
 * imports only, `!` for never.
 */
const ARROWS: Record<string, string> = {
  'shared/embed/': '',
  // Both sides of the wire say by the same list what is stored; neither loads it before it has to.
  'shared/registrable.ts': 'import():tldts',
  'shared/': 'zod',
  // The only import() of a URL known only on the page: a file next to the script, wherever that is.
  'widget/parts.ts': '(computed)',
  'widget/': 'shared/embed/',
  'inspector/': 'shared/embed/ preact',

  'client/(ui|form|format|hooks)/': PARTS,
  'client/auth/trpc.ts': `client/auth/ type:server/trpc/router.ts#AppRouter shared/ ${PACKAGES}`,
  'client/auth/': `shared/ ${PACKAGES}`,
  'client/data/': `client/auth/ client/hooks/ client/format/ shared/ ${PACKAGES}`,
  // What screens show somebody who has yet to prove who they are.
  'client/sign-in/': SCREENS,
  'client/app/use-screen-prefetch.ts': `client/pages.ts ${SCREENS}`,
  'client/app/': `client/screen-kinds.ts client/sign-in/ ${SCREENS}`,
  // What documents say of this installation is asked for where it is drawn.
  'client/content/': `client/screens.ts client/data/installation.ts ${PARTS}`,
  // Drawn, queued and shown by the widget's own code, without what loads, stores or reports.
  'client/preview/': `widget/view.ts widget/queue.ts widget/showing.ts type:client/settings/paths.ts ${PARTS}`,
  // Parts that several features show: they read and change what the feature gives them, and may load data.
  'client/settings/exchange.ts': `jsonc-parser client/settings/ ${PARTS}`,
  'client/settings/': `client/preview/ ${SCREENS}`,
  'client/(api-keys|plans)/': SCREENS,
  'client/(rules|appearance)/': `client/settings/ client/preview/ ${SCREENS}`,
  'client/(inspection|gallery)/': `client/settings/ client/rules/ client/appearance/ client/preview/ ${SCREENS}`,
  'client/setup/': `client/inspection/ ${SCREENS}`,
  // Runs before React is loaded, built apart from the client, whose address it reads from its page. It must stay small: the
  // widget's view and values, and no component.
  'client/public/start/': `(computed) widget/view.ts type:widget/widget.ts client/appearance/theme-list.ts
    client/preview/page-notifications.ts shared/`,
  'client/public/': `client/app/not-found-page.tsx client/preview/ client/appearance/ client/plans/ client/content/
    ${SCREENS}`,
  'client/features/widget/timeline.ts': 'widget/queue.ts shared/',
  'client/features/widget/code-editor.ts':
    '@codemirror/ @lezer/highlight style-mod client/features/widget/css-place.ts',
  'client/features/documentation/guide-search.ts': 'minisearch client/content/document.ts',
  'client/features/notifications/sortable-rows.tsx': `@dnd-kit/ client/features/notifications/ ${SCREENS}`,
  'client/features/notifications/use-rows.ts': `@tanstack/react-virtual ${SCREENS}`,
  'client/features/sources/csv-start.ts': 'csv-parse shared/',
  'client/features/[^/]+/': `client/settings/ client/rules/ client/appearance/ client/preview/ client/inspection/
    client/api-keys/ client/plans/
    client/content/ client/setup/ client/sign-in/ ${SCREENS}`,
  'client/(main|providers|prerender).tsx$': `client/ shared/ ${PACKAGES}`,
  'client/[^/]+$': `client/ !client/auth/trpc.ts shared/ ${PACKAGES}`,

  'server/domain/effect/evidence.ts': '@stdlib/',
  ...Object.fromEntries(roomArrows),
  [`server/domain/(${ABOVE_ROOMS.join('|')}).ts$`]: `${DOMAIN} server/domain/`,
  // What readers of deliveries give is what the rules of events take.
  'server/domain/ports.ts$': 'server/db/ shared/ server/domain/events/delivery.ts',
  'server/domain/': `${DOMAIN} ${BELOW_ROOMS} ${exceptRooms(Object.keys(ROOMS))}`,
  // zod, because stored JSON is parsed here when it is read.
  'server/db/': 'server/turns.ts shared/ migrations/index.ts kysely better-sqlite3 lru-cache pg zod node:',
  // A shop's own API says in its vendor's words what its deliveries say.
  'server/adapters/shops/': `server/domain/events/shop.ts server/domain/events/delivery.ts server/domain/ports.ts
    server/adapters/vendors/vendors.ts shared/ node: stripe`,
  'server/adapters/[^/]+/?': `server/domain/ports.ts server/domain/queue.ts server/adapters/signatures.ts
    server/domain/billing/payments.ts server/domain/events/delivery.ts server/domain/billing/sandbox-desk.ts server/db/
    shared/ node: *`,
  'server/trpc/':
    'server/domain/ !server/domain/sweep.ts !server/domain/compose-email.ts server/turns.ts shared/ @trpc/server superjson zod type:server/deps.ts',
  'server/http/': `server/trpc/ server/domain/ server/turns.ts shared/ hono @hono/node-server @trpc/server lru-cache zod node:
    type:server/deps.ts`,
  'server/embed/': 'server/http/ server/domain/ server/db/ shared/ hono lru-cache node: type:server/deps.ts',
  'server/cli/': 'server/ shared/ import():demo/demo.ts node: *',
  'server/(main|app|deps).ts$': 'server/ shared/ node: *',
  'server/env.ts$': 'shared/ zod',
  'server/turns.ts$': 'node:',
  'server/log.ts$': 'pino sonic-boom',
  'server/secret-key.ts$': 'server/data-folder.ts node:',
  'server/[^/]+$': 'node:',

  'demo/': 'server/domain/ server/db/ shared/ hono zod node: type:server/deps.ts',
  // tldts only where a step needs it: it is large, and most starts have no pending steps.
  'migrations/': 'kysely import():tldts',
};
const ROWS = Object.entries(ARROWS).map(([from, to]) => ({ from: new RegExp(`^${from}`), to: to.split(/\s+/) }));

function fits(arrow: string, { target, names, isPackage, isType, isDynamic }: Import): boolean {
  const [, only, place, name] = /^(type:|import\(\):)?([^#]*)#?(.*)$/.exec(arrow) ?? [];
  if ((only === 'type:' && !isType) || (only === 'import():' && !isDynamic)) return false;
  if (!place || (name && names.join() !== name)) return false;
  if (place === '*') return isPackage;
  const path = target.replace(/^src\//, '');
  return /[/:]$/.test(place) ? path.startsWith(place) : path === place;
}

/** @returns a sentence that says what is wrong with an import, or null. */
export function importViolation(each: Import): string | null {
  const path = each.from.replace(/^src\//, '');
  const row = ROWS.find(({ from }) => from.test(path));
  if (!row) return `${each.from} belongs to no layer`;
  const may = [row.from.exec(path)?.[0] ?? '', ...row.to];
  const isForbidden = may.some((arrow) => arrow.startsWith('!') && fits(arrow.slice(1), each));
  return !isForbidden && may.some((arrow) => fits(arrow, each))
    ? null
    : `${each.from} → ${each.specifier}: not allowed`;
}

/** @returns adapters with more than one SDK. A sandbox, a small app with the real SDK's types, has two by design. */
export function sdkViolations(imports: readonly Import[]): string[] {
  const isAdapter = ({ from, isPackage }: Import) => isPackage && /^src\/server\/adapters\/(?!sandbox-)/.test(from);
  return [...Map.groupBy(imports.filter(isAdapter), ({ from }) => from)]
    .map(([file, own]) => ({ file, sdks: [...new Set(own.map(({ target }) => target))] }))
    .filter(({ sdks }) => sdks.length > 1)
    .map(({ file, sdks }) => `${file}: more than one SDK (${sdks.join(', ')})`);
}

/** @returns cycles of files that need each other's values, now or by import(), each as `a → b → a`. */
export function importCycles(imports: readonly Import[]): string[] {
  const importsBy = Map.groupBy(
    imports.filter(({ isType }) => !isType),
    ({ from }) => from,
  );
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, way: string[]) => {
    if (way.includes(file)) found.push([...way.slice(way.indexOf(file)), file].join(' → '));
    else if (!done.has(file)) {
      for (const { target } of importsBy.get(file) ?? []) visit(target, [...way, file]);
      done.add(file);
    }
  };
  for (const file of importsBy.keys()) visit(file, []);
  return found;
}
