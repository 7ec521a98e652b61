import { type Clock, outagesOf, PublicError } from '@footfall/core-domain'
import type { ErrorLog } from './error-log.ts'

/** Logs a failed request where the service is at fault. */
export type FailureLog = (requestId: string, error: unknown) => void

/** Logs every bug, and an outage when it starts and once a minute. */
export function createFailureLog(log: ErrorLog, clock: Clock): FailureLog {
  const outages = outagesOf(log, clock)
  return (requestId, error) => {
    if (outages.failed(error, { request_id: requestId }) || error instanceof PublicError) return
    log.error({ request_id: requestId, err: error }, 'request failed')
  }
}
