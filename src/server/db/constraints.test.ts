// Which issues of a database mean 'try again'.
import { expect, it } from 'vitest';
import { isUnavailable } from './constraints.ts';

it('takes a database that is busy, gone, closed for maintenance or read-only for one to be asked again', () => {
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

it('takes a refused value or a wrong statement for an issue', () => {
  const codes = ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_ERROR', '23505', '42601', '22P02', 'ERR_INVALID_ARG_TYPE'];
  expect(codes.filter((code) => isUnavailable({ code }))).toEqual([]);
});
