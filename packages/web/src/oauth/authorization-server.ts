import type { Sessions } from '@footfall/accounts'
import {
  type Clock,
  DEFAULT_LANGUAGE,
  type Keyring,
  type RandomSource,
  type RateLimiter,
  type TransactionalStore,
} from '@footfall/core-domain'
import { requestId } from '@footfall/http-primitives'
import { createOAuthServer, type OAuthStores } from '@footfall/oauth-server'
import { DEFAULT_READ_SCOPES, OAUTH_SCOPES } from '@footfall/operations'
import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import { languageOf } from '../pages/page-language.ts'
import { currentRequest } from '../request-facts.ts'
import type { SecretCookie } from '../sessions/session-cookie.ts'
import type { WebSettings } from '../settings.ts'
import type { IssuerKeys } from '../workload-identity/issuer-keys.ts'
import { exchangedTokenRevocation } from '../workload-identity/revocation.ts'
import { tokenExchange } from '../workload-identity/token-exchange.ts'
import { oauthAuditor } from './audit.ts'
import { type DeviceTransaction, deviceGrant } from './device-grant.ts'
import { oauthEventLog } from './event-log.ts'
import { addressOf, oauthHost } from './host.ts'
import { oauthNotice } from './notice.ts'

/** The stores that the authorization server uses. */
export interface AuthorizationStores {
  readonly store: TransactionalStore<DeviceTransaction>
  readonly rateLimiter: RateLimiter
  readonly oauth: {
    /** Stores that write the audit entry and the email of a change in its transaction. */
    audited(auditor: ReturnType<typeof oauthAuditor>, noticeOf: ReturnType<typeof oauthNotice>): OAuthStores
  }
}

interface Dependencies {
  /** Who issues access tokens, and the resource they are issued for. */
  readonly identity: { readonly issuer: string; readonly resource: string }
  readonly settings: Pick<WebSettings, 'baseUrl' | 'oauth' | 'quotas' | 'rateLimits'>
  readonly control: AuthorizationStores
  readonly sessions: Sessions
  readonly cookie: SecretCookie
  /** The secret key of the server. */
  readonly key: Keyring
  readonly clock: Clock
  readonly random: RandomSource
  readonly log: Logger
  /** The keys of issuers whose identity tokens are exchanged. */
  readonly issuerKeys: IssuerKeys
}

export interface AuthorizationServer {
  /** Serves metadata and endpoints, and calls `next` for other requests. */
  readonly handler: RequestHandler
  /** For the `WWW-Authenticate` challenges of the resource. */
  readonly resourceMetadataUrl: string
}

/** The paths of the authorization server that answer pages. */
const PAGES = /^\/(oauth\/(authorize|consent)|device)$/

/** The page for people who connect a client, which the service serves itself. */
const DOCUMENTATION = '/docs/connect-an-mcp-client'

/** The authorization server of this service's `/api/mcp`. */
export function authorizationServer(dependencies: Dependencies): AuthorizationServer {
  const { identity, settings, control, sessions, cookie, key, clock, random, log, issuerKeys } = dependencies
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
      exchangeToken: tokenExchange({
        store: control.store,
        keys: issuerKeys,
        quotas: settings.quotas,
        clock,
        random,
        request,
        baseUrl: settings.baseUrl,
        resource: identity.resource,
      }),
      revokeExchangedToken: exchangedTokenRevocation({ store: control.store, clock, random, request }),
    }),
    deviceGrant: deviceGrant({
      store: control.store,
      sessions,
      request,
      rateLimiter: control.rateLimiter,
      requestsPerMinute: settings.rateLimits.oauth,
      quotas: settings.quotas,
      api: `${settings.baseUrl}/api/v1`,
      clock,
      random,
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
      const language = PAGES.test(req.path) ? languageOf(res) : DEFAULT_LANGUAGE
      request.run({ ...from, session: undefined, language }, () => server.handler(req, res, next))
    },
    resourceMetadataUrl: server.resourceMetadataUrl,
  }
}
