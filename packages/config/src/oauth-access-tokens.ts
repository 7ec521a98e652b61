import { type AccountId, type Clock, type ConnectionId, type ProductId, timestamp } from '@footfall/core-domain'
import { type JsonValue, verifyAccessToken } from '@footfall/oauth-server'
import type { OAuthAccessTokens } from '@footfall/operations'
import type { ControlData } from '@footfall/storage'
import type { Settings } from './settings/settings.ts'

interface OAuthAccessDependencies {
  readonly settings: Pick<Settings, 'authUrl' | 'baseUrl'>
  readonly control: Pick<ControlData, 'oauth'>
  readonly clock: Clock
}

/** The issuer of access tokens, and the resource that they are issued for. */
export function oauthIdentity({ authUrl, baseUrl }: Pick<Settings, 'authUrl' | 'baseUrl'>) {
  return { issuer: authUrl, resource: `${baseUrl}/api/mcp` }
}

/** Resolves access tokens. The ids in a grant were made by this service, so they need no check. */
export function oauthAccessTokens({ settings, control: { oauth }, clock }: OAuthAccessDependencies): OAuthAccessTokens {
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

/** The products of a stored grant. Only this service writes grants. */
function grantedProducts(grant: JsonValue): readonly ProductId[] {
  const products = typeof grant === 'object' && grant !== null && 'products' in grant ? grant.products : undefined
  if (!Array.isArray(products)) throw new TypeError('The stored grant has no products.')
  return products
}
