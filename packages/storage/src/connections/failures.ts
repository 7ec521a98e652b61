import { ServiceUnavailable, StoreUnavailable } from '@footfall/core-domain'

/** SQLSTATE classes and codes of a database that cannot answer now, not of a wrong statement. */
const POSTGRES_UNAVAILABLE = /^(08|28|53|57|58|F0|XX)|^(3D000|25006|55P03)$/
const POSTGRES_CONFLICT = /^(40001|40P01|0A000)$/
const SQLITE_UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|IOERR|CANTOPEN|FULL|READONLY|CORRUPT|NOTADB|PROTOCOL|NOMEM|AUTH|PERM)/

/**
 * Distinguishes an unavailable database from a wrong statement, whose error is returned unchanged. The drivers translate
 * every failure with it.
 */
export function translateFailure(error: unknown): unknown {
  return isUnavailable(error) ? new StoreUnavailable('control_database', error) : error
}

/** A serialization failure, a deadlock or an outdated plan: the same work can run again. */
export function isConflict(error: unknown): boolean {
  return POSTGRES_CONFLICT.test(codeOf(error))
}

/** Another version of the service has added columns to a table since PostgreSQL planned the statement. */
export function hasOutdatedPlan(error: unknown): boolean {
  return codeOf(error) === '0A000'
}

/**
 * PostgreSQL rejected the statement because an earlier one of its transaction failed: the transaction is aborted, or the
 * statement was not prepared for that reason.
 */
export function followsFailure(error: unknown): boolean {
  return /^(25P02|26000)$/.test(codeOf(error))
}

/** Another process holds the write lock of the SQLite file. */
export function isBusy(error: unknown): boolean {
  return codeOf(error).startsWith('SQLITE_BUSY')
}

/** A lock of PostgreSQL was not free within `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  const failure = error instanceof ServiceUnavailable ? error.cause : error
  return codeOf(failure) === '55P03'
}

export function isUniqueViolation(error: unknown): boolean {
  return /^(23505|SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY))$/.test(codeOf(error))
}

export function isForeignKeyViolation(error: unknown): boolean {
  return /^(23503|SQLITE_CONSTRAINT_FOREIGNKEY)$/.test(codeOf(error))
}

/** Whether a PostgreSQL connection must be closed after this error. */
export function breaksConnection(error: unknown): boolean {
  return !isSqlState(codeOf(error)) || /^(08|57P|0A000|26000)/.test(codeOf(error))
}

function isUnavailable(error: unknown): boolean {
  if (error instanceof ServiceUnavailable) return false
  // A programming error has no database code; the `connection terminated` error of node-postgres has none either.
  if (error instanceof TypeError || error instanceof RangeError)
    return /database connection is not open/.test(error.message)
  const code = codeOf(error)
  if (code.startsWith('SQLITE_')) return SQLITE_UNAVAILABLE.test(code)
  return isSqlState(code) ? POSTGRES_UNAVAILABLE.test(code) : true
}

function isSqlState(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code)
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
