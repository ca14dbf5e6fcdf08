// Texts that must not be longer than what stores or shows them.

/** @returns at most `max` UTF-16 units of the text, never half of a surrogate pair; an ellipsis stands for what is left out. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const start = text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${start.trimEnd()}…`;
}
