// Lays values of unknown origin over known ones. Pure.

const isBag = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * @param base decides which keys exist and of which kind they are.
 * @param patch anything; keys that `base` does not know, or of another kind than there, are passed over.
 * @returns a new object: objects merged at any depth, everything else replaced.
 */
export function overlay<T extends object>(base: T, patch: unknown): T {
  if (!isBag(patch)) return base;
  const entries = Object.entries(base).map(([key, value]: [string, unknown]) => {
    const given = patch[key];
    if (isBag(value)) return [key, overlay(value, given)] as const;
    return [key, typeof given === typeof value ? given : value] as const;
  });
  return Object.fromEntries(entries) as T;
}
