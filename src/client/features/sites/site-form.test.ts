import { expect, test } from 'vitest';
import { siteSchema } from './site-form.ts';

const typed = { name: 'Oak & Iron', slug: 'oak-and-iron', domains: [], timezone: 'UTC', currency: '', typed: '' };

test('a currency is optional, and may be typed in small letters', () => {
  expect(siteSchema.parse(typed).currency).toBeNull();
  expect(siteSchema.parse({ ...typed, currency: ' eur ' }).currency).toBe('EUR');
  expect(siteSchema.safeParse({ ...typed, currency: 'EU' }).error?.issues[0]?.path).toEqual(['currency']);
});
