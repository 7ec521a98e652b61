import { type Clock, IngestLogUnavailable, Overloaded, type ServiceUnavailable } from '@footfall/core-domain'
import type { ErrorLog } from './error-log.ts'

const REPEAT_MS = 60_000
/** Kinds of outages that are told apart; they follow from codes of drivers, not from what anybody sends. */
const KINDS_MAX = 100

interface Reported {
  readonly at: number
  /** Refusals since then that were not logged. */
  unlogged: number
}

/**
 * Logs refusals for a store that does not answer: of each kind the first, and then one a minute with how many there
 * were in between. An outage under load would otherwise fill the log, and the disk with it.
 */
export function outageLog(log: ErrorLog, clock: Clock): (requestId: string, refusal: ServiceUnavailable) => void {
  const reported = new Map<string, Reported>()
  return (requestId, refusal) => {
    if (refusal instanceof IngestLogUnavailable || refusal instanceof Overloaded) return
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

function kindOf(cause: unknown): string {
  if (!(cause instanceof Error)) return typeof cause
  return 'code' in cause ? `${cause.name} ${String(cause.code)}` : cause.name
}
