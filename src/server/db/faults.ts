// What is wrong with the database itself: which errors mean that, and the words for the operator. Errors of ours, such as
// a broken constraint, are not faults; constraints.ts tells them apart.
import type BetterSqlite3 from 'better-sqlite3';

const FULL = 'the disk that holds the database is full. Free some space; a running server then goes on by itself';
export const DAMAGED =
  'the database is damaged, or not a database. Stop the server, move the file and its -wal and -shm away, and put a backup in its place';

const UNREACHABLE = "PostgreSQL can't be reached. Check that it runs, and that DATABASE_URL leads to it";

type Fault = {
  /** Prefixes of codes that make a request a 503, not a 500: nothing is wrong with the request or with us. */
  unavailable?: string;
  /** Prefixes of codes that mean the same but reach no request: of files at a start, and in commands. */
  elsewhere?: string;
  what: string;
};

/** By the codes of SQLite, PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html) and node. */
const FAULTS: readonly Fault[] = [
  { unavailable: 'SQLITE_FULL 53100', elsewhere: 'ENOSPC EDQUOT', what: FULL },
  {
    unavailable: 'SQLITE_READONLY_DBMOVED',
    what: 'the database file was moved, replaced or deleted under the running server, which can save nothing. Put it back, or stop the server and put a backup in its place',
  },
  {
    unavailable: 'SQLITE_READONLY',
    elsewhere: 'SQLITE_PERM SQLITE_AUTH EACCES EPERM EROFS',
    what: 'the database may not be written. Check the owner and the rights of its file and folder, and whether the disk is mounted read-only',
  },
  {
    unavailable: 'SQLITE_IOERR 58',
    elsewhere: 'EIO',
    what: "the disk can't be read or written. Check that it has space left and isn't failing",
  },
  { unavailable: 'SQLITE_CORRUPT SQLITE_NOTADB XX001 XX002', what: DAMAGED },
  {
    unavailable: 'SQLITE_CANTOPEN',
    elsewhere: 'ENOENT ENOTDIR EISDIR',
    what: "the database file can't be opened. Check its path, owner and rights",
  },
  {
    unavailable: 'SQLITE_LOCKED_ELSEWHERE',
    what: 'another server has taken this database over, because the lock file of this one was deleted. Stop one of the two',
  },
  {
    unavailable: 'SQLITE_BUSY SQLITE_LOCKED SQLITE_PROTOCOL 57014 55P03 25P03 40P01 40001',
    what: 'the database is busy with other work. If this lasts, look for a program or a transaction that holds it',
  },
  { unavailable: 'SQLITE_NOMEM 53200', what: 'the database has run out of memory. Make more available' },
  {
    unavailable: '53',
    what: 'PostgreSQL is out of connections or other resources. Raise its limits, or run fewer processes',
  },
  { unavailable: '28', what: 'PostgreSQL refuses the user or the password. Check both in DATABASE_URL' },
  {
    unavailable: '3D000',
    what: 'this database does not exist on the server. Create it, or correct DATABASE_URL',
  },
  {
    // Read-only after a failover.
    unavailable: '25006',
    elsewhere: '42501',
    what: 'PostgreSQL lets this user read only. Grant it the rights to create and change tables',
  },
  { unavailable: '55000', what: 'PostgreSQL is not ready for this. Check whether it is being maintained' },
  {
    unavailable: '57P 08 ECONN EPIPE EHOSTUNREACH ENETUNREACH ETIMEDOUT ENOTFOUND EAI_AGAIN',
    what: UNREACHABLE,
  },
];
/** Messages of errors without a code, of pg and better-sqlite3: each makes a request a 503. */
const UNCODED: readonly [message: RegExp, what: string][] = [
  [/Connection terminated|timeout exceeded when trying to connect|is not queryable/, UNREACHABLE],
  [/database connection is not open/, 'the database is closed, because the server is stopping'],
];

/** @returns an error's code; without one of its own, those of all errors in it, and of its cause. */
function codesOf(error: unknown): string[] {
  const { code, errors, cause } = (error ?? {}) as { code?: unknown; errors?: unknown[]; cause?: unknown };
  if (typeof code === 'string' && code !== '') return [code];
  return [...(errors ?? []), ...(cause ? [cause] : [])].flatMap(codesOf);
}

/** @returns an error's code, or the first of those in it; '' without one. */
export const codeOf = (error: unknown): string => codesOf(error)[0] ?? '';

/** @returns the first fault that fits; null when the database is not at fault. */
function findFault(error: unknown): { what: string; isUnavailable: boolean } | null {
  const codes = codesOf(error);
  if (codes.length === 0) {
    const what = UNCODED.find(([message]) => message.test(String(error)))?.[1];
    return what === undefined ? null : { what, isUnavailable: true };
  }
  const isOf = (prefixes = '') =>
    prefixes !== '' && prefixes.split(' ').some((prefix) => codes.some((code) => code.startsWith(prefix)));
  for (const { unavailable, elsewhere, what } of FAULTS) {
    if (isOf(unavailable)) return { what, isUnavailable: true };
    if (isOf(elsewhere)) return { what, isUnavailable: false };
  }
  return null;
}

/** @returns whether `error` means that the database is unreachable, failing or too busy: a 503, and not a bug. */
export const isUnavailable = (error: unknown): boolean => findFault(error)?.isUnavailable ?? false;

/** For writes that a request can do without. @throws `error` unless it means that the database is unavailable */
export function ignoreIfUnavailable(error: unknown): void {
  if (!isUnavailable(error)) throw error;
}

/** @returns what is wrong and what to do, as the rest of a sentence; null when the database is not at fault. */
export const explainFault = (error: unknown): string | null => findFault(error)?.what ?? null;

/** @returns what to log about an error: a fault in words instead of its stack. */
export function describeError(error: unknown): object {
  const fault = explainFault(error);
  const code = codeOf(error);
  return fault === null ? { err: error } : { ...(code && { code }), error: String(error), fault };
}

/** @returns whether another process holds SQLite's write lock. */
export const isBusy = (error: unknown): boolean => codeOf(error).startsWith('SQLITE_BUSY');

/** @returns whether there is no room on the disk. Of the files beside its database, SQLite calls that a failing disk. */
export const isDiskFull = (error: unknown): boolean => /^(SQLITE_FULL|SQLITE_IOERR|53100)/.test(codeOf(error));

/** @returns whether PostgreSQL gave up waiting for a lock; the connection is good (55P03, lock_not_available). */
export const isLocked = (error: unknown): boolean => codeOf(error) === '55P03';

/** @returns whether PostgreSQL answered nothing at all in time. */
export const isSilence = (error: unknown): boolean =>
  codeOf(error) === 'ETIMEDOUT' || /connection timeout|timeout exceeded when trying to connect/.test(String(error));

/** @returns whether SQLite can't make sense of a file. */
export const isDamage = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));

/** @returns the first damage in a SQLite database, in SQLite's words on one line; null if it is sound. Reads all of it. */
export function findDamage(database: BetterSqlite3.Database): string | null {
  try {
    const result = String(database.pragma('quick_check(1)', { simple: true }));
    return result === 'ok' ? null : result.replace(/\s+/g, ' ');
  } catch (error) {
    if (isDamage(error)) return (error as Error).message;
    throw error;
  }
}
