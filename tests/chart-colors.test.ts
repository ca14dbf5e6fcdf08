// The lines of charts, by the tokens they are drawn in.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Rgb, rgbOf } from '#shared/color-text.ts';
import { contrastOf } from '#shared/contrast.ts';

const [light = '', rest = ''] = readFileSync('src/client/app.css', 'utf8').split('\n.dark {');
const [dark = ''] = rest.split('\n}');

/** WCAG 2.2, 1.4.11: what has to be told apart. */
const LARGE = 3;
/** How much of the displays' color lies over what their area covers (chart.tsx). */
const TINT = 0.08;
const mix = (top: Rgb, share: number, below: Rgb) =>
  below.map((part, at) => (top[at] ?? 0) * share + part * (1 - share)) as unknown as Rgb;

test.each([
  ['light', light],
  ['dark', dark],
])('each line of a chart is 3:1 from the ground (%s), and so is the previous period under the tint', (_theme, css) => {
  const token = (name: string) => rgbOf(new RegExp(`--${name}: (#\\w{6});`).exec(css)?.[1] ?? '');
  for (const ground of [token('paper'), token('surface')]) {
    for (const line of ['accent', 'field', 'proof-ink'])
      expect(contrastOf(token(line), ground), line).toBeGreaterThanOrEqual(LARGE);
    const tinted = (color: Rgb) => mix(token('accent'), TINT, color);
    expect(contrastOf(tinted(token('field')), tinted(ground))).toBeGreaterThanOrEqual(LARGE);
  }
});
