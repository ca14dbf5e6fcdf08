import { expect, test } from 'vitest';
import { momentOf } from './moment.ts';

test('a time that is rounded is said to be, with its year and zone; an exact one is not', () => {
  expect(momentOf('2026-11-30T22:30:00.000Z')).toMatch(/^\d{1,2} \w+ 2026, about \d\d:\d\d \S+$/);
  expect(momentOf('2026-11-30T22:32:53.000Z')).toMatch(/^\d{1,2} \w+ 2026, \d\d:\d\d \S+$/);
});
