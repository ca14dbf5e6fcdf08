import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SettingsPatch } from '#shared/contract/widget.ts';
import { settingsPatch, settingsSchema } from '#shared/contract/widget.ts';
import { DEFAULT_APPEARANCE, DEFAULT_BEHAVIOR, DEFAULT_RULES } from '#shared/embed/defaults.ts';
import { mergePatch, withDefaults, withOwnAppearance } from './settings.ts';

const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const keys = { requiredKeys: [] as [] };
const anyPatch = fc.record(
  {
    appearance: fc.record(
      {
        brandColors: fc.record(
          { textColor: fc.constantFrom('#000000', '#abc'), linkColor: fc.constantFrom('#111111', '#222222') },
          keys,
        ),
        layout: fc.record({ borderRadius: fc.integer({ min: 0, max: 32 }), boxShadow: fc.boolean() }, keys),
        customCSS: fc.constantFrom('', 'b { color: red }'),
      },
      keys,
    ),
    behavior: fc.record(
      {
        position: fc.constantFrom('top-left', 'bottom-right'),
        timing: fc.record({ initialDelay: fc.integer({ min: 0, max: 600 }), randomizeTiming: fc.boolean() }, keys),
        queue: fc.record({ order: fc.constantFrom('oldest', 'custom'), perPage: fc.nat(100) }, keys),
      },
      keys,
    ),
    rules: fc.record({ match: fc.constantFrom('all', 'any') }, keys),
    revision: some(fc.nat()),
  },
  keys,
) as fc.Arbitrary<SettingsPatch>;

/** Every leaf as `path=value`. */
function leaves(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path}=${JSON.stringify(value)}`];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, `${path}.${key}`));
}

describe('withDefaults', () => {
  it('returns the defaults when nothing was changed', () => {
    const full = { appearance: DEFAULT_APPEARANCE, behavior: DEFAULT_BEHAVIOR, rules: DEFAULT_RULES };
    expect(withDefaults({})).toEqual(full);
    expect(withDefaults(null)).toEqual(full);
    expect(withDefaults('broken')).toEqual(full);
  });

  it('returns complete settings with every stored value, whatever was stored', () => {
    fc.assert(
      fc.property(anyPatch, (patch) => {
        const { revision: _, ...stored } = settingsPatch.parse(patch);
        const full = withDefaults(stored);
        expect(settingsSchema.parse({ ...full, revision: 1 })).toEqual({ ...full, revision: 1 });
        expect(leaves(full)).toEqual(expect.arrayContaining(leaves(stored).filter((leaf) => !leaf.endsWith('={}'))));
      }),
    );
  });

  it('stays complete and never throws on any JSON, and lets no unknown key through', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const full = withDefaults({ appearance: a, behavior: { timing: b, extra: a }, rules: b, other: a });
        expect(Object.keys(full)).toEqual(['appearance', 'behavior', 'rules']);
        expect(Object.keys(full.behavior)).toEqual(Object.keys(DEFAULT_BEHAVIOR));
        expect(typeof full.behavior.timing.initialDelay).toBe('number');
      }),
    );
  });

  it('does not change the defaults', () => {
    const before = JSON.stringify(DEFAULT_BEHAVIOR);
    withDefaults({ behavior: { timing: { initialDelay: 77 } } });
    expect(JSON.stringify(DEFAULT_BEHAVIOR)).toBe(before);
  });
});

describe('mergePatch', () => {
  it('replaces given keys, keeps missing ones, and drops the revision', () => {
    const stored = { behavior: { timing: { initialDelay: 3, displayDuration: 9 } } };
    const merged = mergePatch(stored, { behavior: { timing: { initialDelay: 0 } }, revision: 4 });
    expect(merged).toEqual({ behavior: { timing: { initialDelay: 0, displayDuration: 9 } } });
    expect(stored.behavior.timing.initialDelay).toBe(3);
  });

  it('replaces whole arrays and skips undefined', () => {
    const conditions: never[] = [];
    const merged = mergePatch({ rules: { match: 'any', conditions } }, { rules: { match: undefined, conditions: [] } });
    expect(merged).toEqual({ rules: { match: 'any', conditions: [] } });
    expect(merged.rules?.conditions).not.toBe(conditions);
  });

  it('keeps the changes of two tabs that save different keys, in either order', () => {
    fc.assert(
      fc.property(anyPatch, anyPatch, (a, b) => {
        const merged = mergePatch(mergePatch({}, a), b);
        const { revision: _, ...last } = b;
        const kept = leaves(merged);
        expect(kept).toEqual(expect.arrayContaining(leaves(last).filter((leaf) => !/=(undefined)?$/.test(leaf))));
        const touched = new Set(leaves(last).map((leaf) => leaf.slice(0, leaf.indexOf('='))));
        const { revision: __, ...first } = a;
        const stay = leaves(first).filter((leaf) => !touched.has(leaf.slice(0, leaf.indexOf('='))));
        expect(kept).toEqual(expect.arrayContaining(stay));
      }),
    );
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(anyPatch, anyPatch, (stored, patch) => {
        const once = mergePatch(mergePatch({}, stored), patch);
        expect(mergePatch(once, patch)).toEqual(once);
      }),
    );
  });

  it('does not let a key named __proto__ reach any prototype', () => {
    mergePatch({}, JSON.parse('{"appearance":{"__proto__":{"polluted":1}}}'));
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

it("keeps known keys of the right type from a notification's own appearance", () => {
  const stored = { layout: { padding: '8px', borderRadius: 'round' }, brandColors: { textColor: '#000' }, other: 1 };
  expect(withOwnAppearance(DEFAULT_APPEARANCE, stored)).toEqual({
    ...DEFAULT_APPEARANCE,
    layout: { ...DEFAULT_APPEARANCE.layout, padding: '8px' },
    brandColors: { ...DEFAULT_APPEARANCE.brandColors, textColor: '#000' },
  });
});
