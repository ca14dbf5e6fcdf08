import fc from 'fast-check';
import { expect, test } from 'vitest';
import { settingsPatch } from '#shared/contract/widget.ts';
import {
  changesOf,
  DEFAULT_SETTINGS,
  differingPaths,
  patchOf,
  SETTING_PATHS,
  type SettingChanges,
  valueAt,
  withChanges,
} from './paths.ts';

const changes = fc
  .subarray(SETTING_PATHS)
  .chain((paths) => fc.tuple(...paths.map((path) => fc.tuple(fc.constant(path), fc.jsonValue()))))
  .map((entries) => Object.fromEntries(entries.filter(([, value]) => typeof value !== 'object')) as SettingChanges);

test('every setting of the contract has a path, and no other', () => {
  const { revision: _revision, ...patch } = { ...DEFAULT_SETTINGS, revision: 0 };
  expect(settingsPatch.safeParse(patch).success).toBe(true);
  const { appearance, behavior, rules } = settingsPatch.shape;
  const keys = [appearance, behavior, rules].flatMap((group) => Object.keys(group.unwrap().shape));
  expect([...new Set(SETTING_PATHS.map((path) => path.split('.')[1]))].sort()).toEqual(keys.sort());
});

test('changes survive the way into a patch and back', () => {
  fc.assert(
    fc.property(changes, (some) => {
      expect(changesOf(patchOf(some))).toEqual(some);
    }),
  );
});

test('settings with changes have exactly those values, and share all objects without a change', () => {
  fc.assert(
    fc.property(changes, (some) => {
      const settings = withChanges(DEFAULT_SETTINGS, some);
      for (const path of SETTING_PATHS) {
        expect(valueAt(settings, path)).toEqual(path in some ? some[path] : valueAt(DEFAULT_SETTINGS, path));
      }
      const isTouched = (group: string) => Object.keys(some).some((path) => path.startsWith(`${group}.`));
      expect(settings.rules === DEFAULT_SETTINGS.rules).toBe(!isTouched('rules'));
      expect(differingPaths(DEFAULT_SETTINGS, settings).every((path) => path in some)).toBe(true);
    }),
  );
});

test('a patch with keys of another version changes nothing else', () => {
  expect(changesOf({ appearance: { shine: 1 }, __proto__: { rules: 1 } } as never)).toEqual({});
});
