// Whether two spellings are of one order: customers leave out the '#', or what a plugin puts before its numbers. Pure.

const bareOf = (number: string): string => number.trim().replace(/^#\s*/, '').toLowerCase();

/** @returns how a source may write an order that somebody calls so, as far as it can be told without looking. */
export const spellingsOf = (number: string): string[] => {
  const bare = number.trim().replace(/^#\s*/, '');
  return [...new Set([number.trim(), bare, `#${bare}`])];
};

/** @returns what all spellings of it end with, in small letters: its last digits, or all of it without any. */
export function endOf(number: string): string {
  const bare = bareOf(number);
  let start = bare.length;
  while (start > 0 && /\d/.test(bare.charAt(start - 1))) start--;
  return start === bare.length ? bare : bare.slice(start);
}

/** 'ORD-', 'shop#', '2026/': what people number orders with, and no part of an id that is random. */
const PREFIX = /^(?:\p{L}+[-_ #/.]*|\d{2,4}[-_/.])$/u;

/** @returns whether both are the same, but for a '#', capitals, and what one of them has before the digits of the other. */
export function isSameOrder(one: string, other: string): boolean {
  const [short = '', long = ''] = [bareOf(one), bareOf(other)].sort((a, b) => a.length - b.length);
  if (short === long) return short !== '';
  return /^\d+$/.test(short) && endOf(long) === short && PREFIX.test(long.slice(0, -short.length));
}
