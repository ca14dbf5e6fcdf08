import { expect, test } from 'vitest';
import { SUMMARY_ATTENTION } from '#shared/contract/stats.ts';
import { urgencyOf } from './attention.ts';

test('sites are sorted by urgency as the server has it', () => {
  expect(SUMMARY_ATTENTION.map(urgencyOf)).toEqual(SUMMARY_ATTENTION.map((_, at) => at));
  expect([urgencyOf(null), urgencyOf(undefined)]).toEqual([null, null]);
});
