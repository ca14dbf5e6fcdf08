// JSON Pointers (RFC 6901): where in a body a value is, as text that an owner can keep. Pure.

const POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/;
/** Positions of a list are written without leading zeros, so that each has one pointer. */
const POSITION = /^(?:0|[1-9]\d*)$/;

export const isPointer = (text: string): boolean => POINTER.test(text);

/** @returns the pointer to what is below these keys and positions. */
export const toPointer = (path: readonly (string | number)[]): string =>
  path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** @returns the keys of a pointer, outermost first. */
export const keysOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));

/** @returns the column that a pointer names in a row of a file; '' for what is in no row. */
export function columnOf(pointer: string): string {
  const [column = '', ...deeper] = keysOf(pointer);
  return deeper.length === 0 ? column : '';
}

/** @returns what the pointer leads to among the value's own keys and positions; undefined for nothing. */
export function valueAt(value: unknown, pointer: string): unknown {
  let found = value;
  for (const key of keysOf(pointer)) {
    if (typeof found !== 'object' || found === null) return undefined;
    // A list's own length is none of its values.
    if (Array.isArray(found) ? !POSITION.test(key) : !Object.hasOwn(found, key)) return undefined;
    found = (found as Record<string, unknown>)[key];
  }
  return found;
}
