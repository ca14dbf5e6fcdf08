// Values out of JSON of which nothing is known: each is there in the form that is asked for, or undefined.

/** @returns what is at a path of own keys and positions. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Record<string | number, unknown>)[key];
  }
  return found;
}

/** Characters of a text that are looked at: twenty times what any field of ours takes of it. */
export const TEXT_MAX = 10_000;

/** @returns the start of the text there, trimmed and as every database can store it; undefined for a blank one. */
export function textAt(value: unknown, ...path: (string | number)[]): string | undefined {
  const found = at(value, ...path);
  if (typeof found !== 'string') return undefined;
  return found.slice(0, TEXT_MAX).replaceAll('\0', '').toWellFormed().trim() || undefined;
}

/** Longest id of a source's own. */
const ID_LENGTH_MAX = 200;

/** @returns the id there, which may be a number, too. */
export function idAt(value: unknown, ...path: (string | number)[]): string | undefined {
  const found = at(value, ...path);
  const id = Number.isSafeInteger(found) ? String(found) : textAt(found);
  return id !== undefined && id.length <= ID_LENGTH_MAX ? id : undefined;
}

/** What a spreadsheet makes of a long number: 4.50789E+12. The digits it drops are gone. */
export const isRoundedNumber = (value: unknown): boolean => /^\d(?:[.,]\d+)?E\+\d+$/i.test(textAt(value) ?? '');

/** @returns the number there, which may be written as text: '29.35'. */
export function numberAt(value: unknown, ...path: (string | number)[]): number | undefined {
  const found = at(value, ...path);
  if (typeof found === 'number') return Number.isFinite(found) ? found : undefined;
  return typeof found === 'string' && /^-?\d{1,15}(?:\.\d{1,10})?$/.test(found) ? Number(found) : undefined;
}

/** @returns the list there; an empty one where there is none. */
export function listAt(value: unknown, ...path: (string | number)[]): unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}
