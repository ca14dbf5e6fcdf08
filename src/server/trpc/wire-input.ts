// Inputs as the app sends them, by superjson: JSON, and beside it the types of what JSON has none for. Ours need no more of
// those than below. superjson would make addresses, patterns, numbers of any length and maps of whatever it is told to,
// before a schema has looked.
import { holdsAtMost, VALUES_MAX } from '#shared/json-size.ts';
import { invalid } from '../domain/errors.ts';

/** Values with a type of their own, the characters of where one is, and how deep: more than any screen sends. */
const PATHS_MAX = 500;
const PATH_MAX = 500;
const LEVELS_MAX = 20;
/** `-Infinity` has nine, and a date 24. */
const VALUE_MAX = 30;

const TYPES: Record<string, (value: string) => unknown> = {
  undefined: () => undefined,
  Date: (value) => new Date(value),
  number: Number,
};
const FORBIDDEN = ['__proto__', 'constructor', 'prototype'];

const refuse = (field = 'body') => invalid(field, "Can't be read");

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** @returns the value as the type that superjson's annotation (`['Date']`) names. @throws validation naming the field */
function typed(value: unknown, annotation: unknown, field?: string): unknown {
  const [name, ...more] = Array.isArray(annotation) ? annotation : [];
  const make = typeof name === 'string' && more.length === 0 && Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
  const text = String(isObject(value) ? '' : value);
  if (!make || text.length > VALUE_MAX) throw refuse(field);
  return make(text);
}

/** @returns the keys of a path, in which dots and backslashes of keys follow a backslash. */
const keysOf = (path: string): string[] =>
  (path.match(/(?:\\.|[^.\\])+/gs) ?? []).map((key) => key.replace(/\\(.)/gs, '$1'));

function setAt(root: unknown, path: string, annotation: unknown): void {
  const keys = path.length > PATH_MAX ? [] : keysOf(path);
  const [field] = keys;
  const last = keys.pop();
  if (last === undefined || keys.length > LEVELS_MAX || FORBIDDEN.includes(last)) throw refuse();
  let parent = root;
  for (const key of keys) {
    if (!isObject(parent) || !Object.hasOwn(parent, key) || FORBIDDEN.includes(key)) throw refuse();
    parent = parent[key];
  }
  // Of a list only its items: its length is its own, too.
  if (!isObject(parent) || !Object.propertyIsEnumerable.call(parent, last)) throw refuse();
  parent[last] = typed(parent[last], annotation, field);
}

const isForbidden = (path: string) =>
  FORBIDDEN.some((key) => path.includes(key)) &&
  (path.length > PATH_MAX || keysOf(path).some((key) => FORBIDDEN.includes(key)));

/**
 * @param equalities which values are the same object: both were sent, but for one that is inside of itself. Whatever else
 * they say is of no matter here.
 */
function refuseRings(equalities: unknown): void {
  if (Array.isArray(equalities)) throw refuse();
  for (const [path, others] of isObject(equalities) ? Object.entries(equalities) : []) {
    const inside = `${path}.`;
    const isWrong = (other: unknown) => typeof other === 'string' && (other.startsWith(inside) || isForbidden(other));
    if (Array.isArray(others) && others.some(isWrong)) throw refuse(keysOf(path.slice(0, PATH_MAX))[0]);
  }
}

/**
 * @param sent as superjson serializes it.
 * @returns the input; undefined when there is none. @throws validation naming the field, or `body`
 */
export function readWireInput(sent: unknown): unknown {
  if (!isObject(sent)) throw refuse();
  const { json, meta } = sent;
  if (!holdsAtMost(json, VALUES_MAX)) throw invalid('body', `Holds more than ${VALUES_MAX} values`);
  const { values, referentialEqualities } = isObject(meta) ? meta : {};
  refuseRings(referentialEqualities);
  if (values === undefined) return json;
  if (Array.isArray(values)) return typed(json, values);
  const paths = isObject(values) ? Object.entries(values) : [];
  if (!isObject(values) || paths.length > PATHS_MAX) throw refuse();
  for (const [path, annotation] of paths) setAt(json, path, annotation);
  return json;
}
