// `npm run font`: makes the small font that every page preloads, from the one on npm: the characters of English text in the
// weights of our style sheets. Whoever needs another character gets the whole file, by its unicode-range in fonts.css.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
// @ts-expect-error It has no types of its own, and those of others know an older version.
import subsetFont from 'subset-font';

export const BASIC_FONT = 'src/client/fonts/inter-basic.woff2';
const WHOLE_FONT = '@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2';

/** What is in the small font, as in the unicode-range of fonts.css. */
export const BASIC_RANGE =
  'U+0020-007E,U+00A0,U+00B7,U+00D7,U+2013-2014,U+2018-2019,U+201C-201D,U+2026,U+20AC,U+2190,U+2192,U+2212';

/** @param range as in CSS. @returns its characters. */
export const charactersOf = (range: string): string =>
  range
    .split(',')
    .flatMap((part) => {
      const [from = 0, to = from] = part
        .slice(2)
        .split('-')
        .map((hex) => Number.parseInt(hex, 16));
      return Array.from({ length: to - from + 1 }, (_, n) => String.fromCodePoint(from + n));
    })
    .join('');

const OPTIONS = {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 700 } },
  // Kerning, and digits of one width for tables.
  keepFeatures: ['kern', 'tnum'],
};

/** @returns the small font, as woff2; the same bytes each time. */
export const makeBasicFont = (): Promise<Uint8Array> =>
  subsetFont(readFileSync(fileURLToPath(import.meta.resolve(WHOLE_FONT))), charactersOf(BASIC_RANGE), OPTIONS);

if (import.meta.main) writeFileSync(BASIC_FONT, await makeBasicFont());
