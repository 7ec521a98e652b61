import type { AccountId, Clock, ConnectionId } from '@footfall/core-domain'
import type { OAuthServer } from '@footfall/oauth-server'
import type { OAuthAccessTokens } from '@footfall/operations'
import type { OAuthData } from '@footfall/storage'
import { grantedProducts } from './grant.ts'

interface Here {
  readonly server: Pick<OAuthServer, 'verifyAccessToken'>
  readonly data: Pick<OAuthData, 'connectionSeenBy'>
  readonly clock: Clock
  readonly issuer: string
  readonly resource: string
}

/** What access tokens stand for, for whoever lets them in. Ids in it were made by this service. */
export function oauthAccessTokens({ server, data, clock, issuer, resource }: Here): OAuthAccessTokens {
  return {
    async find(presented) {
      const access = await server.verifyAccessToken(presented)
      if (access === undefined) return undefined
      return {
        connection: access.connectionId as ConnectionId,
        account: access.accountId as AccountId,
        scopes: access.scopes,
        products: grantedProducts(access.grant),
      }
    },

    async isActive(id, store) {
      const connection = await data.connectionSeenBy(store, id)
      if (connection === undefined || connection.revokedAt !== undefined) return false
      const isOurs = connection.issuer === issuer && connection.resource === resource
      return isOurs && connection.expiresAt > clock.now()
    },
  }
}
