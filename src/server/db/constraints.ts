// Which constraint a statement broke. SQLite and PostgreSQL name the same errors differently.

type DriverError = { code?: unknown };

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
