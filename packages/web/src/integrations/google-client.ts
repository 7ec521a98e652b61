import { type Clock, createSealer, type RandomSource, type Sealer } from '@footfall/core-domain'
import type { SearchConsoleClient } from '@footfall/operations'
import { searchConsoleGrants } from '@footfall/search-console'
import { GOOGLE_CALLBACK_PATH } from './google-callback.ts'
import { createGrantStates, type GrantStates } from './grant-states.ts'

export interface GoogleClientSettings {
  readonly client: { readonly id: string; readonly secret: string }
  readonly apiUrl: string
  /** The authorization endpoint of Google. */
  readonly authUrl: string
  readonly tokenUrl: string
}

interface Dependencies {
  readonly baseUrl: string
  readonly key: Uint8Array
  readonly clock: Clock
  readonly random: RandomSource
}

/** Encrypts the tokens of providers, so that the database alone is not enough to use them. */
export function providerSealer({ key, random }: Pick<Dependencies, 'key' | 'random'>): Sealer {
  return createSealer(key, 'provider tokens', random)
}

/** The client of Search Console. */
export function googleClient({ client, apiUrl, authUrl, tokenUrl }: GoogleClientSettings, dependencies: Dependencies) {
  const { baseUrl, clock } = dependencies
  const sealer = providerSealer(dependencies)
  const states: GrantStates = createGrantStates(dependencies)
  const grants = searchConsoleGrants({
    client,
    apiBaseUrl: apiUrl,
    authUrl,
    tokenUrl,
    redirectUri: baseUrl + GOOGLE_CALLBACK_PATH,
    sealer,
    clock,
    fetch: globalThis.fetch,
  })
  const searchConsole: SearchConsoleClient = {
    authorizationUrl: (session, product) => grants.authorizationUrl(states.issue(session, product)),
  }
  return { states, grants, searchConsole }
}
