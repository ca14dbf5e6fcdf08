import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { Template } from '#shared/contract/template.ts';
import { BUILT_IN_TEMPLATES } from '../../../../migrations/built-in-templates.ts';
import { detailsOf, editorSchema, shownValuesOf, valuesOf } from './editor-form.ts';
import { draftOf } from './template-text.ts';

const timezone = 'Europe/Lisbon';
const schema = editorSchema({ timezone });

const filled = { ...valuesOf({}, timezone), message: 'Ana bought the Oak Desk' };

const failures = (values: unknown) =>
  schema.safeParse(values).error?.issues.map((issue) => [issue.path.join('.'), issue.message]) ?? [];

test('times are in the site’s zone', () => {
  const values = valuesOf({ startsAt: '2026-07-01T12:00:00.000Z' }, timezone);
  expect(values.startsAt).toBe('2026-07-01T13:00');
  expect(schema.parse({ ...values, message: 'x', endsAt: '2026-12-24T18:00' })).toMatchObject({
    startsAt: '2026-07-01T12:00:00.000Z',
    endsAt: '2026-12-24T18:00:00.000Z',
  });
});

test('empty fields are sent as null, and an empty time is left to the server', () => {
  expect(schema.parse(filled)).toEqual({
    type: 'announcement',
    message: 'Ana bought the Oak Desk',
    title: null,
    url: null,
    image: null,
    rating: null,
    code: null,
    count: null,
    name: null,
    startsAt: null,
    endsAt: null,
    rules: null,
    appearance: null,
    status: 'active',
  });
});

test('the time of an existing notification that is emptied becomes the present one', () => {
  vi.useFakeTimers({ now: Date.parse('2026-07-01T12:00:00.000Z') });
  const values = { ...valuesOf({ timestamp: '2026-03-01T08:00:00.000Z' }, timezone), message: 'x', timestamp: '' };
  expect(editorSchema({ timezone, isExisting: true }).parse(values).timestamp).toBe('2026-07-01T12:00:00.000Z');
  vi.useRealTimers();
});

test('errors name the field they belong to', () => {
  expect(failures(valuesOf({}, timezone))).toEqual([['message', 'Enter a message']]);
  expect(failures({ ...filled, url: 'javascript:alert(1)' })).toEqual([
    ['url', 'Must start with https://, http:// or a single /'],
  ]);
});

test('an end before the start is an error of the end', () => {
  expect(failures({ ...filled, startsAt: '2026-05-02T10:00', endsAt: '2026-05-01T10:00' })).toEqual([
    ['endsAt', 'Must be after the start'],
  ]);
});

test('each type shows its own detail, plus any other that has a value', () => {
  expect(detailsOf({ ...filled, type: 'purchase' })).toEqual([]);
  expect(detailsOf({ ...filled, type: 'review' })).toEqual(['rating']);
  expect(detailsOf({ ...filled, type: 'discount', count: '3' })).toEqual(['code', 'count']);
});

test('stars, code and number are sent with their types, and an incomplete number is an error of its field', () => {
  const values = { ...filled, type: 'review' as const, rating: '4', code: 'OAK10', count: '12' };
  expect(schema.parse(values)).toMatchObject({ rating: 4, code: 'OAK10', count: 12 });
  expect(failures({ ...filled, count: '1.5' })).toEqual([['count', 'Enter a whole number']]);
});

const template: Template = {
  id: 't',
  name: 'Orders',
  category: 'sales',
  status: 'active',
  type: 'low-stock',
  settings: { title: 'For {{name|you}}', message: '{{name|Someone}} bought {{product}}, {{time}}', count: 3 },
  customization: { layout: { borderRadius: 4 } },
  displayRules: { match: 'all', conditions: [{ type: 'exit', operator: 'happened' }] },
  isBuiltIn: false,
  createdAt: '',
  updatedAt: '',
};
const fromTemplate = valuesOf(draftOf(template), timezone);
const meaning = { timezone, template };

test('a template’s texts are sent filled, with its id, appearance and rules', () => {
  const variables = { ...fromTemplate.variables, product: '{{name}} <b>', count: '7' };
  expect(editorSchema(meaning).parse({ ...fromTemplate, variables })).toMatchObject({
    templateId: 't',
    name: 'Orders',
    title: 'For you',
    message: 'Someone bought {{name}} <b>',
    count: 7,
    appearance: template.customization,
    rules: template.displayRules,
  });
  expect(editorSchema(meaning).parse({ ...fromTemplate, variables, count: '5' })).toMatchObject({ count: 5 });
});

test('a variable with neither value nor fallback is named, and shown as dots while its field is empty', () => {
  const issues = editorSchema(meaning).safeParse(fromTemplate).error?.issues;
  expect(issues?.map(({ path }) => path.join('.'))).toEqual(['variables.product']);
  expect(shownValuesOf(fromTemplate, meaning)).toMatchObject({ message: 'Someone bought …', title: 'For you' });
});

test('in a notification without a template, braces are text', () => {
  expect(schema.parse({ ...filled, message: '{{name|Someone}} bought it' })).toMatchObject({
    message: '{{name|Someone}} bought it',
  });
});

test('with each built-in template, whatever is filled in is sent as it was previewed', () => {
  const value = fc.oneof(
    fc.constantFrom(
      '',
      'Ana',
      '12',
      'مريم',
      '👩‍👩‍👧 Zoë',
      '{{product}}',
      '{{name|x}}',
      '<img src=x onerror=1>',
      'a'.repeat(120),
    ),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
  );
  const given = fc.record({ name: value, city: value, product: value, count: value });
  for (const { look, rules, title, message, ...builtIn } of BUILT_IN_TEMPLATES) {
    const used = {
      ...template,
      ...builtIn,
      settings: { message, ...(title !== undefined && { title }) },
      customization: look,
      displayRules: rules,
    } as Template;
    const start = valuesOf(draftOf(used), timezone);
    fc.assert(
      fc.property(given, (variables) => {
        const values = { ...start, variables };
        const shown = shownValuesOf(values, { timezone, template: used });
        const { success, data } = editorSchema({ timezone, template: used }).safeParse(values);
        if (!success) return;
        expect(data.message).toBe(shown.message);
        expect(data.title ?? null).toBe(shown.title);
        expect(data).toMatchObject({ templateId: used.id, appearance: look, rules });
      }),
      { numRuns: 20 },
    );
    // Nothing has to be filled in.
    expect(editorSchema({ timezone, template: used }).safeParse(start).success).toBe(true);
  }
});
