// What is wrong with the database itself, in words for the operator. Errors of ours, such as a broken constraint, are
// not faults; constraints.ts tells them apart.
import type BetterSqlite3 from 'better-sqlite3';

const FULL = 'the disk that holds the database is full. Free some space; a running server then goes on by itself';
export const DAMAGED =
  'the database is damaged, or not a database. Stop the server, move the file and its -wal and -shm away, and put a backup in its place';

const UNREACHABLE = "PostgreSQL can't be reached. Check that it runs, and that DATABASE_URL leads to it";

/** Codes of SQLite, PostgreSQL and node, the first match counts. */
const FAULTS: [code: RegExp, what: string][] = [
  [/^(SQLITE_FULL|53100|ENOSPC|EDQUOT)/, FULL],
  [
    /^SQLITE_READONLY_DBMOVED/,
    'the database file was moved, replaced or deleted under the running server, which can save nothing. Put it back, or stop the server and put a backup in its place',
  ],
  [
    /^(SQLITE_READONLY|SQLITE_PERM|SQLITE_AUTH|EACCES|EPERM|EROFS)/,
    'the database may not be written. Check the owner and the rights of its file and folder, and whether the disk is mounted read-only',
  ],
  [/^(SQLITE_IOERR|EIO|58)/, "the disk can't be read or written. Check that it has space left and isn't failing"],
  [/^(SQLITE_CORRUPT|SQLITE_NOTADB|XX001|XX002)/, DAMAGED],
  [/^(SQLITE_CANTOPEN|ENOENT|ENOTDIR|EISDIR)/, "the database file can't be opened. Check its path, owner and rights"],
  [
    /^SQLITE_LOCKED_ELSEWHERE/,
    'another server has taken this database over, because the lock file of this one was deleted. Stop one of the two',
  ],
  [
    /^(SQLITE_BUSY|SQLITE_LOCKED|SQLITE_PROTOCOL|57014|55P03|25P03|40P01|40001)/,
    'the database is busy with other work. If this lasts, look for a program or a transaction that holds it',
  ],
  [/^(SQLITE_NOMEM|53200)/, 'the database has run out of memory. Make more available'],
  [/^53/, 'PostgreSQL is out of connections or other resources. Raise its limits, or run fewer processes'],
  [/^28/, 'PostgreSQL refuses the user or the password. Check both in DATABASE_URL'],
  [/^3D000/, 'this database does not exist on the server. Create it, or correct DATABASE_URL'],
  [/^(42501|25006)/, 'PostgreSQL lets this user read only. Grant it the rights to create and change tables'],
  [/^55000/, 'PostgreSQL is not ready for this. Check whether it is being maintained'],
  [/^(57P|08|ECONN|EPIPE|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)/, UNREACHABLE],
];
/** Messages of errors without a code, of pg and better-sqlite3. */
const UNCODED: typeof FAULTS = [
  [/Connection terminated|timeout exceeded when trying to connect|is not queryable/, UNREACHABLE],
  [/database connection is not open/, 'the database is closed, because the server is stopping'],
];

/** @returns an error's code, also of the first of several; '' without one. */
export function codeOf(error: unknown): string {
  const { code, errors, cause } = (error ?? {}) as { code?: unknown; errors?: unknown[]; cause?: unknown };
  if (typeof code === 'string') return code;
  return errors?.[0] ? codeOf(errors[0]) : cause ? codeOf(cause) : '';
}

/** @returns what is wrong and what to do, as the rest of a sentence; null when the database is not at fault. */
export function explainFault(error: unknown): string | null {
  const code = codeOf(error);
  const [faults, clue] = code === '' ? [UNCODED, String(error)] : [FAULTS, code];
  return faults.find(([pattern]) => pattern.test(clue))?.[1] ?? null;
}

/** @returns what to log about an error: a fault in words instead of its stack. */
export function describeError(error: unknown): object {
  const fault = explainFault(error);
  const code = codeOf(error);
  return fault === null ? { err: error } : { ...(code && { code }), error: String(error), fault };
}

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
