import type { Clock, Keyring, RandomSource } from '@footfall/core-domain'
import type { SearchConsoleClient } from '@footfall/operations'
import { ProviderFailure, providerSealer, searchConsoleGrants } from '@footfall/search-console'
import { createGrantStates, GOOGLE_CALLBACK_PATH, type GrantRedeemer } from '@footfall/web'

export interface GoogleClientSettings {
  readonly client: { readonly id: string; readonly secret: string }
  readonly apiUrl: string
  /** The authorization endpoint of Google. */
  readonly authUrl: string
  readonly tokenUrl: string
}

interface Dependencies {
  readonly baseUrl: string
  readonly key: Keyring
  readonly clock: Clock
  readonly random: RandomSource
}

/** The client of Search Console: its grants, and what the callback and the operations need of them. */
export function googleClient({ client, apiUrl, authUrl, tokenUrl }: GoogleClientSettings, dependencies: Dependencies) {
  const { baseUrl, clock } = dependencies
  const states = createGrantStates(dependencies)
  const grants = searchConsoleGrants({
    client,
    apiBaseUrl: apiUrl,
    authUrl,
    tokenUrl,
    redirectUri: baseUrl + GOOGLE_CALLBACK_PATH,
    sealer: providerSealer(dependencies),
    clock,
    fetch: globalThis.fetch,
  })
  const searchConsole: SearchConsoleClient = {
    authorizationUrl: (session, product) => grants.authorizationUrl(states.issue(session, product)),
  }
  const redeemer: GrantRedeemer = {
    async redeem(product, code, verifier) {
      try {
        return { grant: await grants.redeem(product, code, verifier) }
      } catch (failure) {
        if (failure instanceof ProviderFailure) return { failure: failure.reason }
        throw failure
      }
    },
  }
  return { states, grants, redeemer, searchConsole }
}
