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
 * SQLite's BUSY, full, failing and read-only disks and damaged files, PostgreSQL's classes 08, 53, 57P and 58, its
 * damaged files (XX001, XX002), deadlocks and serialization failures (40P01, 40001), statements, locks and idle
 * transactions that took too long (57014, 55P03, 25P03), a database closed for maintenance or read-only after a failover
 * (55000, 25006), and node's own network errors.
 */
export function isUnavailable(error: unknown): boolean {
  const { code, message } = (error ?? {}) as DriverError;
  if (typeof code === 'string') {
    return /^(SQLITE_(BUSY|FULL|IOERR|CANTOPEN|READONLY|LOCKED|CORRUPT|NOTADB|NOMEM|PROTOCOL)|08...|53...|57P..|58...|XX00[12]|57014|55P03|25P03|40P01|40001|55000|25006|28...|3D000|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/.test(
      code,
    );
  }
  return (
    typeof message === 'string' &&
    /Connection terminated|is not queryable|timeout exceeded when trying to connect|database connection is not open/.test(
      message,
    )
  );
}

/** For writes that a request can do without. @throws `error` unless it means that the database is unavailable */
export function ignoreIfUnavailable(error: unknown): void {
  if (!isUnavailable(error)) throw error;
}

/** @returns whether `error` means that another process holds SQLite's write lock. */
export const isBusy = (error: unknown): boolean =>
  String(((error ?? {}) as DriverError).code).startsWith('SQLITE_BUSY');

/** @returns whether `error` means that PostgreSQL answered nothing at all in time. */
export function isSilence(error: unknown): boolean {
  const { code, message } = (error ?? {}) as DriverError;
  return code === 'ETIMEDOUT' || /connection timeout|timeout exceeded when trying to connect/.test(String(message));
}
