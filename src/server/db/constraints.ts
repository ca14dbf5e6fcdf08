// Why a statement failed. SQLite and PostgreSQL name the same errors differently.

type DriverError = { code?: unknown; constraint?: unknown; message?: unknown };

/** @returns whether `error` is a unique or primary-key violation (SQLite extended codes; PostgreSQL 23505). */
export function isUniqueViolation(error: unknown): boolean {
  const { code } = (error ?? {}) as DriverError;
  return code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY' || code === '23505';
}

/** @returns whether `error` is a foreign-key violation (PostgreSQL 23503): the parent is gone. */
export function isForeignKeyViolation(error: unknown): boolean {
  const { code } = (error ?? {}) as DriverError;
  return code === 'SQLITE_CONSTRAINT_FOREIGNKEY' || code === '23503';
}

/**
 * @returns whether `error` means that the database is unreachable or too busy, which is a 503 and not a bug:
 * SQLite's BUSY and full disk, PostgreSQL's classes 08, 53 and 57P, deadlocks and serialization failures
 * (40P01, 40001), a database closed for maintenance or read-only after a failover (55000, 25006), and node's
 * own network errors.
 */
export function isUnavailable(error: unknown): boolean {
  const { code, message } = (error ?? {}) as DriverError;
  if (typeof code === 'string') {
    return /^(SQLITE_(BUSY|FULL|IOERR|CANTOPEN|READONLY|LOCKED)|08...|53...|57P..|40P01|40001|55000|25006|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND)/.test(
      code,
    );
  }
  return (
    typeof message === 'string' &&
    /Connection terminated|timeout exceeded when trying to connect|database connection is not open/.test(message)
  );
}
