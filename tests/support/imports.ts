// Reads what a source file imports, and whether it touches a global, from its syntax tree: text in strings and comments
// cannot fool it.
import { posix } from 'node:path';
import { parseAst } from 'vite';

/** One import of a file. `target` is a path from the root of the repository, `node:…`, or a package's name. */
export type Import = {
  from: string;
  specifier: string;
  target: string;
  /** Erased before it runs. */
  isType: boolean;
  /** Names it brings in; empty for whole modules and dynamic imports. */
  names: string[];
};

type Node = { type: string; [key: string]: unknown };
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Calls `visit` with each node and its parent. */
function walk(value: unknown, visit: (node: Node, parent: Node | null) => void, parent: Node | null = null): void {
  if (Array.isArray(value)) for (const item of value) walk(item, visit, parent);
  else if (isNode(value)) {
    visit(value, parent);
    for (const child of Object.values(value)) if (typeof child === 'object') walk(child, visit, value);
  }
}

const treeOf = (code: string, file: string) => parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' });

const SUBPATHS = /^#(shared|server|client|widget|tests)\//;

/** @returns where `specifier` leads from `file`: a path from the root, `node:…`, or a package's name. */
export function resolveImport(file: string, specifier: string): string {
  const bare = specifier.replace(/\?.*$/, '');
  if (bare === '#migrations') return 'migrations/index.ts';
  const folder = SUBPATHS.exec(bare)?.[1];
  if (folder) return `${folder === 'tests' ? 'tests' : `src/${folder}`}/${bare.slice(folder.length + 2)}`;
  if (bare.startsWith('.')) return posix.normalize(posix.join(posix.dirname(file), bare));
  if (bare.startsWith('node:')) return bare;
  return bare
    .split('/')
    .slice(0, bare.startsWith('@') ? 2 : 1)
    .join('/');
}

const nameOf = (node: unknown): string => {
  const { name, value } = (node ?? {}) as { name?: string; value?: string };
  return name ?? value ?? '';
};

/** @returns every import of the file: static, `export … from`, dynamic, and `import('…')` in types. */
export function importsOf(file: string, code: string): Import[] {
  const found: Import[] = [];
  walk(treeOf(code, file), (node) => {
    const add = (source: unknown, isType: boolean, names: string[] = []) => {
      const specifier = (source as { value?: unknown } | null)?.value;
      // What cannot be read here could be anything; no rule allows it.
      const text = typeof specifier === 'string' ? specifier : '(computed)';
      found.push({ from: file, specifier: text, target: resolveImport(file, text), isType, names });
    };
    const specifiers = (node.specifiers ?? []) as Node[];
    const areTypes = (key: string) => specifiers.length > 0 && specifiers.every((each) => each[key] === 'type');
    if (node.type === 'ImportDeclaration') {
      const names = specifiers.map((each) => nameOf(each.imported ?? each.local));
      add(node.source, node.importKind === 'type' || areTypes('importKind'), names);
    } else if (node.type === 'ExportNamedDeclaration' && node.source) {
      const names = specifiers.map((each) => nameOf(each.local));
      add(node.source, node.exportKind === 'type' || areTypes('exportKind'), names);
    } else if (node.type === 'ExportAllDeclaration') add(node.source, node.exportKind === 'type');
    else if (node.type === 'ImportExpression') add(node.source, false);
    else if (node.type === 'TSImportType') add(node.source ?? node.argument, true);
    else if (node.type === 'TSExternalModuleReference') add(node.expression, false);
  });
  return found;
}

/** @returns whether the file uses the global `name` (or takes it off globalThis), not a property that is called so. */
export function usesGlobal(file: string, code: string, name: string): boolean {
  let isUsed = false;
  walk(treeOf(code, file), (node, parent) => {
    if (node.type !== 'Identifier' || node.name !== name) return;
    const isMember = parent?.type === 'MemberExpression' && parent.property === node && parent.computed !== true;
    const isKey = /Property|Signature|Method/.test(parent?.type ?? '') && parent?.key === node && !parent?.shorthand;
    if (!isKey && (!isMember || nameOf(parent?.object) === 'globalThis')) isUsed = true;
  });
  return isUsed;
}
