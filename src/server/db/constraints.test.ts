// Which database errors mean "try again".
import { expect, it } from 'vitest';
import { isUnavailable } from './constraints.ts';

it('retries when the database is busy, gone, closed for maintenance or read-only', () => {
  const codes = [
    'SQLITE_BUSY',
    'SQLITE_READONLY',
    '08006',
    '53300',
    '57P01',
    '40001',
    '55000',
    '25006',
    'ECONNREFUSED',
  ];
  expect(codes.filter((code) => !isUnavailable({ code }))).toEqual([]);
});

it('does not retry a refused value or a wrong statement', () => {
  const codes = ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_ERROR', '23505', '42601', '22P02', 'ERR_INVALID_ARG_TYPE'];
  expect(codes.filter((code) => isUnavailable({ code }))).toEqual([]);
});
