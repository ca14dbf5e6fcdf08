import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillTemplateText, TEMPLATE_VARIABLES } from '#shared/template-text.ts';
import { BUILT_IN_TEMPLATES } from '../../../../migrations/built-in-templates.ts';
import { hasVariables, NO_VALUES, sampleOf, searchTemplates, variablesIn } from './template-text.ts';

test('the variables of texts are listed once, with what is said without a value', () => {
  expect(variablesIn('{{product|a}} {{name}} {{time}}', '{{product|b}} {{product|a}} {{name|c}} {{other}}')).toEqual([
    { variable: 'name', fallbacks: ['c'], isRequired: true },
    { variable: 'product', fallbacks: ['a', 'b'], isRequired: false },
  ]);
  expect(variablesIn('Plain { text', '')).toEqual([]);
});

const fillWith = (text: string, values: object, blank: string) => fillTemplateText(text, values, blank).text;

test('what has neither value nor fallback is shown blank, in one pass', () => {
  expect(fillWith('{{name}} bought {{product|it}}', { ...NO_VALUES, name: '{{product}}' }, '…')).toBe(
    '{{product}} bought it',
  );
  expect(fillWith('{{name}} bought {{product|it}}', NO_VALUES, '…')).toBe('… bought it');
  expect(fillWith('{{name}} bought it. Thanks, {{name|friend}}!', NO_VALUES, '…')).toBe('… bought it. Thanks, friend!');
});

/** A piece of a text, and what it says with those values: each by itself, since no piece changes what another means. */
type Piece = { written: string; says: (values: Record<string, string>) => string };

const plain = fc
  .string({ unit: 'grapheme', maxLength: 8 })
  .filter((text) => !/[{}]/.test(text))
  .map((text): Piece => ({ written: text, says: () => text }));
const variable = fc
  .record({
    name: fc.constantFrom(...TEMPLATE_VARIABLES.filter((name) => name !== 'time')),
    blanks: fc.constantFrom('', ' ', '\t'),
    fallback: fc.constantFrom(null, '', 'it', 'a|b', '…'),
  })
  .map(
    ({ name, blanks, fallback }): Piece => ({
      written: `{{${blanks}${name}${blanks}${fallback === null ? '' : `|${blanks}${fallback}${blanks}`}}}`,
      says: (values) => values[name] || (fallback ?? '…'),
    }),
  );

test('a text says its pieces, each filled by itself: its value, or its fallback, or dots where it has neither', () => {
  const value = fc.oneof(fc.constantFrom('', 'Ana', '{{city}}', '{{name|x}}'), fc.string({ maxLength: 5 }));
  const given = fc.record({ name: value, city: value, product: value, count: value });
  fc.assert(
    fc.property(fc.array(fc.oneof(plain, variable), { maxLength: 12 }), given, (pieces, values) => {
      const text = pieces.map(({ written }) => written).join('');
      const expected = pieces.map(({ says }) => says(values)).join('');
      expect(fillWith(text, values, '…')).toBe(expected.trim());
    }),
  );
});

test('a filled text has no variable left, the time included, when no value has braces', () => {
  const time = fc.constantFrom('{{time}}', '({{ time }})', ', {{time|now}}').map((written) => ({ written }));
  const value = fc.string({ maxLength: 5 }).filter((text) => !/[{}]/.test(text));
  fc.assert(
    fc.property(fc.array(fc.oneof(plain, variable, time), { maxLength: 12 }), value, (pieces, name) => {
      const text = pieces.map(({ written }) => written).join('');
      expect(hasVariables(fillWith(text, { ...NO_VALUES, name }, '…'))).toBe(false);
    }),
  );
});

test('each built-in template reads as a sentence with the samples', () => {
  for (const { id, type, title, message } of BUILT_IN_TEMPLATES) {
    const settings = { message, ...(title !== undefined && { title }) };
    const sample = sampleOf({ id, type: type as 'custom', settings }, '2026-01-01T00:00:00Z');
    expect(sample.message).toMatch(/^[A-Z“][^{}|]+$/);
    expect(sample.title ?? 'None').toMatch(/^[A-Z][^{}|]+$/);
  }
});

test('a search finds every word in name, category, title or message', () => {
  const template = {
    id: 't',
    name: 'Orders',
    category: 'low-stock',
    status: 'active',
    type: 'custom',
    settings: { title: 'Hurry', message: 'Only three left' },
    customization: {},
    displayRules: {},
    isBuiltIn: true,
    createdAt: '',
    updatedAt: '',
  } as const;
  for (const [search, count] of [
    ['', 1],
    ['three ORDERS', 1],
    ['low stock', 1],
    ['hurry up', 0],
  ] as const) {
    expect([search, searchTemplates([template], search).length]).toEqual([search, count]);
  }
});
