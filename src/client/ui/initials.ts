// The letters that stand for a person without a picture.

/** @returns up to two capital initials, of the first and the last word; 'U' without a name (spec 2) */
export function initials(name: string | null): string {
  const words = (name ?? '').trim().split(/\s+/).filter(Boolean);
  const first = words[0];
  if (first === undefined) return 'U';
  const last = words.length > 1 ? words.at(-1) : undefined;
  return [first, last]
    .flatMap((word) => (word === undefined ? [] : [...word].slice(0, 1)))
    .join('')
    .toLocaleUpperCase();
}
