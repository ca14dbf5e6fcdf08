// What a copy is called, of a notification or a template.
import { NAME_MAX } from '#shared/limits.ts';

const COPY = ' (Copy)';

/** @returns at most `max` UTF-16 units of the text, never half of a surrogate pair; an ellipsis stands for what is left out. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const start = text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${start.trimEnd()}…`;
}

/** @returns the name followed by '(Copy)', shortened to fit. */
export const copyName = (name: string): string => `${shorten(name, NAME_MAX - COPY.length)}${COPY}`;
