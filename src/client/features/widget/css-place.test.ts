import { expect, it } from 'vitest';
import { readStyleSheet } from '#server/adapters/style-sheets.ts';
import { CSS_EXAMPLES, CSS_PARTS, CSS_VARIABLES } from './css-guide.ts';
import { placeIn, rangeAt } from './css-place.ts';

/** What is marked for the server's own refusal. */
function markedIn(css: string): string | null {
  const place = placeIn(readStyleSheet(css).issue ?? '');
  const range = place && rangeAt(css, place);
  return range && css.slice(range.from, range.to);
}

it.each([
  ['.a { color: red }\n\n.b { background: url(x) }', 'url('],
  ['@import "x";', '@import'],
  ['.a { color: red }\n:host { color: red }', ':host'],
  ['.a {}\n  .b { width: element(x) }', 'element('],
  ['.a { color: red;\n  {', '{'],
])('marks what the server refuses in %j', (css, marked) => {
  expect(markedIn(css)).toBe(marked);
});

it('marks nothing where a refusal names no place', () => {
  expect(placeIn('At most 4096 bytes')).toBeNull();
  expect(rangeAt('a\n\nb', { line: 2, column: 1 })).toBeNull();
  expect(rangeAt('a', { line: 9, column: 1 })).toBeNull();
});

it('offers examples that the server takes', () => {
  const css = CSS_EXAMPLES.map((example) => example.css).join('\n');
  expect(readStyleSheet(css).issue).toBeNull();
  const all = CSS_PARTS.map(({ selector }) => `${selector} { color: var(${CSS_VARIABLES[0]}) }`).join('\n');
  expect(readStyleSheet(all).issue).toBeNull();
});
