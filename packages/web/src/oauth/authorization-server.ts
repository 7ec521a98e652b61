import type { Sessions } from '@footfall/accounts'
import type { Clock, RandomSource } from '@footfall/core-domain'
import { createOAuthServer } from '@footfall/oauth-server'
import { requestId } from '@footfall/rest-adapter'
import { DEFAULT_READ_SCOPES, OAUTH_SCOPES } from '@footfall/scopes-policy'
import type { ControlData } from '@footfall/storage'
import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import type { SessionCookie } from '../sessions/session-cookie.ts'
import type { WebSettings } from '../settings.ts'
import { oauthAuditor } from './audit.ts'
import { oauthEventLog } from './event-log.ts'
import { addressOf, oauthHost } from './host.ts'
import { oauthNotice } from './notice.ts'
import { currentRequest } from './request-facts.ts'

interface Parts {
  /** Who issues access tokens, and the one address that they are issued for. */
  readonly identity: { readonly issuer: string; readonly resource: string }
  readonly settings: Pick<WebSettings, 'oauth' | 'rateLimits'>
  readonly control: ControlData
  readonly sessions: Sessions
  readonly cookie: SessionCookie
  /** The key of everything that binds a browser. */
  readonly key: Uint8Array
  readonly clock: Clock
  readonly random: RandomSource
  readonly log: Logger
}

export interface AuthorizationServer {
  /** Metadata and endpoints; passes on every other request. */
  readonly handler: RequestHandler
  /** For the challenges of the resource. */
  readonly resourceMetadataUrl: string
}

/** The authorization server of this service's `/api/mcp`. */
export function authorizationServer(parts: Parts): AuthorizationServer {
  const { identity, settings, control, sessions, cookie, key, clock, random, log } = parts
  const request = currentRequest()
  const server = createOAuthServer({
    ...identity,
    scopes: { grantable: OAUTH_SCOPES, initial: DEFAULT_READ_SCOPES },
    stores: control.oauth.audited(oauthAuditor({ clock, random, request }), oauthNotice({ clock, random })),
    host: oauthHost({
      store: control.store,
      sessions,
      cookie,
      random,
      request,
      rateLimiter: control.rateLimiter,
      requestsPerMinute: settings.rateLimits.oauth,
      observe: oauthEventLog(log),
    }),
    now: () => clock.now(),
    randomBytes: (count) => random.bytes(count),
    key,
    reuseGraceSeconds: settings.oauth.reuseGraceSeconds,
    documents: { exemptHosts: settings.oauth.devClientMetadataHosts },
  })
  return {
    handler: (req, res, next) => {
      const from = { address: addressOf(req) || undefined, requestId: requestId(res) || undefined }
      request.run({ ...from, session: undefined }, () => server.handler(req, res, next))
    },
    resourceMetadataUrl: server.resourceMetadataUrl,
  }
}
