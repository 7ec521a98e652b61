import { ServiceUnavailable } from '@footfall/core-domain'

/** SQLSTATE classes and codes that say "not now" rather than "not like this". */
const POSTGRES_AWAY = /^(08|28|53|57|58|F0|XX)|^(3D000|25006|55P03)$/
const POSTGRES_CONFLICT = /^(40001|40P01)$/
const SQLITE_AWAY = /^SQLITE_(BUSY|LOCKED|IOERR|CANTOPEN|FULL|READONLY|CORRUPT|NOTADB|PROTOCOL|NOMEM|AUTH|PERM)/

/**
 * The one place that tells an unreachable database from a wrong statement. The drivers pass every failure through it;
 * what is not about reachability comes back as it is.
 */
export function translateFailure(error: unknown): unknown {
  return isAway(error) ? new ServiceUnavailable(error) : error
}

/** Two transactions got in each other's way; the same work can simply be run again. */
export function isConflict(error: unknown): boolean {
  return POSTGRES_CONFLICT.test(codeOf(error))
}

/** Another process writes to the SQLite file at this moment. */
export function isBusy(error: unknown): boolean {
  return codeOf(error).startsWith('SQLITE_BUSY')
}

export function isUniqueViolation(error: unknown): boolean {
  return /^(23505|SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY))$/.test(codeOf(error))
}

export function isForeignKeyViolation(error: unknown): boolean {
  return /^(23503|SQLITE_CONSTRAINT_FOREIGNKEY)$/.test(codeOf(error))
}

/** Whether a PostgreSQL connection is no longer to be trusted with another statement. */
export function breaksConnection(error: unknown): boolean {
  return !isSqlState(codeOf(error)) || /^(08|57P)/.test(codeOf(error))
}

function isAway(error: unknown): boolean {
  if (error instanceof ServiceUnavailable) return false
  // A programming error has no code of a database; node-postgres' own "connection terminated" has none either.
  if (error instanceof TypeError || error instanceof RangeError)
    return /database connection is not open/.test(error.message)
  const code = codeOf(error)
  if (code.startsWith('SQLITE_')) return SQLITE_AWAY.test(code)
  return isSqlState(code) ? POSTGRES_AWAY.test(code) : true
}

function isSqlState(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code)
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
