import type { Sessions } from '@footfall/accounts'
import type { Clock, RandomSource } from '@footfall/core-domain'
import { createOAuthServer, type OAuthServer } from '@footfall/oauth-server'
import type { OAuthAccessTokens } from '@footfall/operations'
import { oauthAccessTokens, oauthIdentity, type Settings } from '@footfall/runtime'
import { DEFAULT_READ_SCOPES, OAUTH_SCOPES } from '@footfall/scopes-policy'
import type { ControlData } from '@footfall/storage'
import type { Logger } from 'pino'
import type { SessionCookie } from '../sign-in/session-cookie.ts'
import { oauthEventLog } from './event-log.ts'
import { oauthHost } from './host.ts'

interface Parts {
  readonly settings: Pick<Settings, 'authUrl' | 'baseUrl' | 'oauth' | 'rateLimits'>
  readonly control: ControlData
  readonly sessions: Sessions
  readonly cookie: SessionCookie
  readonly clock: Clock
  readonly random: RandomSource
  readonly log: Logger
}

export interface AuthorizationServer {
  /** Metadata and endpoints; passes on every other request. */
  readonly handler: OAuthServer['handler']
  /** For the challenges of the resource. */
  readonly resourceMetadataUrl: string
  readonly accessTokens: OAuthAccessTokens
}

/** The authorization server of this service's `/api/mcp`. */
export function authorizationServer(parts: Parts): AuthorizationServer {
  const { settings, control, sessions, cookie, clock, random, log } = parts
  const server = createOAuthServer({
    ...oauthIdentity(settings),
    scopes: { grantable: OAUTH_SCOPES, initial: DEFAULT_READ_SCOPES },
    stores: control.oauth,
    host: oauthHost({
      store: control.store,
      sessions,
      cookie,
      random,
      rateLimiter: control.rateLimiter,
      requestsPerMinute: settings.rateLimits.oauth,
      observe: oauthEventLog(log),
    }),
    now: () => clock.now(),
    randomBytes: (count) => random.bytes(count),
    reuseGraceSeconds: settings.oauth.reuseGraceSeconds,
    documents: { exemptHosts: settings.oauth.devClientMetadataHosts },
  })
  return {
    handler: server.handler,
    resourceMetadataUrl: server.resourceMetadataUrl,
    accessTokens: oauthAccessTokens({ settings, control, clock }),
  }
}
