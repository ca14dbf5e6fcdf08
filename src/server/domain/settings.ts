// Stored settings are patches: a save merges into them, and reading fills in the defaults. Pure. Keys missing from the
// defaults are ignored, so that nothing unknown reaches a visitor.
import type { SettingsPatch } from '#shared/contract/widget.ts';
import { DEFAULT_APPEARANCE, DEFAULT_BEHAVIOR, DEFAULT_RULES } from '#shared/embed/defaults.ts';
import type { Appearance, Behavior, DeepPartial, Rules } from '#shared/embed/payload.ts';
import type { StoredSettings } from '../db/widgets.ts';

/** Complete settings, as a visitor's browser and the editor need them. */
export type FullSettings = { appearance: Appearance; behavior: Behavior; rules: Rules };
const DEFAULTS: FullSettings = { appearance: DEFAULT_APPEARANCE, behavior: DEFAULT_BEHAVIOR, rules: DEFAULT_RULES };

type PlainObject = Record<string, unknown>;
const isPlainObject = (value: unknown): value is PlainObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isSameType = (a: unknown, b: unknown) =>
  typeof a === typeof b && Array.isArray(a) === Array.isArray(b) && (a === null) === (b === null);

/** @returns the parts of `given` that `known` has too, with the same type; anything else is left out. */
function knownPart<T extends object>(known: T, given: unknown): DeepPartial<T> {
  if (!isPlainObject(given)) return {} as DeepPartial<T>;
  const parts = Object.entries(known).flatMap(([key, value]): [string, unknown][] => {
    const own = Object.hasOwn(given, key) ? given[key] : undefined;
    if (own === undefined || !isSameType(value, own)) return [];
    return [[key, isPlainObject(value) ? knownPart(value, own) : own]];
  });
  return Object.fromEntries(parts) as DeepPartial<T>;
}

/** @returns `base` overlaid with `patch`: objects merge at any depth, other values replace, undefined is skipped. */
function overlay(base: PlainObject, patch: PlainObject): PlainObject {
  const merged = new Map(Object.entries(base));
  for (const [key, value] of Object.entries(patch)) {
    if (value === undefined) continue;
    const old = merged.get(key);
    merged.set(key, isPlainObject(value) ? overlay(isPlainObject(old) ? old : {}, value) : value);
  }
  // Not by assignment: a key named __proto__ would change the prototype instead.
  return Object.fromEntries(merged);
}

/**
 * @param stored as in the database. A value of another type than its default is ignored, so that a row written by
 * another version cannot break a visitor's page.
 * @returns the complete settings.
 */
export function withDefaults(stored: unknown): FullSettings {
  return overlay(DEFAULTS, knownPart(DEFAULTS, stored)) as FullSettings;
}

/**
 * @param stored the owner's earlier changes.
 * @param patch the new ones: given keys replace, missing keys stay, arrays are replaced whole. `revision` is dropped.
 * @returns the settings to store; neither argument is changed.
 */
export function mergePatch(stored: StoredSettings, patch: SettingsPatch): StoredSettings {
  const { revision: _revision, ...changes } = patch;
  return overlay(stored, changes);
}

/** @returns the widget's appearance overlaid with the known keys of a notification's own. */
export const withOwnAppearance = (appearance: Appearance, stored: unknown): Appearance =>
  overlay(appearance, knownPart(DEFAULT_APPEARANCE, stored)) as Appearance;

/** @returns a notification's own rules, complete. */
export const rulesOf = (stored: unknown): Rules => overlay(DEFAULT_RULES, knownPart(DEFAULT_RULES, stored)) as Rules;
