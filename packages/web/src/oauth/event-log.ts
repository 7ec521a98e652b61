import { type Clock, outagesOf } from '@footfall/core-domain'
import type { OAuthEvent } from '@footfall/oauth-server'
import type { Logger } from 'pino'
import type { CurrentRequest } from '../request-facts.ts'

/** Logs what the authorization server did: an outage once a minute, and rejected requests, which anybody can cause, at `debug`. */
export function oauthEventLog(
  log: Logger,
  clock: Clock,
  request: Pick<CurrentRequest, 'facts'>,
): (event: OAuthEvent) => void {
  const outages = outagesOf(log, clock)
  return (event) => {
    switch (event.kind) {
      case 'failed':
        if (!outages.failed(event.error, { request_id: request.facts()?.requestId ?? '' }))
          log.error({ err: event.error, endpoint: event.endpoint }, 'the authorization server failed')
        break
      case 'refused':
        log.debug(event, 'the authorization server rejected a request')
        break
      default:
        log.info(event, 'the authorization server')
    }
  }
}
