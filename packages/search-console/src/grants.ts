import type { ProductId, Sealer } from '@footfall/core-domain'
import { z } from 'zod'
import { exchange } from './exchange.ts'
import { ProviderFailure } from './failures.ts'
import { askForToken, type GoogleOptions, sealLabel } from './google.ts'
import { acceptedBody, apiFailure, tokenFailure } from './responses.ts'

export interface SearchConsoleGrantOptions
  extends Pick<GoogleOptions, 'clock' | 'fetch' | 'client' | 'apiBaseUrl' | 'tokenUrl'> {
  readonly authUrl: string
  /** Where people come back to; registered with the provider. */
  readonly redirectUri: string
  readonly sealer: Sealer
  readonly requestTimeoutMs?: number
}

/** What a person allowed at the provider. */
export interface SearchConsoleGrant {
  /** Sealed for the product. */
  readonly refresh_token: string
  /** Properties that the person may read, by the provider's names. */
  readonly properties: readonly string[]
}

/** How access to Search Console is asked for, redeemed and given back. */
export interface SearchConsoleGrants {
  /** The page at the provider where a person allows reading (RFC 6749 §4.1.1, with PKCE, RFC 7636). */
  authorizationUrl(asked: { readonly state: string; readonly challenge: string }): string
  /** Throws `ProviderFailure`. */
  redeem(product: ProductId, code: string, verifier: string): Promise<SearchConsoleGrant>
  /** Revokes access that is no longer needed (RFC 7009); answers whether it is gone. */
  giveBack(product: ProductId, sealed: string): Promise<boolean>
}

const SCOPE = 'https://www.googleapis.com/auth/webmasters.readonly'
const REQUEST_TIMEOUT_MS = 10_000
const RESPONSE_BYTES_MAX = 4 * 1024 * 1024
const PROPERTIES_MAX = 1_000

const Token = z.object({
  access_token: z.string().min(1),
  // Absent if the person is not asked again, hence `prompt: consent`.
  refresh_token: z.string().min(1).max(2048),
  scope: z.string().optional(),
})
const Sites = z.object({
  siteEntry: z.array(z.object({ siteUrl: z.string().min(1).max(2048), permissionLevel: z.string() })).default([]),
})

export function searchConsoleGrants(settings: SearchConsoleGrantOptions): SearchConsoleGrants {
  const { client, authUrl, tokenUrl, apiBaseUrl, redirectUri, sealer } = settings
  const options: GoogleOptions = {
    ...settings,
    requestTimeoutMs: settings.requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
    responseBytesMax: RESPONSE_BYTES_MAX,
    signal: undefined,
  }

  async function propertiesOf(accessToken: string): Promise<readonly string[]> {
    const answer = await exchange(options, `${apiBaseUrl}/webmasters/v3/sites`, {
      method: 'GET',
      headers: { Authorization: `Bearer ${accessToken}` },
    })
    const { siteEntry } = acceptedBody(Sites, answer, apiFailure)
    const readable = siteEntry.filter(({ permissionLevel }) => permissionLevel !== 'siteUnverifiedUser')
    return [...new Set(readable.map(({ siteUrl }) => siteUrl.toWellFormed()))].sort().slice(0, PROPERTIES_MAX)
  }

  return {
    authorizationUrl({ state, challenge }) {
      const url = new URL(authUrl)
      const parameters = {
        response_type: 'code',
        client_id: client.id,
        redirect_uri: redirectUri,
        scope: SCOPE,
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        access_type: 'offline',
        prompt: 'consent',
      }
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      return url.href
    },

    async redeem(product, code, verifier) {
      const request = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri }
      const data = acceptedBody(Token, await askForToken(options, request), (status, body) => {
        const reason = tokenFailure(status, body)
        return reason === 'access_revoked' ? 'code_refused' : reason
      })
      // People can deselect single permissions.
      if (data.scope !== undefined && !data.scope.split(' ').includes(SCOPE))
        throw new ProviderFailure('permission_missing')
      return {
        refresh_token: sealer.seal(data.refresh_token, sealLabel(product)),
        properties: await propertiesOf(data.access_token),
      }
    },

    async giveBack(product, sealed) {
      const token = sealer.open(sealed, sealLabel(product))
      // Nobody can use access that nobody can decrypt.
      if (token === undefined) return true
      const { status } = await exchange(options, new URL('revoke', tokenUrl).href, {
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ token }).toString(),
      })
      // 400: the token is no longer valid.
      return status === 200 || status === 400
    },
  }
}
