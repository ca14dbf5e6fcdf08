// Whether what a notification draws in a color can be read on what it is drawn on, and the nearest color that can. Pure.
// What is drawn where: shared/embed/style.ts and widget/style.css.

import { hexOf, type Rgb, rgbOf } from './color-text.ts';
import type { Appearance } from './embed/payload.ts';

type BrandColors = Appearance['brandColors'];
export type BrandColor = keyof BrandColors;

/** WCAG 2.2, 1.4.3 and 1.4.11: text, and large text or symbols. */
const TEXT = 4.5;
const LARGE = 3;

const linear = (part: number): number => {
  const s = part / 255;
  return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
};

/** Relative luminance, 0 to 1: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
const luminanceOf = ([red, green, blue]: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** Contrast ratio, 1 to 21: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrastOf(a: Rgb, b: Rgb): number {
  const [dark = 0, light = 0] = [luminanceOf(a), luminanceOf(b)].sort((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
}

const mix = (top: Rgb, share: number, below: Rgb): Rgb => {
  const part = (index: 0 | 1 | 2) => top[index] * share + below[index] * (1 - share);
  return [part(0), part(1), part(2)];
};

type Use = {
  /** What is drawn. */
  what: string;
  /** Why it is harder to read than the color itself. */
  because?: string;
  needs: number;
  /** How opaque it is drawn. */
  opacity?: number;
  /** How much of the same color is mixed into the background below it. */
  tint?: number;
};

/** What each color draws that has to be read; the other colors only decorate. The first is the most important. */
const USES: Partial<Record<BrandColor, readonly Use[]>> = {
  textColor: [
    { what: 'Text', needs: TEXT },
    { what: 'Time', because: 'The time is drawn fainter', needs: TEXT, opacity: 0.75 },
  ],
  linkColor: [{ what: 'Link text', needs: TEXT }],
  // Numbers are bold and 20 px: large text.
  primaryColor: [{ what: 'Icons and numbers', needs: LARGE, tint: 0.12 }],
};

const ratioOf = (color: Rgb, background: Rgb, { opacity = 1, tint = 0 }: Use): number =>
  contrastOf(mix(color, opacity, background), mix(color, tint, background));

type Figure = Pick<Use, 'what' | 'because' | 'needs'> & { ratio: number };

export type ContrastIssue = Figure & {
  /** The nearest lighter or darker color of the same hue that can be read; null if none can on this background. */
  fix: { color: string; ratio: number } | null;
};

/** @returns what is hard to read in these colors, the most important for each color. */
export const contrastIssues = (colors: BrandColors): (ContrastIssue & { of: BrandColor })[] =>
  (Object.keys(USES) as BrandColor[]).flatMap((of) => {
    const issue = contrastIssue(colors, of);
    return issue ? [{ ...issue, of }] : [];
  });

/** @returns for each color that is hard to read the nearest that isn't, where there is one. */
export const colorFixes = (colors: BrandColors): Partial<BrandColors> =>
  Object.fromEntries(contrastIssues(colors).flatMap(({ of, fix }) => (fix ? [[of, fix.color]] : [])));

/** What is said of so many fixes, and the button that makes them. */
export const fixWords = (count: number): { title: string; label: string } => ({
  title: count === 1 ? '1 color is hard to read' : `${count} colors are hard to read`,
  label: count === 1 ? 'Fix it' : count === 2 ? 'Fix both' : 'Fix all',
});

/** @returns how well the most important thing drawn in this color can be read; null if it only decorates. */
export function contrastFigure(colors: BrandColors, of: BrandColor): Figure | null {
  const [use] = USES[of] ?? [];
  if (!use) return null;
  return { ...use, ratio: ratioOf(rgbOf(colors[of]), rgbOf(colors.backgroundColor), use) };
}

/** @returns the most important thing that is hard to read in this color, or null. */
export function contrastIssue(colors: BrandColors, of: BrandColor): ContrastIssue | null {
  const color = rgbOf(colors[of]);
  const background = rgbOf(colors.backgroundColor);
  const uses = USES[of] ?? [];
  const failing = uses.find((use) => ratioOf(color, background, use) < use.needs);
  if (!failing) return null;
  const fixed =
    nearest(color, (one) => uses.every((use) => ratioOf(one, background, use) >= use.needs)) ??
    nearest(color, (one) => ratioOf(one, background, failing) >= failing.needs);
  return {
    ...failing,
    ratio: ratioOf(color, background, failing),
    fix: fixed && { color: hexOf(fixed), ratio: ratioOf(fixed, background, failing) },
  };
}

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
const round = (rgb: Rgb): Rgb => rgbOf(hexOf(rgb));

/** @returns the color that needs the least white or black added to pass. Neither changes its hue. */
function nearest(color: Rgb, passes: (color: Rgb) => boolean): Rgb | null {
  for (let share = 1; share <= 100; share += 1) {
    for (const added of [BLACK, WHITE]) {
      const candidate = round(mix(added, share / 100, color));
      if (passes(candidate)) return candidate;
    }
  }
  return null;
}

/** @returns the ratio as shown. Rounded down: 4.49:1 is not 4.5:1. */
export const ratioText = (ratio: number): string => `${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`;
