import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, patchOf, withChanges } from '#client/settings/paths.ts';
import { rgbOf } from '#shared/color-text.ts';
import { settingsPatch } from '#shared/contract/widget.ts';
import { type BrandColor, contrastIssue, contrastOf } from '#shared/contrast.ts';
import { THEMES } from './theme-list.ts';
import { changesOfTheme, THEME_PATHS, themeOf } from './themes.ts';

describe.each(THEMES)('$name', (theme) => {
  const { brandColors } = theme.appearance;

  it('can be read: text and links at 4.5:1, icons and numbers at 3:1', () => {
    for (const color of Object.keys(brandColors) as BrandColor[])
      expect(contrastIssue(brandColors, color), color).toBeNull();
  });

  it('shows the stars of a review, which no setting colors, at 3:1', () => {
    expect(contrastOf(rgbOf('#c77700'), rgbOf(brandColors.backgroundColor))).toBeGreaterThanOrEqual(3);
  });

  it('is what the server accepts, and sets the same settings as each other theme', () => {
    const changes = changesOfTheme(theme);
    expect(settingsPatch.safeParse(patchOf(changes)).error).toBeUndefined();
    expect(Object.keys(changes).sort()).toEqual([...THEME_PATHS].sort());
  });

  it('is recognized once chosen, until one of its values changes', () => {
    const settings = withChanges(DEFAULT_SETTINGS, changesOfTheme(theme));
    expect(themeOf(settings)).toBe(theme);
    expect(themeOf(withChanges(settings, { 'appearance.typography.fontSize': '19px' }))).toBe(theme);
    expect(themeOf(withChanges(settings, { 'appearance.brandColors.linkColor': '#123456' }))).toBeUndefined();
  });
});

it('there are light and dark themes, and the defaults are none of them', () => {
  const isDark = THEMES.map(
    ({ appearance: { brandColors } }) => contrastOf(rgbOf(brandColors.backgroundColor), [0, 0, 0]) < 3,
  );
  expect(isDark.filter(Boolean)).toHaveLength(3);
  expect(THEMES).toHaveLength(8);
  expect(themeOf(DEFAULT_SETTINGS)).toBeUndefined();
});
