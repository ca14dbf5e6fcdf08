import { describe, expect, test } from 'vitest';
import { DEFAULT_APPEARANCE, DEFAULT_BEHAVIOR } from '#shared/embed/defaults.ts';
import type { PageNotification } from './page-notifications.ts';
import { fitToPage, pageStyle } from './page-style.ts';

const notification: PageNotification = { id: 'a', type: 'custom', message: 'a', timestamp: '' };
const settings = { appearance: DEFAULT_APPEARANCE, behavior: DEFAULT_BEHAVIOR };

describe('fitToPage', () => {
  test.each([
    ['@media (max-width:767.98px){a{}}', '@container (max-width:767.98px){a{}}'],
    ['@media screen and (min-width:500px){a{}}', '@container (min-width:500px){a{}}'],
    ['@media (width<=700px){a{}}', '@container (width<=700px){a{}}'],
    ['@media (400px<=width<=700px){a{}}', '@container (400px<=width<=700px){a{}}'],
    [
      '@media (min-width:1px) and (orientation:portrait){a{}}',
      '@container (min-width:1px) and (orientation:portrait){a{}}',
    ],
    ['a{width:50vw;height:calc(100dvh - 4px)}', 'a{width:50cqw;height:calc(100cqh - 4px)}'],
  ])('%s', (css, expected) => expect(fitToPage(css)).toBe(expected));

  test.each([
    '@media (prefers-reduced-motion:no-preference){a{}}',
    '@media print{a{}}',
    '@media (min-width:1px) and (hover){a{}}',
    '@media (min-resolution:2dppx){a{}}',
    '.vh-2v{color:red}',
  ])('leaves %s', (css) => expect(fitToPage(css)).toBe(css));

  // A pattern that reads a part in two ways tries 2^200 of them.
  test('leaves what only looks like a query of sizes, however many parts it has', () => {
    const css = `@media (<width)${' and (width<width)'.repeat(200)}`;
    expect(fitToPage(css)).toBe(css);
  });
});

describe('pageStyle', () => {
  test('asks the page for its width, not the window', () => {
    const style = pageStyle(settings, '', [notification]);
    expect(style).toContain('@container (max-width:767.98px){.region{');
    expect(style).not.toContain('@media (max-width');
  });

  test('uses the style sheet that was checked, last, and not the text in the settings', () => {
    const unchecked = { ...DEFAULT_APPEARANCE, customCSS: '.unchecked{}' };
    const style = pageStyle({ ...settings, appearance: unchecked }, '.checked{}', [notification]);
    expect(style).toMatch(/\.checked\{\}$/);
    expect(style).not.toContain('.unchecked');
  });

  test("a notification's own appearance replaces what it sets", () => {
    const own = { ...notification, appearance: { brandColors: { textColor: '#123456' } } };
    const brandColors = { ...DEFAULT_APPEARANCE.brandColors, textColor: '#000000', linkColor: '#654321' };
    const style = pageStyle({ ...settings, appearance: { ...DEFAULT_APPEARANCE, brandColors } }, '', [own]);
    expect(style).toContain('--textColor:#123456;');
    expect(style).toContain('--linkColor:#654321;');
  });
});
