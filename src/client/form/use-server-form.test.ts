import { expect, it } from 'vitest';
import { withoutField } from './use-server-form.ts';

it('says what is wrong with values that no field on the screen holds', () => {
  const field = { focus() {} };
  expect(withoutField({})).toEqual([]);
  expect(withoutField({ name: { type: 'too_small', message: 'Enter a name', ref: field } })).toEqual([]);
  expect(
    withoutField({
      name: { type: 'too_small', message: 'Enter a name', ref: field },
      currency: { type: 'invalid_type', message: 'Enter a currency', ref: undefined },
      rules: { cap: { type: 'too_big', message: 'At most 100' } },
    }),
  ).toEqual(['currency: Enter a currency', 'cap: At most 100']);
});
