// Reads what a source file imports, and whether it uses a global, from its syntax tree, so that text in strings and
// comments cannot fool it.
import { posix } from 'node:path';
import { type ESTree, parseSync, Visitor, type VisitorObject } from 'vite';

/** One import of a file. `target` is a path from the root of the repository, `node:…`, or a package's name. */
export type Import = {
  from: string;
  specifier: string;
  target: string;
  isPackage: boolean;
  /** Erased at runtime. */
  isType: boolean;
  /** `import()`. */
  isDynamic: boolean;
  /** The imported names; empty for whole modules and dynamic imports. */
  names: string[];
};

function visit(file: string, code: string, visitor: VisitorObject): void {
  const { program, errors } = parseSync(file, code);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  new Visitor(visitor).visit(program);
}

/** @returns what `specifier` in `file` resolves to: a path from the root, `node:…`, or a package's name. */
export function resolveImport(file: string, specifier: string): string {
  const bare = specifier.replace(/\?.*$/, '');
  if (bare === '#migrations') return 'migrations/index.ts';
  if (bare.startsWith('#')) return bare.replace(/^#(?!demo|tests)/, 'src/').replace('#', '');
  if (bare.startsWith('.')) return posix.join(posix.dirname(file), bare);
  return bare.startsWith('node:') ? bare : (/^(?:@[^/]+\/)?[^/]+/.exec(bare)?.[0] ?? bare);
}

const nameOf = (node: { name: string } | ESTree.StringLiteral) => ('name' in node ? node.name : node.value);

/** @returns every import of the file: static, `export … from`, dynamic, and `import('…')` in types. */
export function importsOf(from: string, code: string): Import[] {
  const found: Import[] = [];
  const add = (source: ESTree.Expression, isType: boolean, names: string[] = [], isDynamic = false) => {
    // A computed specifier could be anything.
    const specifier = source.type === 'Literal' ? String(source.value) : '(computed)';
    const isPackage = /^(?!node:)[@\w]/.test(specifier);
    found.push({ from, specifier, target: resolveImport(from, specifier), isPackage, isType, isDynamic, names });
  };
  const areTypes = (kinds: (string | undefined)[]) => kinds.length > 0 && kinds.every((kind) => kind === 'type');
  visit(from, code, {
    ImportDeclaration({ source, importKind, specifiers }) {
      const kinds = specifiers.map((each) => (each.type === 'ImportSpecifier' ? each.importKind : 'value'));
      const names = specifiers.map((each) => nameOf(each.type === 'ImportSpecifier' ? each.imported : each.local));
      add(source, importKind === 'type' || areTypes(kinds), names);
    },
    ExportNamedDeclaration({ source, exportKind, specifiers }) {
      const isType = exportKind === 'type' || areTypes(specifiers.map((each) => each.exportKind));
      const names = specifiers.map(({ local }) => nameOf(local));
      if (source) add(source, isType, names);
    },
    ExportAllDeclaration: ({ source, exportKind }) => add(source, exportKind === 'type'),
    ImportExpression: ({ source }) => add(source, false, [], true),
    TSImportType: ({ source }) => add(source, true),
    TSExternalModuleReference: ({ expression }) => add(expression, false),
  });
  return found;
}

/**
 * @returns whether the file uses the global `name` (or reads it from globalThis); properties with that name don't
 * count.
 */
export function usesGlobal(file: string, code: string, name: string): boolean {
  const properties = new Set<number>();
  let isUsed = false;
  visit(file, code, {
    MemberExpression({ object, property, computed }) {
      const isGlobalThis = object.type === 'Identifier' && object.name === 'globalThis';
      if (!computed && !isGlobalThis) properties.add(property.start);
    },
    Property: ({ key, shorthand }) => void (shorthand || properties.add(key.start)),
    MethodDefinition: ({ key }) => void properties.add(key.start),
    PropertyDefinition: ({ key }) => void properties.add(key.start),
    TSPropertySignature: ({ key }) => void properties.add(key.start),
    TSMethodSignature: ({ key }) => void properties.add(key.start),
    Identifier(node) {
      if (node.name === name && !properties.has(node.start)) isUsed = true;
    },
  });
  return isUsed;
}

/** What may follow `z.string()` outside the builder of texts: nothing that looks at more of a text than its length. */
const CHEAP = new Set(['optional', 'nullable', 'exactOptional', 'nullish', 'min', 'max', 'catch', 'default', 'meta']);

/** @returns the methods of zod's own texts by which the file looks into one, such as `regex`. */
export function looksIntoTexts(file: string, code: string): string[] {
  /** The methods of a chain of calls, the first first: of `z.string().trim()` z, string, trim. */
  const chainOf = (node: ESTree.Expression): string[] => {
    if (node.type === 'CallExpression') return chainOf(node.callee);
    if (node.type === 'Identifier') return [node.name];
    if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier') return ['?'];
    return [...chainOf(node.object), node.property.name];
  };
  const found = new Set<string>();
  visit(file, code, {
    CallExpression({ callee }) {
      const [first, type = '', ...methods] = chainOf(callee);
      if (first !== 'z') return;
      if (type === 'email' || type === 'url') found.add(type);
      if (type === 'string') for (const method of methods) if (!CHEAP.has(method)) found.add(method);
    },
  });
  return [...found];
}
