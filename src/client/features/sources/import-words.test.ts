import { expect, test } from 'vitest';
import { countsText, issueText, reachText, reportOf, sizeText } from './import-words.ts';

const NOTHING = { rows: 0, accepted: 0, duplicates: 0, skipped: 0, refused: 0 };
const SUMMARY = { id: 'i', sourceId: 's', state: 'done', reason: null, startedAt: '', finishedAt: '' } as const;

test('counts are told as far as there is something to tell', () => {
  expect(countsText({ ...SUMMARY, ...NOTHING })).toBe('0 new events');
  expect(countsText({ ...SUMMARY, ...NOTHING, accepted: 1, refused: 1_200 })).toBe('1 new event · 1,200 refused');
  expect(countsText({ ...SUMMARY, ...NOTHING, duplicates: 2, skipped: 3 })).toBe(
    '0 new events · 2 there already · 3 skipped',
  );
});

test('sizes and lengths of time', () => {
  expect([17, 2_048, 3_500_000].map(sizeText)).toEqual(['17 bytes', '2 KiB', '3.3 MiB']);
  const reach = (maxAge: number) => reachText({ rules: { minAge: 0, maxAge, cap: 20 } });
  expect([604_800, 86_400, 7_200, 90].map(reach)).toEqual(['7 days', '1 day', '2 hours', '2 minutes']);
});

test('a report names lines, fields and reasons, each in cells of their own', () => {
  const errors = [
    { field: 'amount', message: 'Enter an amount' },
    { field: 'kind', message: 'One of "purchase", signup' },
  ];
  expect(issueText(errors)).toBe('Amount: Enter an amount, What happened: One of "purchase", signup');
  expect(reportOf([{ line: 7, errors }])).toBe(
    'line,field,message\r\n7,"amount","Enter an amount"\r\n7,"kind","One of ""purchase"", signup"\r\n',
  );
});
