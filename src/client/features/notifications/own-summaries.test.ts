import { expect, test } from 'vitest';
import { DEFAULT_APPEARANCE } from '#shared/embed/defaults.ts';
import { appearanceSummary, lookOf, rulesSummary } from './own-summaries.ts';

test('what follows the widget says so', () => {
  for (const rules of [null, {}, { match: 'any', conditions: [] }] as const) {
    expect(rulesSummary(rules && { ...rules, conditions: [] })).toBe('Everywhere');
  }
  expect([appearanceSummary(null), appearanceSummary({})]).toEqual(['Site default', 'Site default']);
});

test('what is its own is counted, and said in a sentence', () => {
  expect(appearanceSummary({ layout: { padding: '8px' } })).toBe('1 setting of its own');
  expect(appearanceSummary({ layout: { padding: '8px', boxShadow: false } })).toBe('2 settings of its own');
  const page = { type: 'page', operator: 'contains', value: ['/product', '/shop/'] } as const;
  const conditions = [{ ...page, value: [...page.value] }];
  expect(rulesSummary({ conditions })).toBe('Shows when the page contains “/product” or “/shop/”');
});

test('a preview draws own settings over the widget’s, and no CSS that wasn’t checked', () => {
  const widget = {
    settings: { appearance: { ...DEFAULT_APPEARANCE, customCSS: '.a{}' } },
    styleSheet: { css: '.checked{}', issue: null },
  } as unknown as Parameters<typeof lookOf>[0];
  const own = lookOf(widget, { layout: { borderRadius: 2 } });
  expect(own.appearance.layout).toEqual({ ...DEFAULT_APPEARANCE.layout, borderRadius: 2 });
  expect(own.customCSS).toBe('.checked{}');
  expect(lookOf(widget, { customCSS: '.b{}' })).toMatchObject({ customCSS: '', note: expect.stringMatching(/own/) });
});
