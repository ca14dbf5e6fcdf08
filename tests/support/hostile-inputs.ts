// The worst that fits into a schema's limits, and what doesn't: made of the schema itself, so that none is left out.
import { z } from 'zod';

type Node = {
  type?: string | string[];
  properties?: Record<string, Node>;
  additionalProperties?: Node | boolean;
  propertyNames?: Node;
  items?: Node | boolean;
  prefixItems?: Node[];
  anyOf?: Node[];
  oneOf?: Node[];
  allOf?: Node[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  maxLength?: number;
  maxItems?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  $ref?: string;
  $defs?: Record<string, Node>;
};

const LETTERS = Array.from({ length: 20_000 }, (_, at) => String.fromCharCode(0x4e00 + at)).join('');
const filled = (unit: string) => (length: number) => {
  const left = Math.max(length, 0);
  return unit.repeat(Math.ceil(left / unit.length)).slice(0, left);
};
const CJK = filled(LETTERS);
/** `first`, then as much of the unit as fits, then `last`. */
const between = (first: string, unit: string, last: string) => (length: number) =>
  `${first}${filled(unit)(length - first.length - last.length)}${last}`.slice(0, length);
const labels = (length: number) => {
  const label = CJK(59);
  return filled(`${label}.`)(length).replace(/\.$/, 'a');
};

/** Texts of a given length that made some pattern, parser or conversion slow. */
export const HOSTILE: Record<string, (length: number) => string> = {
  'letters of another script': CJK,
  blanks: between('a', ' ', 'b'),
  'blanks and line breaks': between('a,', ' ', 'b\nc'),
  slashes: filled('/'),
  dots: filled('.'),
  'ats and line breaks': between('', '@', '\n'),
  commas: filled(', 1× '),
  variables: between('{{', ' ', ''),
  braces: filled('{{ '),
  brackets: filled('[(<{'),
  markup: filled('<a b="'),
  quotes: filled('"\''),
  escapes: filled('\\"'),
  hyphens: filled('a-'),
  digits: filled('9'),
  'an address of another script': (length) => `https://${labels(length - 9)}/`,
  'an email address of another script': (length) => `x@${labels(length - 10)}.example`,
  'a host of many labels': (length) => `http://${filled('ä.')(length - 8)}a`,
  'a JSON Pointer': filled('/~0'),
  'broken escapes': filled('%ff/'),
  'broken escapes in one piece': filled('%ffx'),
};

const described = new Map<z.ZodType, Node>();
function describeInput(schema: z.ZodType): Node {
  const known = described.get(schema);
  if (known) return known;
  const found = z.toJSONSchema(z.object({ inner: schema }), { io: 'input', unrepresentable: 'any' }) as Node;
  described.set(schema, found);
  return found;
}

/** @param path of keys, for what is found wrong. */
type Visit = (node: Node, path: string) => void;

function resolve(node: Node | boolean | undefined, root: Node): Node {
  if (typeof node !== 'object') return {};
  const name = node.$ref?.slice(node.$ref.lastIndexOf('/') + 1);
  return name === undefined ? node : (root.$defs?.[name] ?? {});
}

const choicesOf = (node: Node) => node.anyOf ?? node.oneOf ?? [];

function walk(given: Node | boolean | undefined, root: Node, visit: Visit, path = ''): void {
  const node = resolve(given, root);
  visit(node, path);
  for (const [key, child] of Object.entries(node.properties ?? {})) walk(child, root, visit, `${path}.${key}`);
  for (const child of choicesOf(node)) walk(child, root, visit, path);
  for (const child of [node.items, node.additionalProperties, ...(node.prefixItems ?? [])])
    if (typeof child === 'object') walk(child, root, visit, `${path}[]`);
}

/** @returns where a schema takes a text of any length. */
export function unboundedTexts(schema: z.ZodType): string[] {
  const root = describeInput(schema);
  const found: string[] = [];
  walk(root, root, (node, path) => {
    if (node.type !== 'string' || node.enum || node.const !== undefined) return;
    if (node.maxLength === undefined) found.push(path);
  });
  return found;
}

/** @returns how many kinds of value the schema takes in one place, at most. */
export function choicesIn(schema: z.ZodType): number {
  const root = describeInput(schema);
  let most = 1;
  walk(root, root, (node) => {
    most = Math.max(most, choicesOf(node).length);
  });
  return most;
}

type Fill = { text: (length: number) => string; choice: number; items: number };

function fill(given: Node | boolean | undefined, root: Node, how: Fill, depth = 0): unknown {
  const node = resolve(given, root);
  if (node.const !== undefined) return node.const;
  if (node.enum) return node.enum[how.choice % node.enum.length];
  const choices = choicesOf(node);
  if (choices.length > 0) return fill(choices[how.choice % choices.length], root, how, depth);
  switch (node.type) {
    case 'string':
      return node.format === 'date' ? '2026-03-10' : how.text(node.maxLength ?? 0);
    case 'number':
    case 'integer':
      return Math.max(1, node.minimum ?? 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array': {
      const item = fill(node.items, root, how, depth + 1);
      return Array.from({ length: Math.max(1, Math.min(node.maxItems ?? 50, how.items)) }, () => item);
    }
    case 'object': {
      const entries = Object.entries(node.properties ?? {});
      if (entries.length > 0)
        return Object.fromEntries(entries.map(([key, one]) => [key, fill(one, root, how, depth)]));
      return depth > 20 ? {} : { [how.text(20)]: how.text(1_000) };
    }
    default:
      return how.text(1_000);
  }
}

/** @param max characters of JSON. @returns an input that is full of the text, up to the schema's limits and that length. */
export function fullOf(schema: z.ZodType, text: Fill['text'], choice: number, max: number): unknown {
  const root = describeInput(schema);
  for (let items = 1_000; ; items = Math.floor(items / 2)) {
    const input = fill(root.properties?.inner, root, { text, choice, items });
    if (items <= 1 || JSON.stringify(input ?? null).length <= max) return input;
  }
}

/** What no schema takes, as large as a body may be: text, unknown keys, a list of nothing. @param max characters of JSON. */
const oversized = (max: number): Record<string, unknown> => ({
  text: CJK(Math.min(max, 60_000)),
  blanks: between('a', ' ', 'b')(max),
  keys: Object.fromEntries(Array.from({ length: Math.floor(max / 10) }, (_, at) => [`k${at}`, 0])),
  list: Array(Math.floor(max / 2)).fill(0),
  texts: Array(Math.floor(max / 3)).fill(''),
  lists: JSON.parse(`${'['.repeat(30)}${'[],'.repeat(Math.floor(max / 4))}[]${']'.repeat(30)}`),
});

/**
 * @param levels down to which one value at a time is far too large; 0 for all of it.
 * @returns inputs, by what is too large, and where.
 */
export function* oversizedFor(schema: z.ZodType, max: number, levels: number): Generator<[string, unknown]> {
  const root = describeInput(schema);
  const text = (length: number) => 'a'.repeat(Math.min(length, 5));
  const places: string[][] = [[]];
  const visit = (given: Node | boolean | undefined, path: string[]) => {
    if (path.length >= levels) return;
    const node = resolve(given, root);
    for (const [key, child] of Object.entries(node.properties ?? {})) {
      places.push([...path, key]);
      visit(child, [...path, key]);
    }
    for (const child of choicesOf(node)) visit(child, path);
    if (typeof node.items === 'object') {
      places.push([...path, '0']);
      visit(node.items, [...path, '0']);
    }
  };
  visit(root.properties?.inner, []);
  const large = Object.entries(oversized(max));
  for (const path of new Map(places.map((one) => [one.join('.'), one])).values())
    for (const [what, value] of large) {
      const whole = { inner: fill(root.properties?.inner, root, { text, choice: 0, items: 1 }) };
      setIn(whole, ['inner', ...path], value);
      yield [`${what} at ${path.join('.') || 'the top'}`, whole.inner];
    }
}

function setIn(root: object, path: string[], value: unknown): void {
  let parent = root as Record<string, unknown>;
  for (const key of path.slice(0, -1)) {
    if (typeof parent[key] !== 'object' || parent[key] === null) parent[key] = {};
    parent = parent[key] as Record<string, unknown>;
  }
  parent[path.at(-1) ?? ''] = value;
}
