import { type AccountId, type Clock, type ConnectionId, type ProductId, timestamp } from '@footfall/core-domain'
import { type JsonValue, verifyAccessToken } from '@footfall/oauth-server'
import type { OAuthAccessTokens } from '@footfall/operations'
import type { ControlData } from '@footfall/storage'
import type { Settings } from './settings.ts'

interface Here {
  readonly settings: Pick<Settings, 'authUrl' | 'baseUrl'>
  readonly control: Pick<ControlData, 'oauth'>
  readonly clock: Clock
}

/** Who issues access tokens, and the one address that they are issued for. */
export function oauthIdentity({ authUrl, baseUrl }: Pick<Settings, 'authUrl' | 'baseUrl'>) {
  return { issuer: authUrl, resource: `${baseUrl}/api/mcp` }
}

/** What access tokens stand for, for whoever lets them in. Ids in it were made by this service. */
export function oauthAccessTokens({ settings, control: { oauth }, clock }: Here): OAuthAccessTokens {
  const { issuer, resource } = oauthIdentity(settings)
  const issued = { issuer, stores: oauth, now: () => clock.now() }
  return {
    async find(presented) {
      const access = await verifyAccessToken(issued, presented, resource)
      if (access === undefined) return undefined
      return {
        connection: access.connectionId as ConnectionId,
        account: access.accountId as AccountId,
        scopes: access.scopes,
        products: grantedProducts(access.grant),
      }
    },

    isActive: (id, store) => store.connectedApps.isLive(id, { issuer, resource }, timestamp(clock.now())),
  }
}

/** The products of a grant as it was stored; only this service wrote it. */
function grantedProducts(grant: JsonValue): readonly ProductId[] {
  const products = typeof grant === 'object' && grant !== null && 'products' in grant ? grant.products : undefined
  if (!Array.isArray(products)) throw new TypeError('A grant without products was stored.')
  return products
}
