import { type Clock, Refusal, ServiceUnavailable } from '@footfall/core-domain'
import type { ErrorLog } from './error-log.ts'
import { outageLog } from './outage-log.ts'

/** Logs a failed request where the service is at fault. */
export type FailureLog = (requestId: string, error: unknown) => void

/** Logs every bug, and an unavailable store once a minute. */
export function createFailureLog(log: ErrorLog, clock: Clock): FailureLog {
  const reportOutage = outageLog(log, clock)
  return (requestId, error) => {
    if (error instanceof ServiceUnavailable) reportOutage(requestId, error)
    else if (!(error instanceof Refusal)) log.error({ request_id: requestId, err: error }, 'request failed')
  }
}
