// What can be done with the themes: a theme as changes of the settings, and which one is in effect. Pure.
import { changesOf, type SettingChanges, type SettingPath, type Settings, valueAt } from '#client/settings/paths.ts';
import { THEMES, type Theme } from './theme-list.ts';

/** @returns a theme's values by path, to be changed in one step. */
export const changesOfTheme = ({ appearance }: Theme): SettingChanges => changesOf({ appearance });

/** The settings that themes set; each theme sets all of them. */
export const THEME_PATHS = [...new Set(THEMES.flatMap((theme) => Object.keys(changesOfTheme(theme))))] as SettingPath[];

/** @returns the theme whose values are all in effect, if there is one. */
export function themeOf(settings: Settings): Theme | undefined {
  return THEMES.find((theme) =>
    Object.entries(changesOfTheme(theme)).every(([path, value]) => valueAt(settings, path as SettingPath) === value),
  );
}
