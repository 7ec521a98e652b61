import { DomainError, StoreUnavailable } from '@footfall/core-domain'

/**
 * The error codes of a ClickHouse server that is unavailable, overloaded or out of time. Any other code means a wrong
 * statement, which is a bug of ours.
 */
const TRANSIENT_CODES: ReadonlySet<string> = new Set([
  '159', // TIMEOUT_EXCEEDED
  '160', // TOO_SLOW
  '202', // TOO_MANY_SIMULTANEOUS_QUERIES
  '203', // NO_FREE_CONNECTION
  '209', // SOCKET_TIMEOUT
  '210', // NETWORK_ERROR
  '225', // NO_ZOOKEEPER
  '236', // ABORTED
  '241', // MEMORY_LIMIT_EXCEEDED
  '242', // TABLE_IS_READ_ONLY
  '243', // NOT_ENOUGH_SPACE
  '252', // TOO_MANY_PARTS
  '279', // ALL_CONNECTION_TRIES_FAILED
  '285', // TOO_FEW_LIVE_REPLICAS
  '286', // UNSATISFIED_QUORUM_FOR_PREVIOUS_WRITE
  '319', // UNKNOWN_STATUS_OF_INSERT
  '394', // QUERY_WAS_CANCELLED
  '516', // AUTHENTICATION_FAILED
  '999', // KEEPER_EXCEPTION
])

/** Runs a call to the client; failures of the connection come out as `ServiceUnavailable`, others as they are. */
export async function withTransientFailures<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw isTransient(error) ? new StoreUnavailable('analytics_engine', error) : error
  }
}

function isTransient(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof DomainError || error.name === 'AbortError') return false
  if (error instanceof TypeError || error instanceof SyntaxError || error instanceof RangeError) return false
  const code = clickHouseCode(error)
  // An error without a ClickHouse code did not reach the engine: a socket, a page of a proxy, a closed session.
  return code === undefined || TRANSIENT_CODES.has(code)
}

function clickHouseCode(error: Error): string | undefined {
  const code: unknown = 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^\d+$/.test(code) ? code : undefined
}

/** Whether the engine rejected a statement for a regular expression that is invalid, too large or too slow. */
export function isRegexFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = clickHouseCode(error)
  return REGEX_CODES.has(code) || (code === BAD_ARGUMENTS && PATTERN_FAILED.test(error.message))
}
const REGEX_CODES: ReadonlySet<string | undefined> = new Set([
  '427', // CANNOT_COMPILE_REGEXP, of servers without Vectorscan
  '447', // HYPERSCAN_CANNOT_SCAN_TEXT, of patterns that count many repetitions
])
const BAD_ARGUMENTS = '36'
const PATTERN_FAILED = /Pattern '.*' failed with error/s

/** Whether a statement exceeded its own memory limit, regardless of other statements. */
export function isMemoryFailure(error: unknown): boolean {
  const failure = error instanceof StoreUnavailable ? error.cause : error
  return failure instanceof Error && failure.message.includes('Query memory limit exceeded')
}
