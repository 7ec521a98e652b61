import { AskerGone, type Clock, IngestLogUnavailable, Overloaded, type ServiceUnavailable } from '@footfall/core-domain'
import type { ErrorLog } from './error-log.ts'

const REPEAT_MS = 60_000
/** How many kinds of outages are told apart. Their number is bounded by the error codes of the drivers. */
const KINDS_MAX = 100

interface Reported {
  readonly at: number
  /** Refusals since then that were not logged. */
  unlogged: number
}

/**
 * Logs refusals for a store that does not answer: the first of each kind, then one a minute with the number in between.
 * Otherwise an outage under load would fill the log and the disk. Refusals that have another reason are not logged.
 */
export function outageLog(log: ErrorLog, clock: Clock): (requestId: string, refusal: ServiceUnavailable) => void {
  const reported = new Map<string, Reported>()
  return (requestId, refusal) => {
    if (isNoOutage(refusal)) return
    const kind = kindOf(refusal.cause)
    const last = reported.get(kind)
    const now = clock.now()
    if (last && Math.abs(now - last.at) < REPEAT_MS) {
      last.unlogged++
      return
    }
    if (reported.size >= KINDS_MAX) reported.clear()
    reported.set(kind, { at: now, unlogged: 0 })
    const context = { request_id: requestId, err: refusal.cause, ...(last && { unlogged: last.unlogged }) }
    log.warn(context, 'a store does not answer')
  }
}

const isNoOutage = (refusal: ServiceUnavailable): boolean =>
  refusal instanceof IngestLogUnavailable || refusal instanceof Overloaded || refusal instanceof AskerGone

function kindOf(cause: unknown): string {
  if (!(cause instanceof Error)) return typeof cause
  return 'code' in cause ? `${cause.name} ${String(cause.code)}` : cause.name
}
