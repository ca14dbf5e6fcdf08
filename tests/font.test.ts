// The small font is what build/font.ts makes of the installed one, with the characters that its style sheet says.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { BASIC_FONT, BASIC_RANGE, makeBasicFont } from '#build/font.ts';

it('the small font is made from the installed one', async () => {
  expect(Buffer.from(await makeBasicFont()).equals(readFileSync(BASIC_FONT))).toBe(true);
});

/** @returns what a font's faces must have in common to be one font: other files are asked for what one hasn't got. */
const facesIn = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/@font-face\s*\{([^}]*)\}/g)].flatMap(([, face = '']) => {
    const read = (name: string) => new RegExp(`${name}:\\s*([^;]*);`).exec(face)?.[1];
    const names = ['font-family', 'font-style', 'font-weight', 'font-stretch'];
    return read('font-family') === "'Inter Variable'" ? [names.map(read).join(' ')] : [];
  });

it('the small font and the others are one: a letter with an accent is asked for in another file', () => {
  const others = fileURLToPath(import.meta.resolve('@fontsource-variable/inter/opsz.css'));
  const faces = ['src/client/fonts/fonts.css', others].flatMap(facesIn);
  expect(faces.length).toBeGreaterThan(7);
  expect(new Set(faces).size).toBe(1);
});

it('the style sheet names the characters that are in it', () => {
  const [, range] =
    /inter-basic[^}]*unicode-range:\s*([^;]*);/.exec(readFileSync('src/client/fonts/fonts.css', 'utf8')) ?? [];
  expect(range?.replaceAll(/\s/g, '')).toBe(BASIC_RANGE);
});
