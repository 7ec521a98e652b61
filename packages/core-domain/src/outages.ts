import {
  CallerGone,
  IngestLogUnavailable,
  Overloaded,
  ServiceUnavailable,
  type StoreName,
  StoreUnavailable,
} from './errors.ts'
import type { Clock } from './time/instant.ts'

type Fields = Readonly<Record<string, unknown>>

export interface OutageLogger {
  warn(fields: Fields, message: string): void
  info?(fields: Fields, message: string): void
}

/** Logs an outage when it starts, once a minute, and when it is over, instead of one line for every failed request and task. */
export interface Outages {
  /** Whether the error is an outage, which is logged here, or work that was rejected because of the load, which needs no line. */
  failed(error: unknown, fields?: Fields): boolean
  /** Logs another failure that repeats while its cause lasts: the first of its kind, then one a minute. */
  repeated(kind: string, fields: Fields, message: string): void
  /** The stores whose outage is not over. */
  current(): readonly StoreName[]
  /** The store responds. */
  over(store: StoreName): void
}

const REPEAT_MS = 60_000
/** The maximum number of kinds. Error codes of the drivers limit their number in practice. */
const KINDS_MAX = 100

const STORES: Readonly<Record<StoreName, string>> = {
  control_database: 'The control database',
  analytics_engine: 'The analytics engine',
}

interface Reported {
  readonly since: number
  readonly at: number
  /** Failures since then that were not logged. */
  unlogged: number
}

const ofLog = new WeakMap<OutageLogger, Outages>()

/** The outages of a process: the same for everything that writes to this log. */
export function outagesOf(log: OutageLogger, clock: Clock): Outages {
  const known = ofLog.get(log) ?? createOutages(log, clock)
  ofLog.set(log, known)
  return known
}

export function createOutages(log: OutageLogger, clock: Clock): Outages {
  const reported = new Map<string, Reported>()

  /** The fields of a line; undefined if the last one was less than a minute ago. */
  function due(kind: string): Fields | undefined {
    const now = clock.now()
    const last = reported.get(kind)
    if (last && Math.abs(now - last.at) < REPEAT_MS) {
      last.unlogged++
      return undefined
    }
    if (reported.size >= KINDS_MAX) reported.clear()
    reported.set(kind, { since: last?.since ?? now, at: now, unlogged: 0 })
    return last ? { seconds: Math.round((now - last.since) / 1000), unlogged: last.unlogged } : {}
  }

  function repeated(kind: string, fields: Fields, message: string): void {
    const more = due(kind)
    if (more) log.warn({ ...fields, ...more }, message)
  }

  return {
    repeated,
    failed(error, fields = {}) {
      if (!(error instanceof ServiceUnavailable)) return false
      if (isNoOutage(error)) return true
      const cause = withoutStack(error.cause)
      if (!(error instanceof StoreUnavailable)) {
        repeated(kindOf(error.cause), { ...fields, cause }, 'Work was rejected, because a dependency did not respond.')
        return true
      }
      const isGoingOn = reported.has(error.store)
      const message = `${STORES[error.store]} ${isGoingOn ? 'still does' : 'does'} not respond.`
      repeated(error.store, { ...fields, outage: error.store, cause }, message)
      return true
    },
    current: () => (['control_database', 'analytics_engine'] as const).filter((store) => reported.has(store)),
    over(store) {
      const last = reported.get(store)
      if (!last) return
      reported.delete(store)
      const seconds = Math.round((clock.now() - last.since) / 1000)
      log.info?.({ outage: store, seconds, unlogged: last.unlogged }, `${STORES[store]} responds again.`)
    },
  }
}

const isNoOutage = (error: ServiceUnavailable): boolean =>
  error instanceof IngestLogUnavailable || error instanceof Overloaded || error instanceof CallerGone

function kindOf(cause: unknown): string {
  if (!(cause instanceof Error)) return `other ${typeof cause}`
  return 'code' in cause ? `other ${cause.name} ${String(cause.code)}` : `other ${cause.name}`
}

/** Without the stack, which says nothing about an outage. The message of a ClickHouse code may contain the statement. */
function withoutStack(cause: unknown): Fields {
  if (!(cause instanceof Error)) return { type: typeof cause }
  const code = 'code' in cause ? String(cause.code) : undefined
  const message = code !== undefined && /^\d+$/.test(code) ? {} : { message: cause.message }
  return { type: cause.name, ...(code === undefined ? {} : { code }), ...message }
}
