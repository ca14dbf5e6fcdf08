// Variables in templates: what is one, what fills it, and that nothing else is touched.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillTemplateText, parseTemplateText, TEMPLATE_VARIABLES } from './template-text.ts';

const fill = (text: string, values = {}) => fillTemplateText(text, values).text;
const VALUES = { name: 'Ana', city: 'Lisbon', product: 'Oak Desk', count: '3' };

describe('a variable', () => {
  it.each([
    ['{{name}} from {{city}} bought {{count}} of {{product}}', 'Ana from Lisbon bought 3 of Oak Desk'],
    ['{{ name }} and {{\tcity | nowhere }}', 'Ana and Lisbon'],
    ['{{name}}{{city}}', 'AnaLisbon'],
    ['{{{name}}}', '{Ana}'],
    ['{{name}', '{{name}'],
    ['{{name', '{{name'],
    ['name}}', 'name}}'],
    ['{name}', '{name}'],
    ['{{}}', '{{}}'],
    ['{{Name}}', '{{Name}}'],
    ['{{price|9}}', '{{price|9}}'],
    ['{{names}}', '{{names}}'],
    ['{{constructor}}', '{{constructor}}'],
    ['{{name|{{city}}}}', '{{name|Lisbon}}'],
    ['{{name|a}b}}', '{{name|a}b}}'],
    ['{{na{{name}}x}}', '{{naAnax}}'],
  ])('in %j', (text, expected) => {
    expect(fill(text, VALUES)).toBe(expected);
  });

  it.each([
    ['{{name|Someone}} bought', 'Someone bought'],
    ['{{name| Some one }} bought', 'Some one bought'],
    ['{{name|a|b}}', 'a|b'],
    ['Hello {{name|}}!', 'Hello !'],
  ])('falls back as written in %j', (text, expected) => {
    expect(fillTemplateText(text, { name: '' })).toEqual({ text: expected, missing: [] });
  });

  it('without value and fallback is named as missing, once', () => {
    expect(fillTemplateText('{{name}}, {{name}} and {{city}}', {})).toEqual({
      text: ',  and',
      missing: ['name', 'city'],
    });
  });
});

it.each([
  ['Ana bought a desk {{time}}', 'Ana bought a desk'],
  ['Ana bought a desk, {{time|recently}}.', 'Ana bought a desk.'],
  ['Ana bought a desk – {{time}}!', 'Ana bought a desk!'],
  ['Ana bought a desk ({{time}})', 'Ana bought a desk'],
  ['Ana bought ({{time}}) a desk', 'Ana bought a desk'],
  ['{{time}}, Ana bought a desk', 'Ana bought a desk'],
  ['{{time}}{{time}}: {{name}}', 'Ana'],
  ['Bought {{time}} by {{name}}', 'Bought by Ana'],
  ['Bought by {{name}}, {{time}}', 'Bought by Ana'],
  ['{{time}}', ''],
])('the time and what leads to it are left out of %j', (text, expected) => {
  expect(fillTemplateText(text, VALUES)).toEqual({ text: expected, missing: [] });
});

/** Texts of the pieces that variables are made of, in any order. */
const pieces = fc
  .array(fc.oneof(fc.constantFrom('{{', '}}', '{', '}', '|', ' ', '(', ')', ',', ...TEMPLATE_VARIABLES), fc.string()))
  .map((all) => all.join(''));
const noTime = pieces.filter((text) => !text.includes('time'));

describe('any text', () => {
  it('comes out as written when it has no variable', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        fc.pre(!text.includes('{{'));
        expect(fill(text, VALUES)).toBe(text.trim());
      }),
    );
  });

  it('has all of its plain parts in what comes out', () => {
    fc.assert(
      fc.property(noTime, (text) => {
        const parts = parseTemplateText(text);
        const plain = parts.map((part) => (typeof part === 'string' ? part : '\u{1f511}')).join('');
        const values = Object.fromEntries(TEMPLATE_VARIABLES.map((name) => [name, '\u{1f511}']));
        expect(fill(text, values)).toBe(plain.trim());
      }),
    );
  });

  it('takes values as they are, and never expands them', () => {
    fc.assert(
      fc.property(fc.oneof(pieces, fc.string({ unit: 'binary' })), (value) => {
        fc.pre(value !== '');
        expect(fill('<{{name|x}}|{{city|x}}>', { name: value, city: value })).toBe(`<${value}|${value}>`);
      }),
    );
  });

  it('is read as variables that were written in it, and texts that are not empty', () => {
    fc.assert(
      fc.property(pieces, (text) => {
        const names = parseTemplateText(text).flatMap((part) => (typeof part === 'string' ? [] : [part.variable]));
        for (const name of names) expect(text).toContain(name);
        for (const part of parseTemplateText(text)) expect(part).not.toBe('');
      }),
    );
  });
});

it('10,000 hostile characters are read at once', () => {
  const repeat = (text: string) => text.repeat(Math.ceil(10_000 / text.length));
  const hostile = [
    '{',
    '{{',
    '{{name',
    '{{name|',
    '{{ ',
    '{{name ',
    '}}',
    ' ,',
    '{{time}}',
    '( {{time}} ',
    '{{name|{{',
  ];
  for (const text of hostile.map(repeat)) {
    const { text: filled } = fillTemplateText(`${text}end`, VALUES);
    expect(filled.endsWith('end')).toBe(true);
  }
  const spaces = ' '.repeat(10_000);
  expect(fill(`{{${spaces}name${spaces}}}${spaces}x`, VALUES)).toBe(`Ana${spaces}x`);
  expect(fill(`{{name${spaces}`, VALUES)).toBe('{{name');
});
