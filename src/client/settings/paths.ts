// Settings by path: every single value of the widget's settings has one, such as `appearance.brandColors.primaryColor`.
// A list is one value. Pure.
import type { SettingsPatch } from '#shared/contract/widget.ts';
import { DEFAULT_APPEARANCE, DEFAULT_BEHAVIOR, DEFAULT_RULES } from '#shared/embed/defaults.ts';
import type { Appearance, Behavior, Rules } from '#shared/embed/payload.ts';

/** Complete settings. */
export type Settings = { appearance: Appearance; behavior: Behavior; rules: Rules };

type Leaves<T, Prefix extends string = ''> = {
  [Key in keyof T & string]: T[Key] extends readonly unknown[]
    ? `${Prefix}${Key}`
    : T[Key] extends object
      ? Leaves<T[Key], `${Prefix}${Key}.`>
      : `${Prefix}${Key}`;
}[keyof T & string];

export type SettingPath = Leaves<Settings>;
export type SettingValue<Path extends string, T = Settings> = Path extends `${infer Key}.${infer Rest}`
  ? Key extends keyof T
    ? SettingValue<Rest, T[Key]>
    : never
  : Path extends keyof T
    ? T[Path]
    : never;

/** New values by path. */
export type SettingChanges = { [Path in SettingPath]?: SettingValue<Path> };

export const DEFAULT_SETTINGS: Settings = {
  appearance: DEFAULT_APPEARANCE,
  behavior: DEFAULT_BEHAVIOR,
  rules: DEFAULT_RULES,
};

type PlainObject = Record<string, unknown>;
const isPlainObject = (value: unknown): value is PlainObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function leavesOf(value: PlainObject, prefix = ''): [string, unknown][] {
  return Object.entries(value).flatMap(([key, one]) =>
    isPlainObject(one) ? leavesOf(one, `${prefix}${key}.`) : [[`${prefix}${key}`, one] as [string, unknown]],
  );
}

/** Every path, in the order of the defaults. */
export const SETTING_PATHS = leavesOf(DEFAULT_SETTINGS).map(([path]) => path) as SettingPath[];

/** @returns the paths of a group, such as `behavior.timing`. */
export const pathsIn = (group: string): SettingPath[] => SETTING_PATHS.filter((path) => path.startsWith(`${group}.`));

/** @returns the value at a path. */
export const valueAt = <Path extends SettingPath>(settings: Settings, path: Path): SettingValue<Path> =>
  path.split('.').reduce<unknown>((at, key) => (at as PlainObject)[key], settings) as SettingValue<Path>;

/** @returns the values of a patch by path. A key that no setting has is left out. */
export function changesOf(patch: SettingsPatch): SettingChanges {
  const leaves = leavesOf(patch).filter(
    ([path, value]) => value !== undefined && (SETTING_PATHS as string[]).includes(path),
  );
  return Object.fromEntries(leaves) as SettingChanges;
}

function setAt(base: PlainObject, [key = '', ...rest]: string[], value: unknown): PlainObject {
  const old = base[key];
  return { ...base, [key]: rest.length === 0 ? value : setAt(isPlainObject(old) ? old : {}, rest, value) };
}

/** @returns the settings with the changes; objects without a change stay the same object. */
export const withChanges = (settings: Settings, changes: SettingChanges): Settings =>
  Object.entries(changes).reduce<PlainObject>(
    (all, [path, value]) => (value === undefined ? all : setAt(all, path.split('.'), value)),
    settings,
  ) as Settings;

/** @returns the changes as a save sends them. */
export const patchOf = (changes: SettingChanges): SettingsPatch =>
  Object.entries(changes).reduce<PlainObject>(
    (patch, [path, value]) => (value === undefined ? patch : setAt(patch, path.split('.'), value)),
    {},
  );

export const pathsOf = (changes: SettingChanges) => Object.keys(changes) as SettingPath[];

export const pick = (changes: SettingChanges, isWanted: (path: SettingPath) => boolean): SettingChanges =>
  Object.fromEntries(Object.entries(changes).filter(([path]) => isWanted(path as SettingPath)));

export const valuesAt = (settings: Settings, paths: readonly SettingPath[]): SettingChanges =>
  Object.fromEntries(paths.map((path) => [path, valueAt(settings, path)]));

/** Values are JSON, and lists keep their keys' order. */
export const isSameValue = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));

/** @returns the paths whose values differ. */
export const differingPaths = (a: Settings, b: Settings): SettingPath[] =>
  SETTING_PATHS.filter((path) => !isSameValue(valueAt(a, path), valueAt(b, path)));
