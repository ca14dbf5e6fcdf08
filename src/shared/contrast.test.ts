import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_APPEARANCE } from '#shared/embed/defaults.ts';
import { hexOf, hueOf, rgbOf } from './color-text.ts';
import {
  type BrandColor,
  colorFixes,
  contrastIssue,
  contrastIssues,
  contrastOf,
  fixWords,
  ratioText,
} from './contrast.ts';

const byte = fc.integer({ min: 0, max: 255 });
const rgb = fc.tuple(byte, byte, byte);
const judged = fc.constantFrom<BrandColor[]>('textColor', 'linkColor', 'primaryColor');

const colors = (of: BrandColor, color: string, backgroundColor: string) => ({
  ...DEFAULT_APPEARANCE.brandColors,
  backgroundColor,
  [of]: color,
});

describe('contrastOf', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#767676', '#ffffff', 4.54],
    ['#ff0000', '#ffffff', 4],
    ['#0000ff', '#ffffff', 8.59],
    ['#3498db', '#ffffff', 3.15],
  ])('%s on %s is %d', (one, other, ratio) => {
    expect(contrastOf(rgbOf(one), rgbOf(other))).toBeCloseTo(ratio, 2);
  });

  it('is the same both ways, 1 for equal colors, and at most 21', () => {
    fc.assert(
      fc.property(rgb, rgb, (one, other) => {
        const ratio = contrastOf(one, other);
        expect(ratio).toBe(contrastOf(other, one));
        expect(ratio).toBeGreaterThanOrEqual(1);
        expect(ratio).toBeLessThanOrEqual(21);
        expect(contrastOf(one, one)).toBe(1);
      }),
    );
  });
});

describe('contrastIssue', () => {
  it('finds the default link and icons too pale on white, and the text good', () => {
    const { brandColors } = DEFAULT_APPEARANCE;
    expect(contrastIssue(brandColors, 'textColor')).toBeNull();
    expect(contrastIssue(brandColors, 'linkColor')).toMatchObject({ what: 'Link text', needs: 4.5 });
    expect(contrastIssue(brandColors, 'primaryColor')).toMatchObject({ what: 'Icons and numbers', needs: 3 });
  });

  it('judges the time as faint as it is drawn', () => {
    const issue = contrastIssue(colors('textColor', '#666666', '#ffffff'), 'textColor');
    expect(issue?.what).toBe('Time');
    expect(issue?.ratio).toBeLessThan(4.5);
    expect(issue?.fix?.ratio).toBeGreaterThanOrEqual(4.5);
  });

  it('says nothing of colors that only decorate', () => {
    for (const of of ['borderColor', 'secondaryColor', 'backgroundColor'] as const)
      expect(contrastIssue(colors(of, '#ffffff', '#ffffff'), of)).toBeNull();
  });

  it('a fix passes, and settles it unless the background allows nothing better', () => {
    fc.assert(
      fc.property(judged, rgb, rgb, (of, color, background) => {
        const before = contrastIssue(colors(of, hexOf(color), hexOf(background)), of);
        if (!before) return;
        expect(before.ratio).toBeLessThan(before.needs);
        if (!before.fix) return;
        expect(before.fix.ratio).toBeGreaterThanOrEqual(before.needs);
        const after = contrastIssue(colors(of, before.fix.color, hexOf(background)), of);
        expect(after?.what).not.toBe(before.what);
      }),
    );
  });

  it('text and links can always be fixed', () => {
    fc.assert(
      fc.property(fc.constantFrom<BrandColor[]>('textColor', 'linkColor'), rgb, rgb, (of, color, background) => {
        const issue = contrastIssue(colors(of, hexOf(color), hexOf(background)), of);
        if (issue && issue.what !== 'Time') expect(issue.fix).not.toBeNull();
      }),
    );
  });

  it('a fix keeps the hue, as closely as whole numbers can', () => {
    fc.assert(
      fc.property(judged, rgb, rgb, (of, color, background) => {
        const fix = contrastIssue(colors(of, hexOf(color), hexOf(background)), of)?.fix;
        if (!fix) return;
        const fixed = rgbOf(fix.color);
        const range = Math.max(...fixed) - Math.min(...fixed);
        // Among the darkest, lightest and grayest colors, one step is more than a shade.
        if (range < 10) return;
        const apart = Math.abs(hueOf(fixed) - hueOf(color));
        expect(Math.min(apart, 360 - apart)).toBeLessThan(90 / range + 0.001);
      }),
    );
  });
});

it('one press fixes all that can be fixed: of the default look, two colors', () => {
  const { brandColors } = DEFAULT_APPEARANCE;
  const fixes = colorFixes(brandColors);
  expect(fixWords(Object.keys(fixes).length)).toEqual({ title: '2 colors are hard to read', label: 'Fix both' });
  expect(contrastIssues({ ...brandColors, ...fixes })).toEqual([]);
});

it('a ratio is never shown as better than it is', () => {
  expect(ratioText(4.499)).toBe('4.4:1');
  expect(ratioText(4.5)).toBe('4.5:1');
  expect(ratioText(21)).toBe('21.0:1');
});
