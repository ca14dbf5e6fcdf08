// The colors of the built-in templates, by the figures that the settings screens warn with.
import { expect, it } from 'vitest';
import { rgbOf } from '#shared/color-text.ts';
import { contrastIssue, contrastOf } from '#shared/contrast.ts';
import { DEFAULT_APPEARANCE } from '#shared/embed/defaults.ts';
import type { Appearance } from '#shared/embed/payload.ts';
import { BUILT_IN_AGGREGATES } from '../migrations/built-in-aggregates.ts';
import { BUILT_IN_TEMPLATES } from '../migrations/built-in-templates.ts';

/** Those that something to be read or recognized is drawn in. */
const READ = ['textColor', 'linkColor', 'primaryColor'] as const;

/** WCAG 2.2, 1.4.6: enhanced contrast. An owner may choose less; what is offered to everybody is good for most eyes. */
const ENHANCED = 7;

const ALL = [...BUILT_IN_TEMPLATES, ...BUILT_IN_AGGREGATES];

it.each(ALL.map(({ id, look }) => [id, look as { brandColors?: Partial<Appearance['brandColors']> }]))(
  '%s has colors that can be read, and text that can be read with ease',
  (_id, { brandColors }) => {
    const colors = { ...DEFAULT_APPEARANCE.brandColors, ...brandColors };
    expect(READ.map((color) => contrastIssue(colors, color))).toEqual([null, null, null]);
    expect(contrastOf(rgbOf(colors.textColor), rgbOf(colors.backgroundColor))).toBeGreaterThanOrEqual(ENHANCED);
  },
);
