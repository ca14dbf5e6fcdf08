// The small font is what build/font.ts makes of the installed one, with the characters that its style sheet says.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BASIC_FONT, BASIC_RANGE, makeBasicFont } from '#build/font.ts';

it('the small font is made from the installed one', async () => {
  expect(Buffer.from(await makeBasicFont()).equals(readFileSync(BASIC_FONT))).toBe(true);
});

it('the style sheet names the characters that are in it', () => {
  const [, range] =
    /inter-basic[^}]*unicode-range:\s*([^;]*);/.exec(readFileSync('src/client/fonts/fonts.css', 'utf8')) ?? [];
  expect(range?.replaceAll(/\s/g, '')).toBe(BASIC_RANGE);
});
