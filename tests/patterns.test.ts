// No regular expression of ours takes longer than in proportion to what it reads: a text of many blanks or dashes would
// keep everybody waiting.
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { patternsIn, slowByAnalysis, slowByTrial } from '#tests/support/patterns.ts';

/** The files of slow ones, and what keeps them fast. */
const BOUNDED = new Map([
  ['src/shared/facts/moments.ts', 'it reads 80 characters'],
  ['src/shared/facts/money.ts', 'it reads 60 characters'],
  ['src/shared/facts/places.ts', 'it reads 160 characters'],
  ['src/shared/facts/products.ts', 'it reads 60 characters'],
  ['src/server/adapters/stripe/errors.ts', 'it reads 2,000 characters'],
]);

const files = globSync('src/**/*.{ts,tsx}').filter((path) => !/(?:\.test|\.property)/.test(path));
const patterns = new Map(
  files.flatMap((path) =>
    patternsIn(path, readFileSync(path, 'utf8')).map(({ source, flags, line }) => [
      `/${source}/${flags}`,
      { path, line, source, flags },
    ]),
  ),
);

function slowOnes(find: typeof slowByAnalysis) {
  const all = [...patterns.values()].map((each) => ({ ...each, by: find(each.source, each.flags) }));
  return all.filter(({ by }) => by !== null);
}
const unbounded = (slow: ReturnType<typeof slowOnes>) =>
  slow
    .filter(({ path }) => !BOUNDED.has(path))
    .map(({ path, line, source, by }) => `${path}:${line} /${source}/ reads ${by} slowly`);

it('no regular expression is slow with a repeated character, unless what it reads is short', () => {
  expect(patterns.size).toBeGreaterThan(300);
  const slow = slowOnes(slowByAnalysis);
  expect(unbounded(slow)).toEqual([]);
  expect([...new Set(slow.map(({ path }) => path))]).toEqual([...BOUNDED.keys()]);
});

it('nor with repeated words of its own', { tags: ['long'] }, () => {
  expect(unbounded(slowOnes(slowByTrial))).toEqual([]);
});

/** The preview's, once: a style sheet of 300 characters kept it busy for minutes. */
const QUERY = String.raw`
  const FEATURE = String.raw\`\(\s*(?:(?:min-|max-)?(?:width|height|aspect-ratio)|orientation)\b[^()]*\)|\([^()]*[<>]=?\s*(?:width|height)\b[^()]*\)\`;
  new RegExp(String.raw\`@media\s*(?:(?:only\s+)?(?:screen|all)\s+and\s+)?((?:\${FEATURE})(?:\s+(?:and|or)\s+(?:\${FEATURE}))*)\s*\{\`, 'gi');`
  .replaceAll('\\`', '`')
  .replaceAll('\\$', '$');

it.each([
  ['a literal', 'const a = /^([^,]+),\\s*(.+)$/;'],
  ['a constructor of parts', "const BLANKS = '\\\\s+'; const a = RegExp('a?' + BLANKS + '$', 'u');"],
])('finds %s', (_, code) => {
  const [found] = patternsIn('a.ts', code);
  expect(slowByAnalysis(found?.source ?? '', found?.flags ?? '')).not.toBeNull();
});

it.each([
  ['words that repeat', 'const a = /<script>(.*)<\\/script>/s;'],
  ['two that share words', 'const a = /^(?:ab)*(?:ab)*$/;'],
  ['an exponential one', QUERY],
])('finds %s', { tags: ['long'] }, (_, code) => {
  const [found] = patternsIn('a.ts', code);
  expect(slowByTrial(found?.source ?? '', found?.flags ?? '')).not.toBeNull();
});
