import type { OAuthEvent } from '@footfall/oauth-server'
import type { Logger } from 'pino'

/** Tells the log what the authorization server did. Refusals are the everyday noise of an open endpoint. */
export function oauthEventLog(log: Logger): (event: OAuthEvent) => void {
  return (event) => {
    switch (event.kind) {
      case 'failed':
        log.error({ err: event.error, endpoint: event.endpoint }, 'the authorization server failed')
        break
      case 'refused':
        log.debug(event, 'the authorization server refused a request')
        break
      default:
        log.info(event, 'the authorization server')
    }
  }
}
