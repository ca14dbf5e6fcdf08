import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TEMPLATE_VARIABLES } from '#shared/template-text.ts';
import { BUILT_IN_TEMPLATES } from '../../../../migrations/built-in-templates.ts';
import { fillWith, NO_VALUES, sampleOf, searchTemplates, variablesIn } from './template-text.ts';

test('the variables of texts are listed once, with what is said without a value', () => {
  expect(variablesIn('{{product|a}} {{name}} {{time}}', '{{product|b}} {{product|a}} {{name|c}} {{other}}')).toEqual([
    { variable: 'name', fallbacks: ['c'], isRequired: true },
    { variable: 'product', fallbacks: ['a', 'b'], isRequired: false },
  ]);
  expect(variablesIn('Plain { text', '')).toEqual([]);
});

test('what has neither value nor fallback is shown blank, in one pass', () => {
  expect(fillWith('{{name}} bought {{product|it}}', { ...NO_VALUES, name: '{{product}}' }, '…')).toBe(
    '{{product}} bought it',
  );
  expect(fillWith('{{name}} bought {{product|it}}', NO_VALUES, '…')).toBe('… bought it');
});

test('every text can be filled: no variable is left, whatever its value', () => {
  const piece = fc.oneof(
    fc.constantFrom(...TEMPLATE_VARIABLES.flatMap((name) => [`{{${name}}}`, `{{ ${name} | x }}`, `{{${name}|}}`])),
    fc.string({ maxLength: 8 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.string({ maxLength: 5 }), (pieces, value) => {
      const text = pieces.join('');
      const used = variablesIn(text);
      const filled = fillWith(text, { ...NO_VALUES, name: value }, '…');
      // Dots stand for what is missing, and for nothing else.
      const hasMissing = used.some(({ variable, isRequired }) => isRequired && (variable !== 'name' || value === ''));
      if (hasMissing) expect(filled).toContain('…');
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
