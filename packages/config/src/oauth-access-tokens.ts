import { type AccountId, type Clock, type ConnectionId, storedLimits, timestamp } from '@footfall/core-domain'
import { type JsonValue, verifyAccessToken } from '@footfall/oauth-server'
import type { OAuthAccess, OAuthAccessTokens } from '@footfall/operations'
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
        endsAt: timestamp(access.connectionExpiresAt),
        ...granted(access.grant),
      }
    },

    isActive: (id, store) => store.connectedApps.isLive(id, { issuer, resource }, timestamp(clock.now())),
  }
}

/** What a stored grant allows. Only this service writes grants. */
function granted(grant: JsonValue): Pick<OAuthAccess, 'products' | 'limits'> {
  if (typeof grant !== 'object' || grant === null || !('products' in grant) || !Array.isArray(grant.products))
    throw new TypeError('The stored grant has no products.')
  return { products: grant.products, limits: storedLimits('limits' in grant ? grant.limits : undefined) }
}
