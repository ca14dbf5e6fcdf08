// Which errors are the database's fault. What the operator reads about each: tests/attacks/damaged-database.test.ts.
import { expect, it } from 'vitest';
import { explainFault, isUnavailable } from './faults.ts';

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

it('retries when only one of several errors, or the cause of one, names the fault', () => {
  const gone = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  const other = Object.assign(new Error('other'), { code: 'ERR_OTHER' });
  for (const error of [
    new AggregateError([gone, gone]),
    new AggregateError([new Error('x'), gone]),
    new AggregateError([other, new AggregateError([gone])]),
    new Error('no connection', { cause: gone }),
  ]) {
    expect([isUnavailable(error), explainFault(error)]).toEqual([true, explainFault(gone)]);
  }
});

it('does not retry a refused value or a wrong statement, and finds no fault in them', () => {
  const codes = ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_ERROR', '23505', '42601', '22P02', 'ERR_INVALID_ARG_TYPE', ''];
  expect(codes.filter((code) => isUnavailable({ code }) || explainFault({ code }) !== null)).toEqual([]);
  for (const error of [null, undefined, 'text', 7, {}, new Error('Unknown')]) {
    expect([isUnavailable(error), explainFault(error)]).toEqual([false, null]);
  }
});

it('explains what files do to a start or a command, which is no answer to a request', () => {
  const codes = ['ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS', 'EIO', 'ENOENT', 'ENOTDIR', 'EISDIR', '42501'];
  expect(codes.filter((code) => isUnavailable({ code }) || explainFault({ code }) === null)).toEqual([]);
});

it('takes the closest of faults that begin alike', () => {
  const words = [
    'SQLITE_READONLY',
    'SQLITE_READONLY_DBMOVED',
    'SQLITE_LOCKED',
    'SQLITE_LOCKED_ELSEWHERE',
    '53000',
    '53100',
    '53200',
  ];
  expect(new Set(words.map((code) => explainFault({ code }))).size).toBe(words.length);
});
