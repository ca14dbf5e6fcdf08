import { expect, test } from 'vitest';
import { defaultRules } from '#shared/contract/source.ts';
import { EVENT_MESSAGES } from '#shared/event-messages.ts';
import {
  countsText,
  endedToast,
  issueText,
  keptText,
  reachText,
  reportOf,
  rowsText,
  sizeText,
} from './import-words.ts';

const NOTHING = { rows: 0, accepted: 0, duplicates: 0, skipped: 0, refused: 0 };
const SUMMARY = { id: 'i', sourceId: 's', state: 'done', reason: null, startedAt: '', finishedAt: '' } as const;

test('counts are told as far as there is something to tell', () => {
  expect(countsText({ ...SUMMARY, ...NOTHING })).toBe('0 new events');
  expect(countsText({ ...SUMMARY, ...NOTHING, accepted: 1, refused: 1_200 })).toBe('1 new event · 1,200 refused');
  expect(countsText({ ...SUMMARY, ...NOTHING, duplicates: 2, skipped: 3 })).toBe(
    '0 new events · 2 already here · 3 skipped',
  );
});

test('sizes, rows and lengths of time', () => {
  const rows = (length: number) => Array.from({ length }, (_, line) => ({ line, cells: [] }));
  expect(rowsText({ rows: rows(1), isWhole: true })).toBe('1 row');
  expect(rowsText({ rows: rows(95), isWhole: true })).toBe('95 rows');
  expect(rowsText({ rows: rows(200), isWhole: false })).toBe('only the first 200 rows are checked here');
  expect([17, 2_048, 3_500_000].map(sizeText)).toEqual(['17 bytes', '2 KiB', '3.3 MiB']);
  const reach = (maxAge: number) => reachText({ rules: { ...defaultRules('csv'), maxAge } });
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

test('what broke off is told as it is: unknown, nothing, nothing new, or what stays', () => {
  const own = { ...SUMMARY, ...NOTHING, state: 'stopped' as const };
  expect(keptText(undefined)).toBe('If any rows were saved, the import is listed below.');
  expect(keptText(null)).toBe('Nothing was imported.');
  expect(keptText({ ...own, state: 'running', accepted: 1 })).toBe('Saving the rows that were already sent …');
  expect(keptText({ ...own, duplicates: 2 })).toBe('Nothing new was imported.');
  expect(keptText({ ...own, accepted: 1 })).toBe('1 new event. To remove it, undo the import below.');
  expect(keptText({ ...own, accepted: 1_000 })).toBe('1,000 new events. To remove them, undo the import below.');
});

test('whoever is on another page is told how it ended', () => {
  const result = { ...SUMMARY, ...NOTHING, accepted: 2, refusals: [] };
  expect(endedToast('orders.csv', { is: 'done', result })).toEqual({
    title: 'Import finished',
    description: 'orders.csv: 2 new events',
    tone: 'success',
  });
});

const brokenOff = { at: 0, before: null };
const LISTED = "If any rows were saved, the import is listed on its source's page.";

test('a file of which only a part was imported is not told as finished', () => {
  const reason = 'Line 7: A quotation mark opened here or earlier is never closed';
  const result = { ...SUMMARY, ...NOTHING, state: 'stopped' as const, reason, accepted: 2, refusals: [] };
  expect(endedToast('orders.csv', { is: 'done', result })).toEqual({
    title: 'Only part of the file was imported',
    description: `orders.csv: 2 new events. ${reason}.`,
    tone: 'danger',
  });
});

test.each([
  { code: 'network', message: 'No connection.', status: undefined },
  { code: 'unavailable', message: 'No connection', status: 503 },
  { code: 'internal', message: 'No connection', status: 500 },
  { code: 'conflict', message: 'No connection', status: 409 },
])('a file that failed in the middle may be there in part: $code', (failed) => {
  expect(endedToast('orders.csv', { is: 'failed', failure: { ...failed, fields: [] }, ...brokenOff })).toEqual({
    title: 'The import was interrupted',
    description: `orders.csv: No connection. ${LISTED}`,
    tone: 'danger',
  });
});

test('a file that turned out to be too large after rows of it were taken was interrupted', () => {
  const failure = { code: 'too-large', message: EVENT_MESSAGES.csvTooLarge, status: 413, fields: [] };
  expect(endedToast('orders.csv', { is: 'failed', failure, ...brokenOff }).title).toBe('The import was interrupted');
});

test('a file of which nothing was taken was not imported', () => {
  const fields = [{ field: 'kind', message: 'No column says what happened' }];
  for (const [failure, why] of [
    [
      { code: 'conflict', message: EVENT_MESSAGES.csvUndoing, status: 409, fields: [] },
      `${EVENT_MESSAGES.csvUndoing}.`,
    ],
    [{ code: 'validation', message: '', status: 400, fields }, 'No column says what happened.'],
    [{ code: 'too-large', message: 'It is too large', status: 413, fields: [] }, 'It is too large.'],
  ] as const)
    expect(
      endedToast('orders.csv', { is: 'failed', failure: { ...failure, fields: [...failure.fields] }, ...brokenOff }),
    ).toEqual({
      title: "The file wasn't imported",
      description: `orders.csv: ${why}`,
      tone: 'danger',
    });
});

test('a file that was canceled is told as canceled', () => {
  expect(endedToast('orders.csv', { is: 'canceled', ...brokenOff })).toMatchObject({
    title: 'Import canceled',
    description: `orders.csv: ${LISTED}`,
  });
});
