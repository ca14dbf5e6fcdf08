// Where the server found something wrong in a style sheet. Pure.

/** In characters from the start. */
export type TextRange = { from: number; to: number };

/** From 1. */
export type CssPlace = { line: number; column: number };

/** @returns the place that a refusal names (server/adapters/style-sheets.ts), if it names one. */
export function placeIn(message: string): CssPlace | null {
  const [, line, column] = /line (\d+), column (\d+)/.exec(message) ?? [];
  return line && column ? { line: Number(line), column: Number(column) } : null;
}

/**
 * @param css with line ends of one character.
 * @returns what to mark there: the word, or the line's last character. Null if there is nothing.
 */
export function rangeAt(css: string, { line, column }: CssPlace): TextRange | null {
  const lines = css.split(/[\n\f]/);
  const text = lines[line - 1];
  if (!text) return null;
  const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
  const at = Math.min(column - 1, text.length - 1);
  const word = /^[@:&]*[-\w]*\(?/.exec(text.slice(at))?.[0] ?? '';
  return { from: start + at, to: start + at + Math.max(1, word.length) };
}
