// What a caller is told of an input that is refused.
import { expect, it } from 'vitest';
import { z } from 'zod';
import { fieldErrors } from './field-errors.ts';

const schema = z.strictObject({
  name: z.string().min(2).regex(/x/),
  inner: z.strictObject({ a: z.number() }).optional(),
});
const errorsOf = (input: unknown) => {
  const { error } = schema.safeParse(input);
  return error && fieldErrors(error);
};

it('each field has its first issue', () => {
  expect(errorsOf({ name: 'a', inner: { a: 'b' } })).toEqual([
    { field: 'name', message: expect.stringContaining('Too small') },
    { field: 'inner.a', message: 'Must be a number' },
  ]);
  expect(errorsOf(5)).toEqual([{ field: 'body', message: 'Must be an object' }]);
});

it('ten unknown keys of an object are named, and the others counted', () => {
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 0]));
  const unknown = (field: string) => ({ field, message: 'Unknown field' });
  const ten = Array.from({ length: 10 }, (_, at) => unknown(`k${at}`));
  expect(errorsOf({ name: 'xx', ...keys(10) })).toEqual(ten);
  expect(errorsOf({ name: 'xx', ...keys(11) })).toEqual([...ten, { field: 'body', message: '1 more unknown field' }]);
  const many = errorsOf({ name: 'xx', inner: { a: 1, ...keys(30_000) } });
  expect(many).toHaveLength(11);
  expect(many?.at(-1)).toEqual({ field: 'inner', message: '29990 more unknown fields' });
});

it('a long key is named by its start', () => {
  expect(errorsOf({ name: 'xx', ['k'.repeat(10_000)]: 0 })).toEqual([
    { field: `${'k'.repeat(99)}…`, message: 'Unknown field' },
  ]);
});
