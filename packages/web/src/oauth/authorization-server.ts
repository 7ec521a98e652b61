import type { Sessions } from '@footfall/accounts'
import type { Clock, Keyring, RandomSource, RateLimiter, Store } from '@footfall/core-domain'
import { requestId } from '@footfall/http-primitives'
import { createOAuthServer, type OAuthStores } from '@footfall/oauth-server'
import { DEFAULT_READ_SCOPES, OAUTH_SCOPES } from '@footfall/operations'
import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import type { SecretCookie } from '../sessions/session-cookie.ts'
import type { WebSettings } from '../settings.ts'
import { oauthAuditor } from './audit.ts'
import { oauthEventLog } from './event-log.ts'
import { addressOf, oauthHost } from './host.ts'
import { oauthNotice } from './notice.ts'
import { currentRequest } from './request-facts.ts'

/** The stores that the authorization server uses. */
export interface AuthorizationStores {
  readonly store: Pick<Store, 'products'>
  readonly rateLimiter: RateLimiter
  readonly oauth: {
    /** Stores that write the audit entry and the email of a change in its transaction. */
    audited(auditor: ReturnType<typeof oauthAuditor>, noticeOf: ReturnType<typeof oauthNotice>): OAuthStores
  }
}

interface Dependencies {
  /** Who issues access tokens, and the resource they are issued for. */
  readonly identity: { readonly issuer: string; readonly resource: string }
  readonly settings: Pick<WebSettings, 'oauth' | 'rateLimits'>
  readonly control: AuthorizationStores
  readonly sessions: Sessions
  readonly cookie: SecretCookie
  /** The secret key of the server. */
  readonly key: Keyring
  readonly clock: Clock
  readonly random: RandomSource
  readonly log: Logger
}

export interface AuthorizationServer {
  /** Serves metadata and endpoints, and calls `next` for other requests. */
  readonly handler: RequestHandler
  /** For the `WWW-Authenticate` challenges of the resource. */
  readonly resourceMetadataUrl: string
}

/** The page for people who connect a client, which the service serves itself. */
const DOCUMENTATION = '/docs/connect-an-mcp-client'

/** The authorization server of this service's `/api/mcp`. */
export function authorizationServer(dependencies: Dependencies): AuthorizationServer {
  const { identity, settings, control, sessions, cookie, key, clock, random, log } = dependencies
  const request = currentRequest()
  const server = createOAuthServer({
    ...identity,
    about: { resourceName: 'Footfall', documentation: `${identity.issuer}${DOCUMENTATION}` },
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
      observe: oauthEventLog(log, clock, request),
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
