// Settings as a file: what was exported is what is imported, and no file, however made, throws or gets
// in with a value that no setting may have.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileNameOf, readSettings, writeSettings } from './exchange.ts';
import type { Settings } from './paths.ts';
import { DEFAULT_SETTINGS, differingPaths, SETTING_PATHS, withChanges } from './paths.ts';

const color = fc
  .array(fc.constantFrom(...'0123456789abcdef'), { minLength: 6, maxLength: 6 })
  .map((digits) => `#${digits.join('')}`);
const text = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((one) => one.isWellFormed() && !one.includes('\0'));

const condition = fc.oneof(
  fc.record({
    type: fc.constant('page' as const),
    operator: fc.constantFrom('is' as const, 'starts-with' as const),
    value: fc.array(fc.constantFrom('/shop', '/münchen', 'https://a.example/'), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    type: fc.constant('scroll' as const),
    operator: fc.constant('at-least' as const),
    value: fc.integer({ min: 1, max: 100 }),
  }),
);
const group = fc.record({
  type: fc.constant('group' as const),
  match: fc.constantFrom('all' as const, 'any' as const),
  conditions: fc.array(condition, { minLength: 1, maxLength: 4 }),
});

const anySettings: fc.Arbitrary<Settings> = fc
  .record({
    'appearance.brandColors.primaryColor': color,
    'appearance.typography.fontSize': fc.integer({ min: 10, max: 24 }).map((size) => `${size}px`),
    'appearance.layout.borderRadius': fc.integer({ min: 0, max: 32 }),
    'appearance.customCSS': text,
    'behavior.position': fc.constantFrom('top-left' as const, 'bottom-center' as const),
    'behavior.timing.initialDelay': fc.double({ min: 0, max: 600, noNaN: true }).map((one) => one + 0),
    'behavior.interaction.dismissPeriod': fc.constantFrom('page' as const, 'forever' as const),
    'behavior.visibility.showOnMobile': fc.boolean(),
    'behavior.queue.perPage': fc.nat(100),
    'rules.match': fc.constantFrom('all' as const, 'any' as const),
    'rules.conditions': fc.array(fc.oneof(condition, group), { maxLength: 6 }),
  })
  .map((changes) => withChanges(DEFAULT_SETTINGS, changes));

const NOW = '2026-11-22T10:00:00.000Z';
const read = (value: unknown) => readSettings(typeof value === 'string' ? value : JSON.stringify(value));
const file = (settings: unknown) => ({ format: 'proofbell-settings', version: 1, settings });
const issuesOf = (value: unknown) => {
  const result = read(value);
  return result.isOk ? [] : result.issues.map(({ key, message }) => `${key}: ${message}`);
};

it('reads exactly what was written, whatever the settings', () => {
  fc.assert(
    fc.property(anySettings, text, (settings, site) => {
      const result = readSettings(writeSettings(settings, site, NOW));
      expect(result).toMatchObject({ isOk: true, site });
      if (!result.isOk) return;
      expect(Object.keys(result.changes).sort()).toEqual([...SETTING_PATHS].sort());
      expect(JSON.stringify(withChanges(DEFAULT_SETTINGS, result.changes))).toBe(JSON.stringify(settings));
      expect(differingPaths(settings, withChanges(settings, result.changes))).toEqual([]);
    }),
  );
});

it('takes a file with some settings only, and one with a byte order mark', () => {
  const some = file({ behavior: { position: 'top-left' } });
  expect(read(some)).toMatchObject({ isOk: true, changes: { 'behavior.position': 'top-left' } });
  expect(read(`\uFEFF${JSON.stringify(some)}`)).toMatchObject({ isOk: true });
  expect(fileNameOf('oak')).toBe('oak-settings.json');
});

describe('what is wrong is named', () => {
  it.each([
    ['{"format": "proofbell-settings",\n  "version": }', ": This isn't JSON (line 2, column 14)"],
    ['{"format": ', ": This isn't JSON (line 1, column 12)"],
    ['  \n', ': The file is empty'],
    ['[]', ": This isn't a settings file from Proofbell"],
    ['null', ": This isn't a settings file from Proofbell"],
    [{ format: 'other', version: 1 }, ": This isn't a settings file from Proofbell"],
    [{ ...file({}), version: 2 }, 'version: This file comes from a newer version of Proofbell'],
    [{ ...file({}), version: 0 }, 'version: Expected 1'],
    [{ ...file({}), version: '2' }, 'version: Expected 1'],
    [{ format: 'proofbell-settings', settings: {} }, 'version: Expected 1'],
    [
      file({ appearance: { brandColors: { primaryColor: 'blue' } } }),
      'settings.appearance.brandColors.primaryColor: Enter a color such as #3498db',
    ],
    [file({ behavior: { timing: { speed: 1 } } }), 'settings.behavior.timing.speed: No such setting'],
    [file({ revision: 3 }), 'settings.revision: No such setting'],
    [file({ behavior: { timing: { initialDelay: 601 } } }), 'settings.behavior.timing.initialDelay: At most 600'],
    [file({ behavior: { queue: { loop: 'yes' } } }), 'settings.behavior.queue.loop: Expected boolean, not string'],
    [
      file({ behavior: { position: 'middle' } }),
      'settings.behavior.position: One of top-left, top-center, top-right, bottom-left, bottom-center, bottom-right',
    ],
    [
      file({ rules: { conditions: [{ type: 'scroll', operator: 'at-least', value: 0 }] } }),
      'settings.rules.conditions[0].value: Between 1 and 100',
    ],
    [
      file({ appearance: { customCSS: 'a\0b' } }),
      "settings.appearance.customCSS: Contains characters that can't be stored",
    ],
    [file('{}'), 'settings: Expected object, not string'],
    [{ ...file({}), extra: 1 }, 'extra: No such setting'],
    [`${' '.repeat(300_000)}{}`, ': Larger than 256 kB: no settings take that much'],
  ])('%j', (value, issue) => {
    expect(issuesOf(value)).toEqual([issue]);
  });
});

it('never throws, and takes nothing that no setting has, whatever the file', () => {
  const hostileKey = fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'appearance', 'rules', 'a\0');
  const hostile = fc.letrec<{ any: unknown }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 6 },
      fc.jsonValue(),
      fc.constantFrom(null, '\0', '\ud800', 1e308, [], {}),
      fc.array(fc.tuple(hostileKey, tie('any')), { maxLength: 4 }).map((entries) => {
        const object: object = Object.create(null);
        for (const [key, value] of entries)
          Object.defineProperty(object, key, { value, enumerable: true, configurable: true });
        return object;
      }),
    ),
  })).any;
  fc.assert(
    fc.property(fc.oneof(hostile, hostile.map(file), fc.string()), (value) => {
      const result = read(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
      if (!result.isOk) return void expect(result.issues.length).toBeGreaterThan(0);
      for (const path of Object.keys(result.changes)) expect(SETTING_PATHS).toContain(path);
    }),
  );
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

it.each([
  ['lists', '['.repeat(60_000)],
  ['closed lists', `{"format":"proofbell-settings","version":1,"settings":${'['.repeat(60_000)}${']'.repeat(60_000)}}`],
  ['objects', `{"format":"proofbell-settings","version":1,"settings":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`],
])('refuses %s within each other to any depth', (_name, value) => {
  expect(readSettings(value).isOk).toBe(false);
});

it('does not let a key reach the prototype of all objects', () => {
  const text =
    '{"format":"proofbell-settings","version":1,"settings":{"__proto__":{"polluted":1},"behavior":{"__proto__":{"polluted":1}}}}';
  readSettings(text);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  expect(issuesOf(text)).toEqual([
    'settings.behavior.__proto__: No such setting',
    'settings.__proto__: No such setting',
  ]);
});
