// The small font is what build/font.ts makes of the installed one, with the characters that its style sheet says.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { BASIC_FONT, BASIC_RANGE, charactersOf, makeBasicFont } from '#build/font.ts';

it('the small font is made from the installed one', async () => {
  expect(Buffer.from(await makeBasicFont()).equals(readFileSync(BASIC_FONT))).toBe(true);
});

type Face = { file: string; range: string; is: string };
/** @returns the faces of Inter, and what they must have in common to be one font. */
const facesIn = (file: string): Face[] =>
  [...readFileSync(file, 'utf8').matchAll(/@font-face\s*\{([^}]*)\}/g)].flatMap(([, face = '']) => {
    const read = (name: string) => new RegExp(`${name}:\\s*([^;]*);`).exec(face)?.[1] ?? '';
    const is = ['font-family', 'font-style', 'font-weight', 'font-stretch'].map(read).join(' ');
    const name = /[\w-]+\.woff2/.exec(read('src'))?.[0] ?? '';
    return is.startsWith("'Inter Variable'")
      ? [{ file: name, range: read('unicode-range').replaceAll(/\s/g, ''), is }]
      : [];
  });
const ours = facesIn('src/client/fonts/fonts.css');
const theirs = facesIn(fileURLToPath(import.meta.resolve('@fontsource-variable/inter/opsz.css')));

it('the small font and the others are one: a letter with an accent is asked for in another file', () => {
  expect(theirs.length).toBeGreaterThan(6);
  expect(ours.map(({ file }) => file)).toEqual([...theirs.map(({ file }) => file), 'inter-basic.woff2']);
  expect(new Set([...ours, ...theirs].map(({ is }) => is)).size).toBe(1);
});

it('no other file has what the small one has, or it would be loaded for English text, too; together they have all', () => {
  const charactersIn = (faces: Face[]) => new Set(faces.flatMap(({ range }) => [...charactersOf(range)]));
  const [basic, others] = [charactersIn(ours.slice(-1)), charactersIn(ours.slice(0, -1))];
  expect([...basic].filter((one) => others.has(one))).toEqual([]);
  const isPrinted = (one: string) => !/\p{Cc}/u.test(one);
  expect([...charactersIn(theirs)].filter((one) => isPrinted(one) && !basic.has(one) && !others.has(one))).toEqual([]);
});

it('the style sheet names the characters that are in it', () => {
  const [, range] =
    /inter-basic[^}]*unicode-range:\s*([^;]*);/.exec(readFileSync('src/client/fonts/fonts.css', 'utf8')) ?? [];
  expect(range?.replaceAll(/\s/g, '')).toBe(BASIC_RANGE);
});
