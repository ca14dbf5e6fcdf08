import { expect, test } from 'vitest';
import { detailsOf, editorSchema, fromLocal, toLocal, valuesOf } from './editor-form.ts';

const filled = { ...valuesOf({}), message: 'Ana bought the Oak Desk' };

const failures = (values: unknown) =>
  editorSchema.safeParse(values).error?.issues.map((issue) => [issue.path.join('.'), issue.message]) ?? [];

test('an instant survives the round trip through a field, to the minute', () => {
  expect(fromLocal(toLocal('2026-03-01T09:30:00.000Z'))).toBe('2026-03-01T09:30:00.000Z');
  expect(toLocal(null)).toBe('');
  expect(fromLocal('')).toBeNull();
  expect(fromLocal('soon')).toBeNull();
});

test('empty fields are sent as null, and an empty time is left to the server', () => {
  expect(editorSchema.parse(filled)).toEqual({
    type: 'purchase',
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
    status: 'active',
  });
});

test('errors name the field they belong to', () => {
  expect(failures(valuesOf({}))).toEqual([['message', 'Enter a message']]);
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
  expect(editorSchema.parse(values)).toMatchObject({ rating: 4, code: 'OAK10', count: 12 });
  expect(failures({ ...filled, count: '1.5' })).toEqual([['count', 'Enter a whole number']]);
});
