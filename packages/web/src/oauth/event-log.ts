import { type Clock, ServiceUnavailable } from '@footfall/core-domain'
import type { OAuthEvent } from '@footfall/oauth-server'
import { outageLog } from '@footfall/operations'
import type { Logger } from 'pino'
import type { CurrentRequest } from './request-facts.ts'

/** Logs what the authorization server did: an outage once a minute, and refusals, which strangers can cause, at `debug`. */
export function oauthEventLog(
  log: Logger,
  clock: Clock,
  request: Pick<CurrentRequest, 'facts'>,
): (event: OAuthEvent) => void {
  const reportOutage = outageLog(log, clock)
  return (event) => {
    switch (event.kind) {
      case 'failed':
        if (event.error instanceof ServiceUnavailable) reportOutage(request.facts()?.requestId ?? '', event.error)
        else log.error({ err: event.error, endpoint: event.endpoint }, 'the authorization server failed')
        break
      case 'refused':
        log.debug(event, 'the authorization server refused a request')
        break
      default:
        log.info(event, 'the authorization server')
    }
  }
}
